/** The mails of the channel "email" of notifications (domain/notifications/notifications.ts), in English. */
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import type { MailText } from './mail-text.ts'

export const TEST_ENVIRONMENT = /*i18n*/ 'Test environment: the USDT is not real. Don’t send real money.'

const TRADE = {
  button: /*i18n*/ 'View trade',
  // Not in the small print: many of these mails name an amount to pay.
  closing: [TEST_ENVIRONMENT],
  footer: [
    /*i18n*/ 'This email is about one of your trades. You can turn these emails off in your notification settings.',
  ],
}
const TURN_OFF = /*i18n*/ 'You can turn these emails off in your notification settings.'
const OFFERS = { button: /*i18n*/ 'View my offers', linkPath: '/my-offers', footer: [TURN_OFF] }
const TRADES = { button: /*i18n*/ 'View my trades', linkPath: '/trades', footer: [TURN_OFF] }
const STATEMENT_WANTED = /*i18n*/ 'Submit your statement by {until}. If you don’t, the arbiter decides without it.'

export const SUMMARY_SUBJECT =
  /*i18n*/ '{count, plural, one {# more trade waits for you} other {# more trades wait for you}}'
/** A trade of a summary: the subject of its own email, and what it is about. */
export const SUMMARY_LINE = /*i18n*/ '{what}: {trader}, {fiat}, until {until}'
export const SUMMARY_MORE = /*i18n*/ '{more, plural, one {And # more.} other {And # more.}}'

/** What becomes of the bond of a trade whose refund is held; no arbiter has decided about it. */
export const BOND_HELD_TEXTS: Readonly<Record<PartyRole, Readonly<Record<Exclude<BondOutcome, 'burned'>, string>>>> = {
  buyer: {
    returned: /*i18n*/ 'Unless you object, your bond of {bond} is then returned to you.',
    awarded: /*i18n*/ 'Unless you object, your bond of {bond} is then paid to the seller.',
  },
  seller: {
    returned: /*i18n*/ 'Unless the buyer objects, their bond of {bond} is then returned to them.',
    awarded: /*i18n*/ 'Unless the buyer objects, their bond of {bond} is then paid to you.',
  },
}

/** The link below every mail of a notification. */
export const NOTIFICATION_SETTINGS = { label: /*i18n*/ 'Notification settings', path: '/settings?tab=notifications' }

