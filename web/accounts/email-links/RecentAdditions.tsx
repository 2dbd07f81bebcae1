import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { RECOVERY_DAYS } from '../../../domain/accounts/accounts.ts'
import type { Addition } from '../../../domain/api/accounts/accounts.ts'
import { useDates } from '../../dates.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useAdditionTexts } from './addition-texts.ts'

/** What was added for signing in within the last days, and whether a new password removes it. */
export function RecentAdditions({ additions, isFirstPassword }: { additions: Addition[]; isFirstPassword: boolean }) {
  const { t } = useLingui()
  const words = useAdditionTexts()
  const dates = useDates()
  return (
    <div className="grid gap-3">
      <ul className="panel divide-y divide-line" aria-label={t`Added recently`}>
        {additions.map(({ kind, addedAt }) => (
          <li key={`${kind} ${addedAt}`} className="grid gap-x-4 px-4 py-2.5 sm:flex sm:justify-between">
            <span>{words(kind)}</span>
            <span className="num text-muted">{dates.moment(addedAt)}</span>
          </li>
        ))}
      </ul>
      <Checkbox
        name="removesRecent"
        defaultChecked={!isFirstPassword}
        label={
          <Trans>
            Remove everything added in the last <Plural value={RECOVERY_DAYS} one="# day" other="# days" />
          </Trans>
        }
        hint={<Trans>Clear this box only if you added all of it yourself. API keys are always removed.</Trans>}
      />
    </div>
  )
}
