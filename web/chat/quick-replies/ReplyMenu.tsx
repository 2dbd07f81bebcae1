import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../session/session.ts'
import { MenuItem, MenuSeparator } from '../../ui/dialogs/Menu.tsx'
import { useQuickRepliesList } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'

type Props = { onInsert: (text: string) => void; onEdit: () => void }

/** The lines of the menu: each reply with the beginning of its text. A member chooses from the owner's, and edits none. */
export function ReplyMenu({ onInsert, onEdit }: Props) {
  const { t } = useLingui()
  const { actingFor } = useSession()
  const query = useQuickRepliesList()
  const { data } = query
  return (
    <div className="max-h-[min(24rem,60dvh)] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto">
      <Loaded query={query} loading={<p className="px-4 py-3 text-muted">{t`Loading…`}</p>} hidesLaterErrors>
        {() => null}
      </Loaded>
      {data?.length === 0 && (
        <p className="px-4 py-3 text-muted">
          <Trans>No quick replies yet</Trans>
        </p>
      )}
      {data?.map(({ id, title, text }) => (
        <MenuItem key={id} onSelect={() => onInsert(text)}>
          <span className="min-w-0 py-2">
            {title !== '' && (
              <span dir="auto" className="block truncate font-semibold">
                {title}
              </span>
            )}
            <span
              dir="auto"
              className={`line-clamp-2 [overflow-wrap:anywhere] ${title === '' ? '' : 'text-sm text-muted'}`}
            >
              {text}
            </span>
          </span>
        </MenuItem>
      ))}
      {!actingFor && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={onEdit}>
            <Trans>Edit quick replies</Trans>
          </MenuItem>
        </>
      )}
    </div>
  )
}
