import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { NOTIFICATION_DAYS } from '../../../domain/notifications/notifications.ts'
import { RETENTION } from '../../../domain/accounts/privacy.ts'
import { WEBHOOK_DELIVERY_DAYS } from '../../../domain/notifications/webhooks.ts'
import { Board } from '../../layout/Board.tsx'

/** How long each kind of record is kept (spec-coverage 2 Static). */
export function Retention() {
  const { t } = useLingui()
  const {
    accountYearsAfterDeletion,
    tradeYears,
    chatYears,
    chatYearsAfterCompletion,
    paymentDetailDaysAfterTrade,
    contactYears,
    reportYears,
    actYears,
    logDays,
  } = RETENTION
  return (
    <Board
      caption={t`How long records are kept`}
      columns={[t`Record`, t`Kept for at most`]}
      rows={[
        {
          key: 'account',
          cells: [
            <Trans key="record">Account data</Trans>,
            <Trans key="time">
              until deletion, then <Plural value={accountYearsAfterDeletion} one="# year" other="# years" />
            </Trans>,
          ],
        },
        {
          key: 'trades',
          cells: [<Trans key="record">Trade records</Trans>, <Years key="time" count={tradeYears} />],
        },
        {
          key: 'payment-details',
          cells: [
            <Trans key="record">Payment details and payers’ names of a trade</Trans>,
            <Trans key="time">
              until the trade is closed, then <Plural value={paymentDetailDaysAfterTrade} one="# day" other="# days" />
            </Trans>,
          ],
        },
        {
          key: 'chats',
          cells: [
            <Trans key="record">Chat messages</Trans>,
            <Trans key="time">
              <Plural value={chatYears} one="# year" other="# years" />, or{' '}
              <Plural value={chatYearsAfterCompletion} one="# year" other="# years" /> after the trade is closed,
              whichever comes first
            </Trans>,
          ],
        },
        {
          key: 'alerts',
          cells: [<Trans key="record">Alerts</Trans>, <Days key="time" count={NOTIFICATION_DAYS} />],
        },
        {
          key: 'webhooks',
          cells: [<Trans key="record">Webhook deliveries</Trans>, <Days key="time" count={WEBHOOK_DELIVERY_DAYS} />],
        },
        {
          key: 'contact',
          cells: [<Trans key="record">Messages to us</Trans>, <Years key="time" count={contactYears} />],
        },
        {
          key: 'reports',
          cells: [<Trans key="record">Reports to our staff</Trans>, <Years key="time" count={reportYears} />],
        },
        {
          key: 'acts',
          cells: [<Trans key="record">What team members did</Trans>, <Years key="time" count={actYears} />],
        },
        {
          key: 'logs',
          cells: [<Trans key="record">Technical logs</Trans>, <Days key="time" count={logDays} />],
        },
      ]}
    />
  )
}

function Days({ count }: { count: number }) {
  return <Plural value={count} one="# day" other="# days" />
}

function Years({ count }: { count: number }) {
  return <Plural value={count} one="# year" other="# years" />
}
