import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { ASSET } from '../../domain/asset.ts'
import { OFFER_LIFE_DAYS } from '../../domain/offers/offers.ts'
import { REFUND_HOLD_MINUTES } from '../../domain/trades/trades.ts'
import { amountInText } from '../amount-in-text.ts'
import { paths } from '../paths.ts'

/** What happened, in one line. */
export function notificationText({ event, username, sender, values }: Notification): string {
  // U+2068 and U+2069 isolate the name, as `<bdi>` does.
  const name = `\u2068${username ?? ''}\u2069`
  const currency = String(values.currency)
  switch (event) {
    case 'trade_opened':
      return t`${name} opened a trade with you`
    case 'trade_paid':
      return t`${name} marked the trade as paid`
    case 'trade_payee_no_match':
      return t`${name} recorded that the name on your account doesn’t match`
    case 'trade_payment_mark_withdrawn':
      return t`${name} undid “paid”: the payment wasn’t sent`
    case 'trade_payment_window_extended':
      return t`${name} extended the payment window`
    case 'trade_cancelled':
      return t`${name} cancelled the trade`
    case 'trade_expired':
      return t`The trade with ${name} was cancelled: not paid in time`
    case 'trade_completed':
      return t`The trade with ${name} is completed`
    case 'trade_released_by_key': {
      const keyName = `\u2068${String(values.name)}\u2069`
      const usdt = `\u2068${amountInText(String(values.usdt), i18n.locales)} ${ASSET}\u2069`
      return t`Your API key ${keyName} released ${usdt} to ${name}`
    }
    case 'trade_refund_held':
      return t`The trade with ${name} was cancelled; the refund is held for ${plural(REFUND_HOLD_MINUTES, { one: '# minute', other: '# minutes' })}`
    case 'trade_refunded':
      return t`The USDT of the trade with ${name} was returned to the seller`
    case 'message_received':
      return sender === 'arbiter'
        ? t`New message from the arbiter of your trade with ${name}`
        : t`New message from ${name}`
    case 'dispute_opened':
      return t`${name} opened a dispute`
    case 'dispute_opened_by_system':
      return t`A dispute about the trade with ${name} was opened because the payment wasn’t confirmed in time`
    case 'statement_wanted':
      return t`${name} submitted a statement. Yours is still missing`
    case 'dispute_statements_closed':
      return t`The dispute with ${name} goes to the arbiter`
    case 'dispute_arbiter_assigned':
      return t`An arbiter has taken the dispute with ${name}`
    case 'dispute_decision_late':
      return t`The decision about the trade with ${name} is late`
    case 'dispute_decided':
      return t`The dispute with ${name} was decided`
    case 'dispute_decision_accepted':
      return t`${name} accepted the decision`
    case 'dispute_appealed':
      return t`${name} appealed the decision`
    case 'dispute_decided_finally':
      return t`Final decision in the dispute with ${name}`
    case 'dispute_closed':
      return closedText(name, values.outcome)
    case 'offer_expired':
      return t`One of your offers expired after ${plural(OFFER_LIFE_DAYS, { one: '# day', other: '# days' })}`
    case 'offer_sold_out':
      return t`One of your offers is out of USDT`
    case 'saved_search_matched':
      return t`An offer matches one of your saved searches`
    case 'rating_received':
      return t`${name} rated your trade`
    case 'account_suspended':
      return t`Your account was suspended`
    case 'account_restored':
      return t`Your account is no longer suspended`
    case 'webhook_paused': {
      const keyName = `\u2068${String(values.name)}\u2069`
      return t`The webhook of your API key ${keyName} was paused`
    }
    case 'outage_started':
      return t`An outage began: the deadlines of your trades are suspended`
    case 'outage_ended':
      return t`The outage ended: your deadlines were extended by its length`
    case 'announcement':
      return String(values[i18n.locale])
    case 'currency_switched_off':
      return t`Trading in ${currency} is switched off: your offers in it are off the market`
    case 'currency_switched_on':
      return t`Trading in ${currency} is possible again: your active offers are back on the market`
  }
}

function closedText(name: string, outcome: string | number | undefined): string {
  switch (outcome) {
    case 'release':
      return t`By decision, the USDT of the trade with ${name} was released to the buyer`
    case 'refund':
      return t`By decision, the USDT of the trade with ${name} was returned to the seller`
    case 'split':
      return t`By decision, the USDT of the trade with ${name} was split`
    default:
      return t`${name} conceded the dispute`
  }
}

const OF_OFFERS: ReadonlySet<Notification['event']> = new Set([
  'offer_expired',
  'offer_sold_out',
  'currency_switched_off',
  'currency_switched_on',
])

/** Where it leads. */
export function notificationPath({ event, tradeId, values }: Notification): string {
  if (tradeId !== null) return paths.trade(tradeId)
  if (OF_OFFERS.has(event)) return paths.myOffers
  if (event === 'saved_search_matched') return paths.offer(String(values.offerId))
  if (event === 'webhook_paused') return paths.settingsTab('keys')
  return paths.alerts
}
