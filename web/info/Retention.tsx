import { Trans, useLingui } from '@lingui/react/macro'
import { RETENTION } from '../../domain/privacy.ts'
import { Board } from './Board.tsx'

/** How long each kind of record is kept (spec section 2, Privacy). */
export function Retention() {
  const { t } = useLingui()
  const { accountYearsAfterDeletion, tradeYears, chatYears, chatYearsAfterCompletion, contactYears, logDays } =
    RETENTION
  return (
    <Board
      caption={t`How long records are kept`}
      columns={[t`Record`, t`Kept at most`]}
      rows={[
        {
          key: 'account',
          cells: [
            <Trans key="record">Account data</Trans>,
            <Trans key="time">until deletion, and {accountYearsAfterDeletion} years</Trans>,
          ],
        },
        {
          key: 'trades',
          cells: [<Trans key="record">Trade records</Trans>, <Trans key="time">{tradeYears} years</Trans>],
        },
        {
          key: 'chats',
          cells: [
            <Trans key="record">Chat messages</Trans>,
            <Trans key="time">
              {chatYears} years, or {chatYearsAfterCompletion} year after the trade’s completion
            </Trans>,
          ],
        },
        {
          key: 'contact',
          cells: [<Trans key="record">Messages to us</Trans>, <Trans key="time">{contactYears} years</Trans>],
        },
        {
          key: 'logs',
          cells: [<Trans key="record">Technical logs</Trans>, <Trans key="time">{logDays} days</Trans>],
        },
      ]}
    />
  )
}
