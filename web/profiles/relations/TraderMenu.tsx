import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { useReport } from '../reports/use-report.tsx'
import { useNoteAbout } from '../trader-notes/queries.ts'
import { useNoteDialog } from '../trader-notes/use-note-dialog.tsx'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/dialogs/Menu.tsx'
import { useRelationWith } from './queries.ts'
import { useSetRelation } from './use-set-relation.ts'

/** In the trade room: what the reader can do about the other party. */
export function TraderMenu({ username }: { username: string }) {
  const { t } = useLingui()
  const present = useRelationWith(username) ?? null
  const { setTo } = useSetRelation(username, present)
  const note = useNoteAbout(username)
  const noteDialog = useNoteDialog(username)
  const { open, dialog } = useReport({ kind: 'user', username })
  return (
    <>
      <Menu
        label={t`Menu for ${username}`}
        className="grid size-11 shrink-0 place-items-center rounded-control border border-edge hover:border-ink"
        trigger={<Icon of={Ellipsis} size={20} />}
      >
        <MenuLink link={<Link to={paths.trader(username)} />}>
          <Trans>View public page</Trans>
        </MenuLink>
        <MenuItem onSelect={noteDialog.open}>{note ? <Trans>Edit note</Trans> : <Trans>Add note</Trans>}</MenuItem>
        <MenuSeparator />
        {present === 'trusted' ? (
          <MenuItem onSelect={() => setTo(null)}>
            <Trans>Stop trusting</Trans>
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => setTo('trusted')}>
            <Trans>Trust</Trans>
          </MenuItem>
        )}
        {present === 'blocked' ? (
          <MenuItem onSelect={() => setTo(null)}>
            <Trans>Unblock</Trans>
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => setTo('blocked')}>
            <Trans context="button">Block</Trans>
          </MenuItem>
        )}
        <MenuItem onSelect={open}>
          <Trans context="button">Report</Trans>
        </MenuItem>
      </Menu>
      {dialog}
      {noteDialog.dialog}
    </>
  )
}
