/** Attacks on the payer check with the database owner's rights: every refusal is a named rule of the tables. */
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../domain/limits.ts'
import { event, payerCheck, payerDeclaration, refusalOf, stand } from '../testing/attacks/attack.ts'
import type { Attack } from '../testing/attacks/attack.ts'
import { useMarketFixture } from '../testing/suite.ts'
import { storedFile } from '../testing/proofs.ts'

const fixture = useMarketFixture()

const paid = (buyer: string) => ({
  to: 'payment_sent',
  action: 'mark_paid',
  role: 'buyer',
  actor: buyer,
  isUnchecked: true,
})
const confirmed = (seller: string) => ({
  to: 'payment_confirmed',
  action: 'confirm_receipt',
  role: 'seller',
  actor: seller,
  isUnchecked: true,
})

const markOf = (trade: string, buyer: string) =>
  payerDeclaration(trade) + event(trade, paid(buyer)) + stand(trade, 'payment_sent')

const declarations: Attack[] = [
  [
    'a payment mark without the payer’s name',
    'trade_events_payer_declared',
    ({ trades, buyer }) => event(trades.awaiting_payment, paid(buyer)) + stand(trades.awaiting_payment, 'payment_sent'),
  ],
  [
    'a payment mark of a buyer without a completed trade, without a proof',
    'trade_events_new_buyer_has_proof',
    async (market) => {
      const trade = await market.newTrade('awaiting_payment', market.taker)
      return markOf(trade, market.taker)
    },
  ],
  [
    'the same with a proof that the seller does not see',
    'trade_events_new_buyer_has_proof',
    async (market) => {
      const trade = await market.newTrade('awaiting_payment', market.otherBuyer)
      return (
        storedFile({ trade_id: `'${trade}'`, uploader_id: `'${market.otherBuyer}'` }) + markOf(trade, market.otherBuyer)
      )
    },
  ],
  [
    'a payer declared for another event than the payment mark',
    'payer_declarations_of_mark',
    ({ trades, buyer }) =>
      payerDeclaration(trades.awaiting_payment, { seq: '1' }) +
      event(trades.awaiting_payment, paid(buyer)) +
      stand(trades.awaiting_payment, 'payment_sent'),
  ],
  [
    'a payer declared without a payment mark',
    'payer_declarations_of_mark',
    ({ trades }) => payerDeclaration(trades.awaiting_payment, { seq: '1' }),
  ],
  [
    'a payer declared for an event that does not exist',
    'payer_declarations_of_event',
    ({ trades }) => payerDeclaration(trades.awaiting_payment, { seq: '9' }),
  ],
  [
    'a second payer for one payment mark',
    'payer_declarations_once',
    ({ trades }) => payerDeclaration(trades.payment_sent, { seq: '2' }),
  ],
  [
    'a payer declared by the seller',
    'payer_declarations_by_buyer',
    ({ trades, seller }) => payerDeclaration(trades.awaiting_payment, { buyer_id: `'${seller}'`, seq: '1' }),
  ],
  [
    'a payer’s name that is not sealed',
    'payer_declarations_sealed',
    ({ trades }) => payerDeclaration(trades.awaiting_payment, { sealed: "'Amel Ben Salah'::bytea" }),
  ],
  [
    'a payer without a name',
    'payer_declarations_erased',
    ({ trades }) => payerDeclaration(trades.awaiting_payment, { sealed: 'null' }),
  ],
  [
    'a declared payer is replaced',
    'payer_declarations_append_only',
    ({ trades }) => `update payer_declarations set sealed = ${NAME} where trade_id = '${trades.payment_sent}'`,
  ],
  [
    'a declared payer is moved to another trade',
    'payer_declarations_append_only',
    ({ trades }) =>
      `update payer_declarations set trade_id = '${trades.awaiting_payment}' where trade_id = '${trades.payment_sent}'`,
  ],
  [
    'a payer’s name is erased while the trade is open',
    'payer_declarations_append_only',
    ({ trades }) =>
      `update payer_declarations set sealed = null, erased_at = clock_timestamp() where trade_id = '${trades.payment_sent}'`,
  ],
  [
    'a payer’s name is erased as soon as the trade is completed',
    'payer_declarations_append_only',
    ({ trades }) =>
      `update payer_declarations set sealed = null, erased_at = clock_timestamp() where trade_id = '${trades.completed}'`,
  ],
  [
    'a declared payer is deleted',
    'payer_declarations_append_only',
    ({ trades }) => `delete from payer_declarations where trade_id = '${trades.payment_sent}'`,
  ],
  ['all declared payers are truncated', 'payer_declarations_append_only', () => 'truncate payer_declarations cascade'],
]

