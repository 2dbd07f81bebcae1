/** The refusals of taking an offer: of the offer, the taker, the pair or the amount; part of `ERRORS` (errors.ts). */
export const TAKING_ERRORS = {
  own_offer: { kind: 'conflict', text: /*i18n*/ 'You cannot trade with your own offer' },
  offer_unavailable: { kind: 'conflict', text: /*i18n*/ 'This offer isn’t open for trades.' },
  payment_method_not_offered: {
    kind: 'conflict',
    text: /*i18n*/ 'Choose one of the offer’s payment methods.',
  },
  offer_closed: {
    kind: 'conflict',
    text: /*i18n*/ 'This offer is closed. It reopens {opensAt}.',
  },
  business_hours_missing: { kind: 'conflict', text: /*i18n*/ 'Set your business hours first.' },
  business_hours_used: {
    kind: 'conflict',
    text: /*i18n*/ '{offers, plural, one {# offer follows} other {# offers follow}} your business hours. Change that first.',
  },
  trade_not_possible: { kind: 'conflict', text: /*i18n*/ 'You can’t open a trade with this trader.' },
  taker_account_too_new: {
    kind: 'conflict',
    text: /*i18n*/ 'This offer is for accounts that are at least {days, plural, one {# day} other {# days}} old. Yours is {ownDays, plural, one {# day} other {# days}} old.',
  },
  taker_trades_too_few: {
    kind: 'conflict',
    text: /*i18n*/ 'This offer is for traders with at least {trades, plural, one {# completed trade} other {# completed trades}}. You have {ownTrades}.',
  },
  taker_completion_too_low: {
    kind: 'conflict',
    text: /*i18n*/ 'This offer is for traders with a completion rate of at least {rate}%. Yours is {ownRate}%.',
  },
  taker_completion_unknown: {
    kind: 'conflict',
    text: /*i18n*/ 'This offer is for traders with a completion rate of at least {rate}%. You don’t have one yet: none of your trades is closed.',
  },
  offer_busy: {
    kind: 'conflict',
    text: /*i18n*/ 'This offer has reached its limit of open trades. Try again later.',
  },
  offer_trade_open: {
    kind: 'conflict',
    text: /*i18n*/ 'You can have one open trade on an offer. Complete or cancel yours first.',
  },
  new_trader_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'New traders can have up to {limit} open trades. Complete or cancel one first. After {days, plural, one {# day} other {# days}} and a completed trade the limit is {laterLimit}.',
  },
  open_trades_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'You can have up to {limit} open trades on other traders’ offers. Complete or cancel one first.',
  },
  tier_trade_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'Your limit for one trade{risk, select, reversible { with payments that are easy to reverse} in_person { in person} other {}} is {limitUsdt} USDT. {nextStep, select, rehearsal {Pass the rehearsal to raise this limit.} record {Complete more trades with different traders to raise this limit.} other {You have the highest tier.}}',
  },
  tier_open_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'Your limit for all open trades{risk, select, reversible { with payments that are easy to reverse} in_person { in person} other {}} is {limitUsdt} USDT, and you have {usedUsdt} USDT in open trades. Complete one first. {nextStep, select, rehearsal {Pass the rehearsal to raise this limit.} record {Complete more trades with different traders to raise this limit.} other {You have the highest tier.}}',
  },
  tier_day_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'Your limit for 24 hours{risk, select, reversible { with payments that are easy to reverse} in_person { in person} other {}} is {limitUsdt} USDT, and you have traded {usedUsdt} USDT. {nextStep, select, rehearsal {Pass the rehearsal to raise this limit.} record {Complete more trades with different traders to raise this limit.} other {You have the highest tier.}}',
  },
  counterparty_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'The other trader’s limits allow up to {availableUsdt} USDT for this trade. Enter a smaller amount, or choose another offer.',
  },
  new_taker_network_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'Traders without a completed trade who share an internet connection can have up to {limit} open trades together. Try again when one of them is closed. Your first completed trade lifts this limit.',
  },
  new_taker_offer_busy: {
    kind: 'conflict',
    text: /*i18n*/ 'Traders without a completed trade can have up to {slots, plural, one {# open trade} other {# open trades}} on this offer together. Try again later, or choose another offer. Your first completed trade lifts this limit.',
  },
  new_taker_usdt_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'Traders without a completed trade share a part of each offer. {availableUsdt} USDT of this one are left for them. Enter a smaller amount, or choose another offer. Your first completed trade lifts this limit.',
  },
  bond_needed: {
    kind: 'conflict',
    text: /*i18n*/ 'What you could take without a bond is no longer available. Check the new quote, which has a bond.',
  },
} as const
