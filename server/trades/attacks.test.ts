/** Attacks on the trade machine with the database owner's rights: every refusal is a named rule of the tables. */
import { describe, expect, test } from 'vitest'
import { event, firstEvent, refusalOf, stand, transfer } from '../testing/attacks/attack.ts'
import type { Attack } from '../testing/attacks/attack.ts'
import { useMarketFixture } from '../testing/suite.ts'

const fixture = useMarketFixture()

const MARK = { to: 'payment_sent', action: 'mark_paid', role: 'buyer' } as const

const events: Attack[] = [
  [
    'a move that no rule knows',
    'trade_events_allowed',
    ({ trades, buyer }) =>
      event(trades.awaiting_payment, { to: 'completed', action: 'mark_paid', role: 'buyer', actor: buyer }),
  ],
  [
    'a skipped step',
    'trade_events_chain',
    ({ trades, seller }) =>
      event(trades.awaiting_payment, {
        from: "'payment_sent'",
        to: 'payment_confirmed',
        action: 'confirm_receipt',
        role: 'seller',
        actor: seller,
      }),
  ],
  [
    'a number left out',
    'trade_events_chain',
    ({ trades, buyer }) =>
      event(trades.awaiting_payment, {
        seq: 't.version + 2',
        to: 'payment_sent',
        action: 'mark_paid',
        role: 'buyer',
        actor: buyer,
      }),
  ],
  [
    'a repeated event',
    'trade_events_pkey',
    ({ trades, buyer }) => firstEvent(`'${trades.awaiting_payment}'`, 1, buyer),
  ],
  [
    'a first event in the middle',
    'trade_events_first',
    ({ trades, buyer }) => firstEvent(`'${trades.awaiting_payment}'`, 2, buyer),
  ],
  [
    'a stranger pays',
    'trade_events_by_buyer',
    ({ trades, stranger }) =>
      event(trades.awaiting_payment, { to: 'payment_sent', action: 'mark_paid', role: 'buyer', actor: stranger }) +
      stand(trades.awaiting_payment, 'payment_sent'),
  ],
  [
    'the seller poses as the buyer',
    'trade_events_by_buyer',
    ({ trades, seller }) =>
      event(trades.awaiting_payment, { to: 'payment_sent', action: 'mark_paid', role: 'buyer', actor: seller }) +
      stand(trades.awaiting_payment, 'payment_sent'),
  ],
  [
    'the buyer confirms his own payment',
    'trade_events_by_seller',
    ({ trades, buyer }) =>
      event(trades.payment_sent, { to: 'payment_confirmed', action: 'confirm_receipt', role: 'seller', actor: buyer }) +
      stand(trades.payment_sent, 'payment_confirmed'),
  ],
  [
    'a payment mark without an actor',
    'trade_events_actor_named',
    ({ trades }) => event(trades.awaiting_payment, { to: 'payment_sent', action: 'mark_paid', role: 'buyer' }),
  ],
  [
    'a user settles as the system',
    'trade_events_actor_named',
    ({ trades, buyer }) =>
      event(trades.payment_confirmed, { to: 'completed', action: 'settle', role: 'system', actor: buyer }),
  ],
  [
    'an event the trade does not follow',
    'trades_stands_at_last_event',
    ({ trades, buyer }) =>
      event(trades.awaiting_payment, { to: 'payment_sent', action: 'mark_paid', role: 'buyer', actor: buyer }),
  ],
  ['an event of no trade', 'trades_as_offered', ({ buyer }) => firstEvent('gen_random_uuid()', 1, buyer)],
  [
    'an event that knows another window',
    'trade_events_of_trade',
    ({ trades, buyer }) =>
      event(trades.awaiting_payment, { to: 'payment_sent', action: 'mark_paid', role: 'buyer', actor: buyer }).replace(
        't.payment_window_minutes',
        '360',
      ) + stand(trades.awaiting_payment, 'payment_sent'),
  ],
  [
    'an event from yesterday',
    'trade_events_now',
    ({ trades, buyer }) =>
      event(trades.awaiting_payment, {
        to: 'payment_sent',
        action: 'mark_paid',
        role: 'buyer',
        actor: buyer,
        at: "clock_timestamp() - interval '1 day'",
      }),
  ],
  [
    'an event from tomorrow',
    'trade_events_now',
    ({ trades, buyer }) =>
      event(trades.awaiting_payment, {
        to: 'payment_sent',
        action: 'mark_paid',
        role: 'buyer',
        actor: buyer,
        at: "clock_timestamp() + interval '1 day'",
      }),
  ],
  [
    'the clock comes early',
    'trade_events_late',
    ({ trades }) => event(trades.awaiting_payment, { to: 'cancelled', action: 'expire', role: 'system' }),
  ],
  [
    'a deadline moved on the way',
    'trade_events_pay_deadline',
    ({ trades, buyer }) =>
      event(trades.awaiting_payment, {
        to: 'payment_sent',
        action: 'mark_paid',
        role: 'buyer',
        actor: buyer,
        deadline: "t.pay_deadline + interval '1 hour'",
      }),
  ],
  [
    'another deadline than was found',
    'trade_events_chain',
    ({ trades, buyer }) =>
      event(trades.awaiting_payment, {
        to: 'payment_sent',
        action: 'mark_paid',
        role: 'buyer',
        actor: buyer,
        found: "t.pay_deadline + interval '1 hour'",
        deadline: "t.pay_deadline + interval '1 hour'",
      }),
  ],
  [
    'more time than the window',
    'trade_events_pay_deadline',
    ({ trades, seller }) =>
      event(trades.awaiting_payment, {
        to: 'awaiting_payment',
        action: 'extend_payment_window',
        role: 'seller',
        actor: seller,
        deadline: "t.pay_deadline + interval '31 minutes'",
      }),
  ],
  [
    'time given twice',
    'trade_events_once_only',
    ({ trades: { awaiting_payment: id }, seller }) => {
      const later = "pay_deadline + interval '30 minutes'"
      const give = () =>
        event(id, {
          to: 'awaiting_payment',
          action: 'extend_payment_window',
          role: 'seller',
          actor: seller,
          deadline: `t.${later}`,
        })
      return give() + stand(id, 'awaiting_payment', later) + give()
    },
  ],
  [
    'a payment mark withdrawn with a minute left',
    'trade_events_pay_deadline',
    ({ trades, buyer }) =>
      event(trades.payment_sent, {
        to: 'awaiting_payment',
        action: 'withdraw_payment_mark',
        role: 'buyer',
        actor: buyer,
        deadline: "clock_timestamp() + interval '1 minute'",
      }),
  ],
  [
    'a payment that never arrives',
    'trade_events_arrives_by',
    ({ trades, buyer }) => event(trades.awaiting_payment, { ...MARK, actor: buyer, arrivesBy: "'infinity'" }),
  ],
  [
    'a payment that arrived before it was made',
    'trade_events_arrives_by',
    ({ trades, buyer }) => event(trades.awaiting_payment, { ...MARK, actor: buyer, arrivesBy: "'-infinity'" }),
  ],
  [
    'a payment mark without an arrival',
    'trade_events_arrives_by',
    ({ trades, buyer }) => event(trades.awaiting_payment, { ...MARK, actor: buyer, arrivesBy: 'null' }),
  ],
  [
    'a payment missed before it can arrive',
    'trade_events_not_received_after_arrival',
    ({ trades: { awaiting_payment: id }, buyer, seller }) =>
      event(id, { ...MARK, actor: buyer, arrivesBy: "now.moment + interval '1 hour'" }) +
      stand(id, 'payment_sent') +
      event(id, { to: 'disputed', action: 'open_dispute', role: 'seller', actor: seller, reason: 'not_received' }),
  ],
  [
    'one command used twice',
    'trade_events_command_once',
    ({ trades, seller, buyer }) =>
      event(trades.payment_sent, {
        to: 'payment_confirmed',
        action: 'confirm_receipt',
        role: 'seller',
        actor: seller,
        key: `${buyer}:paid`,
      }),
  ],
  [
    'an event edited',
    'trade_events_append_only',
    ({ trades }) => `update trade_events set actor_role = 'seller' where trade_id = '${trades.cancelled}'`,
  ],
  [
    'an event deleted',
    'trade_events_append_only',
    ({ trades }) => `delete from trade_events where trade_id = '${trades.cancelled}' and seq = 2`,
  ],
  ['history cut off', 'trade_events_append_only', () => 'truncate trades, trade_events cascade'],
]