const checks: Attack[] = [
  [
    'a confirmation without a check',
    'trade_events_payer_checked',
    ({ trades, seller }) =>
      event(trades.payment_sent, confirmed(seller)) + stand(trades.payment_sent, 'payment_confirmed'),
  ],
  [
    'a confirmation after a check that found different names',
    'trade_events_payer_checked',
    ({ trades, seller }) =>
      payerCheck(trades.payment_sent, { is_same: 'false' }) +
      event(trades.payment_sent, confirmed(seller)) +
      stand(trades.payment_sent, 'payment_confirmed'),
  ],
  [
    'a check that accepts the payer without a confirmation',
    'payer_checks_of_confirmation',
    ({ trades }) => payerCheck(trades.payment_sent),
  ],
  [
    'a statement without a confirmation',
    'payer_checks_of_confirmation',
    ({ trades }) => payerCheck(trades.payment_sent, { is_same: 'false', is_stated: 'true' }),
  ],
  [
    'names that agree and are stated to',
    'payer_checks_one_result',
    ({ trades }) => payerCheck(trades.payment_sent, { is_stated: 'true' }),
  ],
  [
    'a check before the payment mark',
    'payer_checks_while_paid',
    ({ trades }) => payerCheck(trades.awaiting_payment, { is_same: 'false', declaration_seq: '1' }),
  ],
  [
    'a check after the confirmation',
    'payer_checks_while_paid',
    ({ trades }) => payerCheck(trades.payment_confirmed, { is_same: 'false' }),
  ],
  [
    'a check by the buyer',
    'payer_checks_by_seller',
    ({ trades, buyer }) => payerCheck(trades.payment_sent, { is_same: 'false', seller_id: `'${buyer}'` }),
  ],
  [
    'a check of another declaration',
    'payer_checks_of_latest',
    ({ trades }) => payerCheck(trades.payment_sent, { is_same: 'false', declaration_seq: '1' }),
  ],
  [
    'a check with a number left out',
    'payer_checks_in_order',
    ({ trades }) => payerCheck(trades.payment_sent, { is_same: 'false', number: '7' }),
  ],
  [
    'more names that differ than are kept',
    'payer_checks_within_limit',
    ({ trades }) => payerCheck(trades.payment_sent, { is_same: 'false' }).repeat(LIMITS.payer_checks + 1),
  ],
  [
    'a check of an earlier moment',
    'payer_checks_now',
    ({ trades }) => payerCheck(trades.payment_sent, { is_same: 'false', at: "now() - interval '1 hour'" }),
  ],
  [
    'a sender’s name that is not sealed',
    'payer_checks_sealed',
    ({ trades }) => payerCheck(trades.payment_sent, { is_same: 'false', sealed: "'Amel Ben Salah'::bytea" }),
  ],
  [
    'a result is turned round',
    'payer_checks_append_only',
    ({ trades }) => `update payer_checks set is_same = not is_same where trade_id = '${trades.completed}'`,
  ],
  [
    'a statement is added later',
    'payer_checks_append_only',
    ({ trades }) => `update payer_checks set is_same = false, is_stated = true where trade_id = '${trades.completed}'`,
  ],
  [
    'a sender’s name is replaced',
    'payer_checks_append_only',
    ({ trades }) => `update payer_checks set sealed = ${NAME} where trade_id = '${trades.completed}'`,
  ],
  [
    'a check is deleted',
    'payer_checks_append_only',
    ({ trades }) => `delete from payer_checks where trade_id = '${trades.completed}'`,
  ],
  ['all checks are truncated', 'payer_checks_append_only', () => 'truncate payer_checks'],
]

const NAME = "decode(repeat('ff', 99), 'hex')"

describe.each([
  ['declared payers', declarations],
  ['checks of payers', checks],
])('%s', (_, attacks) => {
  test.each(attacks)('%s is refused by %s', async (_what, refusedBy, statements) => {
    const market = fixture()
    expect(await refusalOf(market.owner, await statements(market))).toBe(refusedBy)
  })
})

test.each([
  'update payer_declarations set sealed = sealed',
  'delete from payer_declarations',
  'update payer_checks set is_same = true',
  'delete from payer_checks',
])('the server itself may not %s', async (statement) => {
  expect(await refusalOf(fixture().owner, `set local role sarraf_app; ${statement}`)).toBe('42501')
})
