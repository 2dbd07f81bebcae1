import { Trans, useLingui } from '@lingui/react/macro'
import type { Message } from '../../domain/api/chat/chat.ts'
import { useReport } from '../profiles/reports/use-report.tsx'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Menu, MenuItem } from '../ui/dialogs/Menu.tsx'

/** What the reader can do about a message of the other party. */
export function MessageMenu({ message: { tradeId, seq } }: { message: Message }) {
  const { t } = useLingui()
  const { open, dialog } = useReport({ kind: 'message', tradeId, seq })
  return (
    <>
      <Menu
        label={t`Message menu`}
        className="grid size-6 place-items-center rounded-control text-muted hover:text-ink"
        trigger={<Icon of={Ellipsis} size={16} />}
      >
        <MenuItem onSelect={open}>
          <Trans>Report message</Trans>
        </MenuItem>
      </Menu>
      {dialog}
    </>
  )
}
