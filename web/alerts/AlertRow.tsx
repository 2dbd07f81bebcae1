import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Alert } from '../../domain/api.ts'
import { IMAGE_CAPTION, type SystemCode } from '../../domain/chat.ts'
import { shortId } from '../../domain/trades.ts'
import { useDates } from '../dates.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { Translated } from '../ui/Translated.tsx'

/** One alert, linked to its trade. Unread ones carry a word and a mark. */
export function AlertRow({ alert }: { alert: Alert }) {
  const dates = useDates()
  return (
    <li className="relative flex items-start gap-3 px-4 py-4 hover:bg-line/30 md:px-5">
      <span aria-hidden className={`mt-2 size-2 shrink-0 rounded-full ${alert.isUnread ? 'bg-accent' : ''}`} />
      <div className="min-w-0 grow">
        <Link to={paths.trade(alert.tradeId)} className="block after:absolute after:inset-0">
          <span className={alert.isUnread ? 'font-semibold' : ''}>
            <What alert={alert} />
          </span>
          {alert.isUnread && (
            <span className="sr-only">
              <Trans>, unread</Trans>
            </span>
          )}
        </Link>
        {alert.text !== '' && (
          // The text is cut at its own end, which is the right one for Latin text on an Arabic page.
          <p className="flex text-muted">
            <bdi className="truncate">
              {alert.text === IMAGE_CAPTION ? <Translated text={IMAGE_CAPTION} /> : alert.text}
            </bdi>
          </p>
        )}
        <p className="num text-sm text-muted">
          <bdi dir="ltr">#{shortId(alert.tradeId)}</bdi> · {dates.moment(alert.at)}
        </p>
      </div>
    </li>
  )
}

function What({ alert }: { alert: Alert }) {
  const name = <bdi>{alert.username}</bdi>
  if (alert.sender === 'arbiter') return <Trans>New message from the arbiter of your trade with {name}</Trans>
  if (alert.code === null) return <Trans>New message from {name}</Trans>
  const texts: Record<SystemCode, ReactNode> = {
    opened: <Trans>{name} opened a trade with you</Trans>,
    paid: <Trans>{name} marked the trade as paid</Trans>,
    payment_mark_withdrawn: <Trans>{name} withdrew “paid”: the payment was not sent</Trans>,
    payment_window_extended: <Trans>{name} extended the payment window</Trans>,
    cancelled_by_buyer: <Trans>{name} cancelled the trade</Trans>,
    cancelled_by_seller: <Trans>{name} cancelled the trade</Trans>,
    expired: <Trans>The trade with {name} was cancelled: not paid in time</Trans>,
    confirmed: <Trans>{name} confirmed your payment</Trans>,
    completed: <Trans>The trade with {name} is completed</Trans>,
    refund_held_by_seller: <Trans>{name} cancelled the trade; the refund is held for 15 minutes</Trans>,
    refund_held_by_expiry: <Trans>The trade with {name} was not paid in time; the refund is held for 15 minutes</Trans>,
    refunded: <Trans>The USDT of the trade with {name} was returned to the seller</Trans>,
    objected: <Trans>{name} objected to the refund: a dispute is open</Trans>,
    dispute_opened_by_buyer: <Trans>{name} opened a dispute</Trans>,
    dispute_opened_by_seller: <Trans>{name} opened a dispute</Trans>,
    dispute_opened_by_system: <Trans>A dispute about the trade with {name} was opened after 24 hours</Trans>,
    statement_by_buyer: <Trans>{name} submitted a statement</Trans>,
    statement_by_seller: <Trans>{name} submitted a statement</Trans>,
    statements_closed: <Trans>The dispute with {name} goes to the arbiter</Trans>,
    arbiter_assigned: <Trans>An arbiter has taken the dispute with {name}</Trans>,
    decision_made: <Trans>The dispute with {name} was decided</Trans>,
    final_decision_made: <Trans>Final decision in the dispute with {name}</Trans>,
    decision_late: <Trans>The decision about the trade with {name} is late</Trans>,
    appealed_by_buyer: <Trans>{name} appealed the decision</Trans>,
    appealed_by_seller: <Trans>{name} appealed the decision</Trans>,
    decision_accepted_by_buyer: <Trans>{name} accepted the decision</Trans>,
    decision_accepted_by_seller: <Trans>{name} accepted the decision</Trans>,
    conceded_by_buyer: <Trans>{name} conceded the dispute</Trans>,
    conceded_by_seller: <Trans>{name} conceded the dispute</Trans>,
    released_by_decision: <Trans>By decision, the USDT of the trade with {name} was released to the buyer</Trans>,
    refunded_by_decision: <Trans>By decision, the USDT of the trade with {name} was returned to the seller</Trans>,
    split_by_decision: <Trans>By decision, the USDT of the trade with {name} was split</Trans>,
  }
  return texts[alert.code]
}
