/** What the buyer's bank said of the seller's name: recorded by the buyer only, seen by both, and a bar to the payment mark. */
import { describe, expect, test } from 'vitest'
import { PAYEE_ANSWERS } from '../../domain/payments/payee-check.ts'
import type { PayeeAnswer } from '../../domain/payments/payee-check.ts'
import { constraintOf } from '../db/error-codes.ts'
import { LIMITS } from '../../domain/limits.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { apiClientWith, createApiKey } from '../testing/accounts/api-clients.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { move, openTradeBetween, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { event, refusalOf, stand } from '../testing/attacks/attack.ts'
import { STATEMENT, disputeMove } from '../testing/disputes.ts'
import { untilLocksAwaited } from '../testing/lock-waits.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'

const testApp = useTestApp()

const record = (user: Caller, trade: { id: string }, answer: PayeeAnswer) =>
  user.post(`/api/trades/${trade.id}/payee-check`, { answer })
const read = async (user: Caller, trade: { id: string }) => (await user.get(`/api/trades/${trade.id}`)).body

/** A trade by SEPA whose buyer was shown the account. */
async function shownTrade() {
  const pair = await tradingPair(testApp().app)
  await pair.buyer.post(`/api/trades/${pair.trade.id}/payment-details`)
  return pair
}

/** The same of a buyer whose payment mark needs no proof. */
async function shownTradeOfKnownBuyer() {
  const { buyer, seller, offer, trade: first } = await tradingPair(testApp().app, { availableUsdt: '1000' })
  await move(buyer, first, 'mark-paid', 'awaiting_payment')
  await move(seller, first, 'confirm-receipt', 'payment_sent')
  const trade = await openTradeBetween(buyer, offer.id)
  await buyer.post(`/api/trades/${trade.id}/payment-details`)
  return { buyer, trade }
}

async function answersOf(trade: { id: string }): Promise<string[]> {
  const { rows } = await testApp().owner.query<{ answer: string }>(
    'select answer from payee_answers where trade_id = $1 order by number',
    [trade.id],
  )
  return rows.map(({ answer }) => answer)
}

describe('the bank’s answer', () => {
  test.each(PAYEE_ANSWERS)(
    '%s is recorded by the buyer; both parties see it and read it in the chat',
    async (answer) => {
      const { buyer, seller, trade } = await shownTrade()
      const { status, body } = await record(buyer, trade, answer)
      expect([status, body.bankAnswer.answer, body.version]).toEqual([200, answer, trade.version])
      expect((await read(seller, trade)).bankAnswer).toEqual(body.bankAnswer)
      const { body: chat } = await seller.get(`/api/trades/${trade.id}/messages`)
      expect(chat.messages.at(-1)).toMatchObject({ kind: 'system', systemCode: `payee_${answer}` })
    },
  )

  test('no match refuses the payment mark, until the bank says otherwise; each answer is kept', async () => {
    const { buyer, trade } = await shownTrade()
    await record(buyer, trade, 'no_match')
    expect(await move(buyer, trade, 'mark-paid', 'awaiting_payment')).toMatchObject({
      status: 409,
      body: { code: 'payee_no_match' },
    })
    expect((await read(buyer, trade)).status).toBe('awaiting_payment')
    await record(buyer, trade, 'match')
    await record(buyer, trade, 'match')
    expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
    expect(await answersOf(trade)).toEqual(['no_match', 'match'])
    expect((await record(buyer, trade, 'no_match')).body.code).toBe('not_awaiting_payment')
  })

  test('no match notifies the seller once, and no other answer does', async () => {
    const { buyer, seller, trade } = await shownTrade()
    const events = async (user: Caller) =>
      (await user.get('/api/notifications')).body.notifications.map(({ event: of }: { event: string }) => of)
    for (const answer of ['close_match', 'no_match', 'match', 'no_match'] as const) await record(buyer, trade, answer)
    expect(await events(seller)).toEqual(['trade_payee_no_match', 'trade_opened'])
    expect(await events(buyer)).toEqual([])
  })

  test('is the buyer’s alone to record: not the seller’s, a stranger’s, or an API key’s', async () => {
    const { buyer, seller, trade } = await shownTrade()
    await record(buyer, trade, 'no_match')
    expect((await record(seller, trade, 'match')).body.code).toBe('not_your_move')
    const stranger = await signUp(testApp().app)
    expect((await record(stranger, trade, 'match')).body.code).toBe('not_found')
    expect((await stranger.get(`/api/trades/${trade.id}`)).status).toBe(404)
    const { key } = await createApiKey(buyer, ['read', 'trades', 'release'])
    const program = apiClientWith(testApp().app, key)
    const url = `/api/trades/${trade.id}/payee-check`
    expect((await program('POST', url, { answer: 'match' })).body.code).toBe('key_not_allowed')
    expect(await answersOf(trade)).toEqual(['no_match'])
  })

  test('refusals: before the account was shown, after the window, by a method without the check', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    expect((await record(buyer, trade, 'match')).body.code).toBe('payee_not_checked')
    await buyer.post(`/api/trades/${trade.id}/payment-details`)
    await ageTrade(testApp().owner, trade.id, 31)
    expect((await record(buyer, trade, 'match')).body.code).toBe('payment_window_passed')
    await moveDueTrades(testApp().context)
    const other = await tradingPair(testApp().app, { fiatCurrency: 'EUR', paymentMethods: ['revolut'] })
    await other.buyer.post(`/api/trades/${other.trade.id}/payment-details`)
    expect((await record(other.buyer, other.trade, 'match')).body.code).toBe('payee_not_checked')
  })

  test('cannot be changed without end', async () => {
    const { buyer, trade } = await shownTrade()
    const alternate = Array.from({ length: LIMITS.payee_answers }, (_, at): PayeeAnswer =>
      at % 2 ? 'match' : 'no_answer',
    )
    for (const answer of alternate) expect((await record(buyer, trade, answer)).status).toBe(200)
    expect((await record(buyer, trade, 'no_match')).body).toMatchObject({
      code: 'payee_answers_limit',
      values: { limit: LIMITS.payee_answers },
    })
    expect(await answersOf(trade)).toEqual(alternate)
  })

  test('the arbiter of the case reads all answers', async () => {
    const { buyer, seller, trade } = await shownTrade()
    await record(buyer, trade, 'close_match')
    await record(buyer, trade, 'match')
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 11)
    const opening = { seenStatus: 'payment_sent', reason: 'not_received', statement: STATEMENT }
    await seller.post(`/api/trades/${trade.id}/open-dispute`, opening)
    await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    const arbiter = await createStaffUser(testApp(), 'arbiter')
    expect((await arbiter.get(`/api/staff/disputes/${trade.id}`)).body.code).toBe('case_not_yours')
    await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    const { body } = await arbiter.get(`/api/staff/disputes/${trade.id}`)
    expect(body.bankAnswers.map(({ answer }: { answer: string }) => answer)).toEqual(['close_match', 'match'])
  })

  test('a payment mark and the answer no match at one moment: one of the two happens', async () => {
    for (let round = 0; round < 5; round++) {
      const { buyer, trade } = await shownTrade()
      const [marked, answered] = await Promise.all([
        move(buyer, trade, 'mark-paid', 'awaiting_payment'),
        record(buyer, trade, 'no_match'),
      ])
      expect([marked.status, answered.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })
})

describe('with the database owner’s rights', () => {
  const answer = (trade: { id: string }, row: Record<string, string> = {}) => {
    const values = { trade_id: `'${trade.id}'`, number: '1', answer: "'no_match'", ...row }
    const buyer = `(select buyer_id from trades where id = '${trade.id}')`
    const all = { buyer_id: buyer, ...values }
    return `insert into payee_answers (${Object.keys(all).join()}) values (${Object.values(all).join()});`
  }

  test.each<[string, string, (trade: { id: string; buyer: string; seller: string }) => string]>([
    [
      'a payment mark after no match',
      'trade_events_payee_matches',
      (trade) =>
        answer(trade) +
        event(trade.id, { to: 'payment_sent', action: 'mark_paid', role: 'buyer', actor: trade.buyer }) +
        stand(trade.id, 'payment_sent'),
    ],
    ['an answer of the seller', 'payee_answers_by_buyer', (trade) => answer(trade, { buyer_id: `'${trade.seller}'` })],
    ['an answer that no bank gives', 'payee_answers_answer', (trade) => answer(trade, { answer: "'perhaps'" })],
    ['an answer of yesterday', 'payee_answers_now', (trade) => answer(trade, { at: "now() - interval '1 day'" })],
    ['an answer that skips a number', 'payee_answers_in_order', (trade) => answer(trade, { number: '2' })],
    [
      'one answer too many',
      'payee_answers_within_limit',
      (trade) =>
        Array.from({ length: LIMITS.payee_answers + 1 }, (_, at) => answer(trade, { number: `${at + 1}` })).join(''),
    ],
    [
      'an answer after the payment mark',
      'payee_answers_before_payment',
      (trade) =>
        event(trade.id, { to: 'payment_sent', action: 'mark_paid', role: 'buyer', actor: trade.buyer }) +
        stand(trade.id, 'payment_sent') +
        answer(trade),
    ],
    [
      'an answer turned around',
      'payee_answers_append_only',
      (trade) => `${answer(trade)} update payee_answers set answer = 'match' where trade_id = '${trade.id}'`,
    ],
    [
      'an answer deleted',
      'payee_answers_append_only',
      (trade) => `${answer(trade)} delete from payee_answers where trade_id = '${trade.id}'`,
    ],
    ['all answers deleted', 'payee_answers_append_only', () => 'truncate payee_answers'],
    [
      'an answer of an API key',
      'payee_answers_by_person',
      (trade) => `set local app.key = '${crypto.randomUUID()}'; ${answer(trade)}`,
    ],
    [
      'an answer of a member of the buyer’s team',
      'team_role_missing',
      (trade) => `set local app.acting = '${trade.buyer}/${trade.seller}'; ${answer(trade)}`,
    ],
    [
      'the server deletes an answer',
      '42501',
      (trade) => `${answer(trade)} set local role sarraf_app; delete from payee_answers where trade_id = '${trade.id}'`,
    ],
  ])('%s is refused by %s', async (_, refusedBy, statements) => {
    const { buyer, seller, trade } = await shownTrade()
    const attacked = { id: trade.id, buyer: buyer.id, seller: seller.id }
    expect(await refusalOf(testApp().owner, statements(attacked))).toBe(refusedBy)
  })

  test.each([
    ['before the trade has moved', 'trade_events_payee_matches', false],
    ['after the trade has moved', 'payee_answers_before_payment', true],
  ])('a payment mark and the answer no match, recorded %s, are never both kept: %s', async (_, refusedBy, hasMoved) => {
    const { owner } = testApp()
    const { buyer, trade } = await shownTradeOfKnownBuyer()
    const marked = event(trade.id, { to: 'payment_sent', action: 'mark_paid', role: 'buyer', actor: buyer.id })
    const moved = `${stand(trade.id, 'payment_sent')}
      with chat as (update trade_chats set last_seq = last_seq + 1 where trade_id = '${trade.id}' returning *)
      insert into messages (trade_id, seq, kind, body, system_code) select trade_id, last_seq, 'system', 'Paid', 'paid' from chat;`
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query(hasMoved ? marked + moved : marked)
      const answered = refusalOf(owner, answer(trade))
      if (hasMoved) await untilLocksAwaited(owner, 1)
      else expect(await answered).toBe('nothing')
      const committed = client.query(hasMoved ? 'commit' : `${moved} commit`)
      const refusals = [await committed.then(() => 'nothing', constraintOf), await answered]
      expect(refusals.filter((refusal) => refusal !== 'nothing')).toEqual([refusedBy])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('an answer before the account was shown is refused by payee_answers_before_payment', async () => {
    const { trade } = await tradingPair(testApp().app)
    expect(await refusalOf(testApp().owner, answer(trade))).toBe('payee_answers_before_payment')
  })
})
