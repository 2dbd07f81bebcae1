/** What the database holds of the codes of a meeting, whatever the server does. */
import { describe, expect, test } from 'vitest'
import { constraintOf } from '../db/error-codes.ts'
import { move, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { appointment, CASH, markMet, meeting, withdraw } from '../testing/meetings.ts'
import { useTestApp } from '../testing/suite.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
type Named = { id: string }

/** The constraint that refused the statement. */
const refused = (statement: string, values: unknown[] = []) =>
  testApp()
    .owner.query(statement, values)
    .then(() => 'nothing', constraintOf)
const TYPE = 'select * from type_meeting_code($1, $2, $3)'

test('a right code without the move that it is for is refused', async () => {
  const before = await appointment(testApp().app)
  expect(await refused(TYPE, [before.trade.id, before.buyer.id, before.meetingCode])).toBe(
    'meeting_code_attempts_of_move',
  )
  const { seller, trade, releaseCode } = await meeting(testApp().app)
  expect(await refused(TYPE, [trade.id, seller.id, releaseCode])).toBe('meeting_code_attempts_of_move')
})

test('a party types the code of the other one only, and only while it is shown', async () => {
  const { buyer, seller, trade, meetingCode } = await appointment(testApp().app)
  expect(await refused(TYPE, [trade.id, seller.id, meetingCode])).toBe('meeting_code_attempts_while_shown')
  await markMet(buyer, trade, meetingCode)
  expect(await refused(TYPE, [trade.id, buyer.id, meetingCode])).toBe('meeting_code_attempts_while_shown')
  const other = await tradingPair(testApp().app)
  expect(await refused(TYPE, [other.trade.id, other.buyer.id, '123456'])).toBe('meeting_code_attempts_while_shown')
})

test('a code belongs to an event that makes one, to the right party, in a trade in person', async () => {
  const insert = `insert into meeting_codes (trade_id, seq, holder_id, code) values ($1, $2, $3, '123456')`
  const unmet = await tradingPair(testApp().app)
  expect(await refused(insert, [unmet.trade.id, 1, unmet.seller.id])).toBe('meeting_codes_of_meeting')
  const { buyer, trade } = await meeting(testApp().app)
  await withdraw(buyer, trade)
  expect(
    await refused(`begin; alter table meeting_codes disable trigger all; delete from meeting_codes where trade_id = '${trade.id}' and seq = 3;
     alter table meeting_codes enable trigger all;
     insert into meeting_codes (trade_id, seq, holder_id, code) values ('${trade.id}', 3, '${buyer.id}', '123456'); commit`),
  ).toBe('meeting_codes_of_meeting')
})

test('a code is erased and never changed', async () => {
  const { trade } = await appointment(testApp().app)
  expect(await refused(`update meeting_codes set code = '123456' where trade_id = $1`, [trade.id])).toBe(
    'meeting_codes_append_only',
  )
})

describe('a payment in person has no payer’s name and no answer of a bank', () => {
  const declare = (trade: Named, buyer: Caller) =>
    [
      `insert into payer_declarations (id, trade_id, seq, buyer_id, sealed)
       values (gen_random_uuid(), $1, 2, $2, decode(repeat('00', 100), 'hex'))`,
      [trade.id, buyer.id],
    ] as const

  test('each is refused by a constraint of its own', async () => {
    const { buyer, trade } = await meeting(testApp().app)
    const [statement, values] = declare(trade, buyer)
    expect(await refused(statement, [...values])).toBe('payer_declarations_not_in_person')
    const unpaid = await appointment(testApp().app)
    await unpaid.buyer.post(`/api/trades/${unpaid.trade.id}/payment-details`)
    expect(
      await refused(`insert into payee_answers (trade_id, number, buyer_id, answer) values ($1, 1, $2, 'match')`, [
        unpaid.trade.id,
        unpaid.buyer.id,
      ]),
    ).toBe('payee_answers_before_payment')
    expect(
      await refused(`update payment_methods set has_payee_check = true where method = '${CASH.paymentMethods[0]}'`),
    ).toBe('payment_methods_no_bank_in_person')
    const answered = await unpaid.buyer.post(`/api/trades/${unpaid.trade.id}/payee-check`, { answer: 'match' })
    expect([answered.status, answered.body.code]).toEqual([409, 'payee_not_checked'])
  })

  test('and one that came there is a violation', async () => {
    const { owner } = testApp()
    const { buyer, trade } = await meeting(testApp().app)
    const [statement, values] = declare(trade, buyer)
    await owner.query('alter table payer_declarations disable trigger all')
    await owner.query(statement, [...values])
    await owner.query('alter table payer_declarations enable trigger all')
    expect(await violations(owner)).toContainEqual(expect.objectContaining({ rule: 'meeting_by_codes' }))
    await owner.query('alter table payer_declarations disable trigger all')
    await owner.query('delete from payer_declarations where trade_id = $1', [trade.id])
    await owner.query('alter table payer_declarations enable trigger all')
    expect(await violations(owner)).toEqual([])
  })
})

test('the code of a trade that has ended is erased, and that of an open one stays', async () => {
  const { owner } = testApp()
  const [ended, open] = [await appointment(testApp().app), await appointment(testApp().app)]
  const codes = async ({ id }: Named) =>
    (await owner.query('select code from meeting_codes where trade_id = $1', [id])).rows.map(({ code }) => code)
  expect((await move(ended.buyer, ended.trade, 'cancel', 'awaiting_payment')).body.status).toBe('cancelled')
  expect(await codes(ended.trade)).toEqual([ended.meetingCode])
  await owner.query('select erase_meeting_codes(100)')
  expect(await codes(ended.trade)).toEqual([null])
  expect(await codes(open.trade)).toEqual([open.meetingCode])
})
