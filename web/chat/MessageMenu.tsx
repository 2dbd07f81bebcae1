import { Trans, useLingui } from '@lingui/react/macro'
import type { Message } from '../../domain/api.ts'
import { useReport } from '../reports/use-report.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'

/** What the reader can do about a message of the other party. */
export function MessageMenu({ message: { tradeId, seq } }: { message: Message }) {
  const { t } = useLingui()
  const { open, dialog } = useReport({ kind: 'message', tradeId, seq })
  return (
    <>
      <Menu
        label={t`Message menu`}
        className="grid size-6 place-items-center rounded-control text-muted hover:text-ink"
        trigger={<Dots />}
      >
        <MenuItem onSelect={open}>
          <Trans>Report message</Trans>
        </MenuItem>
      </Menu>
      {dialog}
    </>
  )
}

function Dots() {
  return (
    <svg width="14" height="4" viewBox="0 0 18 4" fill="currentColor" aria-hidden>
      <circle cx="2" cy="2" r="1.8" />
      <circle cx="9" cy="2" r="1.8" />
      <circle cx="16" cy="2" r="1.8" />
    </svg>
  )
}