export const NOTIFICATION_TEXTS = {
  trade_opened: {
    subject: /*i18n*/ 'New trade on your offer',
    paragraphs: [
      /*i18n*/ '{role, select, buyer {{trader} opened a trade for {fiat} on your offer. Pay by {until}, and then mark the trade as paid.} other {{trader} opened a trade for {fiat} on your offer, and has until {until} to pay. There’s nothing to do until the trade is marked as paid.}}',
    ],
    bond: 'rule',
    ...TRADE,
  },
  trade_paid: {
    subject: /*i18n*/ 'The buyer marked the trade as paid',
    paragraphs: [
      /*i18n*/ '{trader} marked your trade for {fiat} as paid. If you have the money, confirm it by {until}. After that, a dispute is opened automatically.',
      /*i18n*/ 'Confirm only what you have seen in your own account or, in person, counted yourself. An email or a screenshot is no payment.',
    ],
    ...TRADE,
  },
  trade_payee_no_match: {
    subject: /*i18n*/ 'The buyer recorded that the name on your account doesn’t match',
    paragraphs: [
      /*i18n*/ '{trader} recorded that the name on your account doesn’t match, and shouldn’t pay {fiat} until that is explained.',
      /*i18n*/ 'Check the name on your account and answer in the chat by {until}. If the name is wrong, cancel the trade.',
    ],
    ...TRADE,
  },
  trade_payment_mark_withdrawn: {
    subject: /*i18n*/ 'The buyer undid “paid”',
    paragraphs: [/*i18n*/ '{trader} says they haven’t paid {fiat}, and has until {until} to pay.'],
    ...TRADE,
  },
  trade_payment_window_extended: {
    subject: /*i18n*/ 'The payment window was extended',
    paragraphs: [
      /*i18n*/ '{trader} extended the payment window for {fiat}. Pay by {until}, and then mark the trade as paid.',
    ],
    ...TRADE,
  },
  trade_cancelled: {
    subject: /*i18n*/ 'A trade was cancelled',
    paragraphs: [
      /*i18n*/ '{role, select, buyer {{trader} cancelled the trade for {fiat}. Don’t pay: the USDT was returned to the seller.} other {{trader} cancelled the trade for {fiat}. Your USDT was returned to you.}}',
    ],
    bond: 'end',
    ...TRADE,
  },
  trade_expired: {
    subject: /*i18n*/ 'A trade was cancelled: the payment window expired',
    paragraphs: [
      /*i18n*/ '{role, select, buyer {The payment window of your trade with {trader} for {fiat} expired. Don’t pay: the USDT was returned to the seller.} other {The payment window of your trade with {trader} for {fiat} expired. Your USDT was returned to you.}}',
    ],
    bond: 'end',
    ...TRADE,
  },
  trade_completed: {
    subject: /*i18n*/ 'Your trade is completed',
    paragraphs: [/*i18n*/ 'Your trade with {trader} for {fiat} is completed. The USDT has been released to you.'],
    bond: 'end',
    ...TRADE,
  },
  trade_refund_held: {
    subject:
      /*i18n*/ 'A trade was cancelled: the refund is held for {refundHoldMinutes, plural, one {# minute} other {# minutes}}',
    paragraphs: [
      /*i18n*/ '{role, select, buyer {Your trade with {trader} for {fiat} was cancelled. If you’ve already paid, object by {until} with a proof of payment. If not, don’t pay.} other {Your trade with {trader} for {fiat} was cancelled. Your USDT is returned to you on {until}, unless the buyer objects with a proof of payment.}}',
      /*i18n*/ 'The refund is held for {refundHoldMinutes, plural, one {# minute} other {# minutes}}, because the buyer had seen the payment details.',
    ],
    bond: 'held',
    ...TRADE,
  },
  dispute_opened: {
    subject: /*i18n*/ 'A dispute was opened about your trade',
    paragraphs: [
      /*i18n*/ '{trader} opened a dispute about your trade for {fiat}. The USDT stays locked.',
      STATEMENT_WANTED,
    ],
    ...TRADE,
  },
  dispute_opened_by_system: {
    subject: /*i18n*/ 'Your trade is disputed: the payment was not confirmed',
    paragraphs: [
      /*i18n*/ 'The payment of {fiat} in your trade with {trader} was not confirmed in time, so a dispute was opened. The USDT stays locked.',
      STATEMENT_WANTED,
    ],
    ...TRADE,
  },
  dispute_decided: {
    subject: /*i18n*/ 'Your dispute was decided',
    paragraphs: [
      /*i18n*/ 'An arbiter decided the dispute about your trade with {trader} for {fiat}.',
      /*i18n*/ 'The losing party can appeal until {until}. Without an appeal, the decision is then carried out.',
    ],
    ...TRADE,
  },
  dispute_appealed: {
    subject: /*i18n*/ 'The other party appealed the decision',
    paragraphs: [
      /*i18n*/ '{trader} appealed the decision about your trade for {fiat}. Another arbiter decides, and that decision is final.',
      STATEMENT_WANTED,
    ],
    ...TRADE,
  },
  dispute_decided_finally: {
    subject: /*i18n*/ 'Final decision in your dispute',
    paragraphs: [
      /*i18n*/ 'Another arbiter decided the appeal about your trade with {trader} for {fiat}. This decision is final.',
    ],
    ...TRADE,
  },
  dispute_closed: {
    subject: /*i18n*/ 'Your dispute is closed',
    paragraphs: [
      /*i18n*/ '{outcome, select, release {By decision, the USDT was released to the buyer.} refund {By decision, the USDT was returned to the seller.} split {By decision, the USDT was split between buyer and seller.} seller_conceded {The seller conceded, and the USDT is released to the buyer.} other {The buyer conceded, and the USDT was returned to the seller.}}',
      /*i18n*/ 'The dispute about your trade with {trader} for {fiat} is closed.',
    ],
    bond: 'end',
    ...TRADE,
  },
  message_received: {
    subject: /*i18n*/ 'New message in your trade',
    paragraphs: [
      /*i18n*/ '{trader} sent you a message in your trade for {fiat}. Further messages aren’t emailed until you’ve read it.',
    ],
    ...TRADE,
  },
  statement_wanted: {
    subject: /*i18n*/ 'Your statement is missing',
    paragraphs: [/*i18n*/ '{trader} submitted a statement in the dispute about {fiat}.', STATEMENT_WANTED],
    ...TRADE,
  },
  rating_received: {
    subject: /*i18n*/ 'A trader rated your trade',
    paragraphs: [/*i18n*/ '{trader} rated your trade for {fiat}.'],
    ...TRADE,
  },
  offer_expired: {
    subject: /*i18n*/ 'One of your offers expired',
    paragraphs: [
      /*i18n*/ 'An offer expires {offerLifeDays, plural, one {# day} other {# days}} after it was last changed or activated. Activate it again to show it on the market.',
    ],
    ...OFFERS,
  },
  offer_sold_out: {
    subject: /*i18n*/ 'One of your offers is out of USDT',
    paragraphs: [
      /*i18n*/ 'One of your offers has less USDT left than its smallest trade needs, so no trader can open one. Add USDT to the offer to continue.',
    ],
    ...OFFERS,
  },
  saved_search_matched: {
    subject: /*i18n*/ 'An offer matches one of your saved searches',
    paragraphs: [
      /*i18n*/ 'An offer that is new or was changed matches one of your saved searches. Other traders can take it too.',
    ],
    button: /*i18n*/ 'View offer',
    footer: [TURN_OFF],
  },
  outage_started: {
    subject: /*i18n*/ 'An outage began',
    paragraphs: [
      /*i18n*/ 'The deadlines of your open trades and disputes are suspended until the outage ends. They are then extended by its length, so you lose no time.',
    ],
    ...TRADES,
  },
  outage_ended: {
    subject: /*i18n*/ 'The outage ended',
    paragraphs: [
      /*i18n*/ 'The deadlines of your open trades and disputes run again. They were extended by the length of the outage.',
    ],
    ...TRADES,
  },
  webhook_paused: {
    subject: /*i18n*/ 'A webhook was paused',
    paragraphs: [
      /*i18n*/ 'The webhook of your API key “{name}” didn’t accept our requests, so we stopped sending. Check its address, and then resume it in your settings.',
    ],
    button: /*i18n*/ 'Review webhooks',
    linkPath: '/settings?tab=keys',
    footer: [TURN_OFF],
  },
  announcement: {
    subject: /*i18n*/ 'News from Sarraf',
    paragraphs: [/*i18n*/ 'Here is what is new:'],
    quotedValue: 'message',
    footer: [TURN_OFF],
  },
  currency_switched_off: {
    subject: /*i18n*/ 'A currency of your offers was switched off',
    paragraphs: [
      /*i18n*/ 'Trading in {currency} is switched off for now. Your offers in {currency} are off the market, and no trade can be opened on them. Open trades continue.',
      /*i18n*/ 'You don’t need to do anything: active offers return to the market when the currency is available again.',
    ],
    ...OFFERS,
  },
  currency_switched_on: {
    subject: /*i18n*/ 'A currency of your offers is available again',
    paragraphs: [
      /*i18n*/ 'Trading in {currency} is possible again. Your active offers in {currency} are back on the market.',
    ],
    ...OFFERS,
  },
  trades_summary: {
    subject: SUMMARY_SUBJECT,
    paragraphs: [/*i18n*/ 'These trades wait for you, besides those that we have already emailed you about:'],
    listsTrades: true,
    button: TRADES.button,
    linkPath: TRADES.linkPath,
    closing: [
      TEST_ENVIRONMENT,
      /*i18n*/ 'So that your mailbox stays readable, we email {urgentAlone, plural, one {# such alert} other {# such alerts}} an hour one by one, and sum up the others every {summaryMinutes, plural, one {minute} other {# minutes}}. Your alerts on Sarraf list all of them.',
    ],
    footer: [TURN_OFF],
  },
} as const satisfies Partial<Record<MailKind, MailText>>
