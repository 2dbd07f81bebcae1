import type { CaseLinkKind } from '../../../domain/disputes/linked-cases.ts'
import type { ListedCase } from '../../../domain/api/disputes/disputes.ts'
import type { DisputeAction } from '../../../domain/disputes/disputes.ts'
import type { TradeAction } from '../../../domain/trades/trades.ts'

/** Why an arbiter cannot take a case; `days` is `ARBITER_CONFLICT_DAYS`. */
export const CONFLICT_TEXTS: Readonly<Record<NonNullable<ListedCase['conflict']>, string>> = {
  party: /*i18n*/ 'You are a party to this trade.',
  traded: /*i18n*/ 'You traded with one of the parties in the last {days, plural, one {# day} other {# days}}.',
  team: /*i18n*/ 'You were in the same team as one of the parties in the last {days, plural, one {# day} other {# days}}.',
  had_before: /*i18n*/ 'You have already handled this case.',
}

const OUTAGE_ENDED = /*i18n*/ 'Moved the deadline: an outage ended'

/** No move of the trade, but the moment from which the buyer could pay. */
export const DETAILS_SHOWN = /*i18n*/ 'Was shown the payment details'

export const TRADE_ACTION_TEXTS: Readonly<Record<TradeAction, string>> = {
  open: /*i18n*/ 'Opened the trade',
  mark_paid: /*i18n*/ 'Marked it as paid',
  withdraw_payment_mark: /*i18n*/ 'Undid “paid”',
  extend_payment_window: /*i18n*/ 'Extended the payment window',
  cancel: /*i18n*/ 'Cancelled the trade',
  cancel_after_details: /*i18n*/ 'Cancelled; the refund was held',
  expire: /*i18n*/ 'Cancelled: the payment window had passed',
  expire_after_details: /*i18n*/ 'Held the refund: the payment window had passed',
  refund: /*i18n*/ 'Returned the USDT to the seller',
  object: /*i18n*/ 'Objected to the refund',
  confirm_receipt: /*i18n*/ 'Confirmed payment received',
  settle: /*i18n*/ 'Released the USDT',
  open_dispute: /*i18n*/ 'Opened a dispute',
  escalate: /*i18n*/ 'Opened a dispute: not confirmed in time',
  concede: /*i18n*/ 'Conceded',
  release_decided: /*i18n*/ 'Carried out the decision: released',
  refund_decided: /*i18n*/ 'Carried out the decision: returned',
  split_decided: /*i18n*/ 'Carried out the decision: split',
  extend_for_outage: OUTAGE_ENDED,
}

/** Null: the move of the trade that goes with it says the same. */
export const DISPUTE_ACTION_TEXTS: Readonly<Record<DisputeAction, string | null>> = {
  open: null,
  state: /*i18n*/ 'Submitted a statement',
  close_statements: /*i18n*/ 'Closed the statements',
  take: /*i18n*/ 'Took the case',
  decide: /*i18n*/ 'Decided the case',
  reassign: /*i18n*/ 'Gave the case back: the decision was late',
  appeal: /*i18n*/ 'Appealed',
  accept: /*i18n*/ 'Accepted the decision',
  execute: null,
  confirm_receipt: null,
  concede: null,
  extend_for_outage: OUTAGE_ENDED,
}

/** What connects the takers of a group's cases. */
export const CASE_LINK_TEXTS: Readonly<Record<CaseLinkKind, string>> = {
  taker: /*i18n*/ 'the same user',
  network: /*i18n*/ 'the same network',
  browser: /*i18n*/ 'the same browser',
  payment_account: /*i18n*/ 'the same payment account',
}
