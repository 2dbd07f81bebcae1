/** Attacks on the ledger with the database owner's rights. */
import { expect, test } from 'vitest'
import { event, refusalOf, stand, transfer } from '../../testing/attacks/attack.ts'
import type { Attack } from '../../testing/attacks/attack.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const fixture = useMarketFixture()

const attacks: Attack[] = [
  [
    'a release on its own',
    'trades_escrow_agrees',
    (s) => transfer(s.trades.payment_sent, 'release', 'escrow', s.buyer, 't.buyer_receives_micro'),
  ],
  [
    'a release of one micro',
    'trades_escrow_agrees',
    (s) => transfer(s.trades.payment_sent, 'release', 'escrow', s.buyer, '1'),
  ],
  ['a refund on its own', 'trades_escrow_agrees', (s) => transfer(s.trades.payment_sent, 'refund', 'escrow', s.seller)],
  [
    'a fee on its own',
    'trades_escrow_agrees',
    (s) => transfer(s.trades.payment_sent, 'fee', 'escrow', 'fees', 't.fee_micro'),
  ],
  ['a second lock', 'transfers_leg_once', (s) => transfer(s.trades.payment_sent, 'lock', s.seller, 'escrow')],
  [
    'a second release',
    'transfers_leg_once',
    (s) => transfer(s.trades.completed, 'release', 'escrow', s.buyer, 't.buyer_receives_micro'),
  ],
  [
    'a refund after the release',
    'transfers_one_outcome',
    (s) => transfer(s.trades.completed, 'refund', 'escrow', s.seller),
  ],
  [
    'a release after the refund',
    'transfers_one_outcome',
    (s) => transfer(s.trades.cancelled, 'release', 'escrow', s.buyer),
  ],
  [
    'more than escrow holds',
    'ledger_accounts_never_below_zero',
    (s) => transfer(s.trades.payment_sent, 'release', 'escrow', s.buyer, 't.seller_locks_micro + 1'),
  ],
  [
    'nothing at all',
    'transfers_amount_positive',
    (s) => transfer(s.trades.payment_sent, 'release', 'escrow', s.buyer, '0'),
  ],
  [
    'a negative amount',
    'transfers_amount_positive',
    (s) => transfer(s.trades.payment_sent, 'release', 'escrow', s.buyer, '-5'),
  ],
  ['a leg of another name', 'transfers_leg', (s) => transfer(s.trades.payment_sent, 'gift', 'escrow', s.buyer)],
  [
    'released to a stranger',
    'transfers_own_parties',
    (s) => transfer(s.trades.payment_confirmed, 'release', 'escrow', s.stranger),
  ],
  [
    'released to the seller',
    'transfers_own_parties',
    (s) => transfer(s.trades.payment_confirmed, 'release', 'escrow', s.seller),
  ],
  [
    'refunded to the buyer',
    'transfers_own_parties',
    (s) => transfer(s.trades.payment_sent, 'refund', 'escrow', s.buyer),
  ],
  [
    'released out of another trade’s escrow',
    'transfers_own_escrow',
    (s) =>
      transfer(s.trades.payment_confirmed, 'release', 'escrow', s.buyer).replace(
        'trade_id = t.id',
        `trade_id = '${s.trades.payment_sent}'`,
      ),
  ],
  [
    'released to the fees',
    'transfers_credit',
    (s) => transfer(s.trades.payment_confirmed, 'release', 'escrow', 'fees'),
  ],
  ['a fee to a person', 'transfers_credit', (s) => transfer(s.trades.payment_confirmed, 'fee', 'escrow', s.buyer)],
  [
    'released from the seller’s outside account',
    'transfers_debit',
    (s) => transfer(s.trades.payment_confirmed, 'release', s.seller, s.buyer),
  ],
  [
    'released and refunded in one settling',
    'transfers_one_outcome',
    (s) =>
      event(s.trades.payment_confirmed, { to: 'completed', action: 'settle', role: 'system' }) +
      stand(s.trades.payment_confirmed, 'completed') +
      transfer(s.trades.payment_confirmed, 'release', 'escrow', s.buyer, '1') +
      transfer(s.trades.payment_confirmed, 'refund', 'escrow', s.seller, '1'),
  ],
  [
    'a smaller fee',
    'trades_escrow_agrees',
    (s) =>
      event(s.trades.payment_confirmed, { to: 'completed', action: 'settle', role: 'system' }) +
      stand(s.trades.payment_confirmed, 'completed') +
      transfer(s.trades.payment_confirmed, 'release', 'escrow', s.buyer, 't.buyer_receives_micro + 1') +
      transfer(s.trades.payment_confirmed, 'fee', 'escrow', 'fees', 't.fee_micro - 1'),
  ],
  [
    'a transfer dated back',
    'transfers_now',
    (s) =>
      transfer(s.trades.payment_sent, 'release', 'escrow', s.buyer)
        .replace('amount_micro)', 'amount_micro, at)')
        .replace(' from trades t', ", now() - interval '1 day' from trades t"),
  ],
  [
    'a transfer edited',
    'transfers_append_only',
    (s) => `update transfers set amount_micro = 1 where trade_id = '${s.trades.completed}'`,
  ],
  [
    'a transfer deleted',
    'transfers_append_only',
    (s) => `delete from transfers where trade_id = '${s.trades.completed}'`,
  ],
  ['the ledger emptied', 'transfers_append_only', () => 'truncate transfers'],
  ['the accounts emptied', 'transfers_append_only', () => 'truncate ledger_accounts cascade'],
  [
    'a balance by hand',
    'ledger_accounts_only_by_transfer',
    (s) => `update ledger_accounts set balance_micro = 5 where user_id = '${s.buyer}'`,
  ],
  [
    'an account that starts with money',
    'ledger_accounts_only_by_transfer',
    () => "insert into ledger_accounts (kind, balance_micro) values ('fees', 1)",
  ],
  [
    'an account given to another',
    'ledger_accounts_only_by_transfer',
    (s) => `update ledger_accounts set user_id = '${s.buyer}' where user_id = '${s.stranger}'`,
  ],
  [
    'an account closed',
    'ledger_accounts_only_by_transfer',
    (s) => `delete from ledger_accounts where user_id = '${s.stranger}'`,
  ],
  [
    'a second account of one user',
    'ledger_accounts_user_key',
    (s) => `insert into ledger_accounts (kind, user_id) values ('external', '${s.buyer}')`,
  ],
  [
    'a second escrow of one trade',
    'ledger_accounts_trade_key',
    (s) => `insert into ledger_accounts (kind, trade_id) values ('escrow', '${s.trades.completed}')`,
  ],
  [
    'a second account for the fees',
    'ledger_accounts_one_fees',
    () => "insert into ledger_accounts (kind) values ('fees')",
  ],
  [
    'an account without an owner',
    'ledger_accounts_owner',
    () => "insert into ledger_accounts (kind) values ('external')",
  ],
  [
    'an account of an unknown kind',
    'ledger_accounts_kind',
    () => "insert into ledger_accounts (kind) values ('slush')",
  ],
]

test.each(attacks)('%s: %s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})