const trades: Attack[] = [
  ['a status by hand', 'trades_at_last_event', (s) => stand(s.trades.awaiting_payment, 'completed')],
  ['an unknown status', 'trades_at_last_event', (s) => stand(s.trades.awaiting_payment, 'paid')],
  [
    'a deadline by hand',
    'trades_at_last_event',
    (s) => stand(s.trades.awaiting_payment, 'awaiting_payment', "pay_deadline + interval '1 day'"),
  ],
  [
    'more time before the dispute, afterwards',
    'trades_frozen',
    (s) => `update trades set escalation_hours = escalation_hours + 1 where id = '${s.trades.awaiting_payment}'`,
  ],
  [
    'a version skipped',
    'trades_version_steps',
    (s) => `update trades set version = version + 2 where id = '${s.trades.awaiting_payment}'`,
  ],
  [
    'a status without a version',
    'trades_version_steps',
    (s) => `update trades set status = 'cancelled' where id = '${s.trades.awaiting_payment}'`,
  ],
  ...[
    'fiat_milli = fiat_milli + 10',
    'usdt_micro = usdt_micro - 1',
    'fee_micro = 0',
    'rate_e6 = 1',
    'percentage_tenths = -100',
    'seller_id = taker_id',
    'buyer_id = gen_random_uuid()',
    "terms = 'Pay me twice, please.'",
    "payment_method = 'revolut'",
    "escrow_address = '0xAb' || repeat('0', 38)",
    "created_at = created_at - interval '1 day'",
    'payment_window_minutes = 360',
    'quote_id = gen_random_uuid()',
  ].map((change): Attack => [
    `agreed, then changed: ${change.split(' =')[0]}`,
    'trades_frozen',
    (s) => `update trades set version = version + 1, ${change} where id = '${s.trades.awaiting_payment}'`,
  ]),
  ['a trade deleted', 'trades_append_only', (s) => `delete from trades where id = '${s.trades.cancelled}'`],
  [
    'cancelled without a refund',
    'trades_escrow_agrees',
    (s) =>
      event(s.trades.awaiting_payment, { to: 'cancelled', action: 'cancel', role: 'buyer', actor: s.buyer }) +
      stand(s.trades.awaiting_payment, 'cancelled'),
  ],
  [
    'completed without a release',
    'trades_escrow_agrees',
    (s) =>
      event(s.trades.payment_confirmed, { to: 'completed', action: 'settle', role: 'system' }) +
      stand(s.trades.payment_confirmed, 'completed'),
  ],
  [
    'completed with the fee kept by the buyer',
    'trades_escrow_agrees',
    (s) =>
      event(s.trades.payment_confirmed, { to: 'completed', action: 'settle', role: 'system' }) +
      stand(s.trades.payment_confirmed, 'completed') +
      transfer(s.trades.payment_confirmed, 'release', 'escrow', s.buyer),
  ],
  [
    'a move out of a closed trade',
    'trade_events_allowed',
    (s) => event(s.trades.completed, { to: 'cancelled', action: 'cancel', role: 'seller', actor: s.seller }),
  ],
]

describe('events', () => {
  test.each(events)('%s: %s', check)
})
describe('trades', () => {
  test.each(trades)('%s: %s', check)
})

async function check(_: string, refusedBy: string, statements: Attack[2]) {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
}
