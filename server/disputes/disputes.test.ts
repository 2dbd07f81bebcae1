/** Disputes over HTTP: each move, its refusals, and where the USDT goes. */
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { ARBITER_CONFLICT_DAYS, openingReasons } from '../../domain/disputes/disputes.ts'
import { feeFor } from '../../domain/trades/quote.ts'
import { formatUsdt, parseUsdt } from '../../domain/money.ts'
import { arrivesBy } from '../../domain/payments/arrival.ts'
import { shortId } from '../../domain/trades/trades.ts'
import { inTransaction } from '../db/pool.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { moveTrade } from '../trades/move-trade.ts'
import {
  DECISION_REASON,
  STATEMENT,
  decide,
  insertImage,
  disputeMove,
  disputedTrade,
  paidTrade,
  readDispute,
  takenCase,
} from '../testing/disputes.ts'
import { insertProof } from '../testing/proofs.ts'
import { apiClientWith, createApiKey } from '../testing/accounts/api-clients.ts'
import { ageReauthentication } from '../testing/accounts/factors.ts'
import { untilLocksAwaited } from '../testing/lock-waits.ts'
import { recordsOf } from '../testing/accounts/tiers.ts'
import { createStaffUser, makeStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { move, openTradeBetween, postOffer, signUp, signUpMany, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'

const testApp = useTestApp()
const records = recordsOf(() => testApp().owner)
afterAll(() => records.withdraw())
const HOUR = 60

type PaidTrade = { id: string; buyer: Caller }

function openDispute(user: Caller, trade: { id: string }, body: Record<string, unknown> = {}) {
  return user.post(`/api/trades/${trade.id}/open-dispute`, {
    seenStatus: 'payment_sent',
    reason: 'not_received',
    statement: STATEMENT,
    ...body,
  })
}

async function legsOf(trade: { id: string }): Promise<Record<string, bigint>> {
  const { rows } = await testApp().owner.query('select leg, amount_micro from transfers where trade_id = $1', [
    trade.id,
  ])
  return Object.fromEntries(rows.map(({ leg, amount_micro: micro }) => [leg, BigInt(micro)]))
}

async function statusOf(user: Caller, trade: { id: string }): Promise<string> {
  return (await user.get(`/api/trades/${trade.id}`)).body.status
}

/** Marks the payment details as seen by the buyer. */
async function showDetails(trade: { id: string }): Promise<void> {
  await testApp().owner.query(
    'insert into payment_detail_reads (trade_id, reader_id) select id, buyer_id from trades where id = $1',
    [trade.id],
  )
}

describe('opening', () => {
  test('the seller opens a dispute with a statement; both see it, with whose turn it is and until when', async () => {
    const { seller, buyer, trade } = await disputedTrade(testApp())
    expect(await statusOf(buyer, trade)).toBe('disputed')
    const dispute = await readDispute(buyer, trade)
    expect(dispute).toMatchObject({
      status: 'statements',
      round: 1,
      role: 'buyer',
      reason: 'not_received',
      openedBy: 'seller',
      turn: ['buyer'],
      hasArbiter: false,
      outcome: null,
      statements: [{ by: 'seller', text: STATEMENT, round: 1 }],
    })
    expect(Date.parse(dispute.deadline!) - Date.parse(dispute.openedAt)).toBe(24 * HOUR * 60_000)
    expect(dispute.phrase).toMatch(/^[a-z]+ [a-z]+ [a-z]+$/)
    expect((await readDispute(seller, trade)).phrase).toBe(dispute.phrase)
  })

  test('ten minutes after the payment mark at the earliest', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect((await openDispute(seller, trade)).body).toMatchObject({
      code: 'dispute_too_early',
      values: { minutes: 10 },
    })
    await ageTrade(testApp().owner, trade.id, 9)
    expect((await openDispute(seller, trade)).body.code).toBe('dispute_too_early')
    await ageTrade(testApp().owner, trade.id, 1)
    expect((await openDispute(seller, trade)).status).toBe(200)
  })

  test('the seller misses a payment only once it must have arrived; all other reasons are open before', async () => {
    const slow = { fiatCurrency: 'EUR', paymentMethods: ['sepa_transfer'] } satisfies Partial<OfferInput>
    const { seller, buyer, trade } = await paidTrade(testApp(), slow)
    const { body: paid } = await seller.get(`/api/trades/${trade.id}`)
    const early = await openDispute(seller, trade)
    expect(early).toMatchObject({
      status: 409,
      body: { code: 'payment_not_due', details: { status: 'payment_sent', possibleAt: paid.arrivesBy } },
    })
    const minutesLeft = (Date.parse(paid.arrivesBy) - Date.parse(paid.now)) / 60_000
    expect(early.body.values.hours).toBe(Math.ceil(minutesLeft / 60))
    await ageTrade(testApp().owner, trade.id, minutesLeft - 1)
    expect((await openDispute(seller, trade)).body).toMatchObject({ code: 'payment_not_due', values: { hours: 1 } })
    await ageTrade(testApp().owner, trade.id, 1)
    expect((await openDispute(seller, trade)).status).toBe(200)
    expect(await statusOf(buyer, trade)).toBe('disputed')

    for (const reason of openingReasons('seller').filter((each) => each !== 'not_received')) {
      const other = await paidTrade(testApp(), slow)
      const { status } = await openDispute(other.seller, other.trade, { reason })
      expect([reason, status]).toEqual([reason, 200])
    }
  })

  test('the arbiter sees by when the payment arrives, also where the buyer had no time to mark it', async () => {
    const slow = { fiatCurrency: 'EUR', paymentMethods: ['sepa_transfer'] } satisfies Partial<OfferInput>
    const { seller, trade } = await paidTrade(testApp(), slow)
    await openDispute(seller, trade, { reason: 'seller_other' })
    const arbiter = await createStaffUser(testApp(), 'arbiter')
    await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    const { body: dispute } = await arbiter.get(`/api/staff/disputes/${trade.id}`)
    const paidAt = (await seller.get(`/api/trades/${trade.id}`)).body.paidAt
    // The mark was moved into the past, and its arrival with it.
    expect(Date.parse(dispute.trade.arrivesBy) - Date.parse(paidAt)).toBeGreaterThan(0)

    const objected = await tradingPair(testApp().app, slow)
    await showDetails(objected.trade)
    await move(objected.seller, objected.trade, 'cancel', 'awaiting_payment')
    await objected.buyer.post(`/api/trades/${objected.trade.id}/object`, {
      seenStatus: 'refund_held',
      statement: STATEMENT,
      proofId: await insertProof(testApp().owner, objected.trade),
    })
    await arbiter.post(`/api/staff/disputes/${objected.trade.id}/take`, {})
    const { body: claimed } = await arbiter.get(`/api/staff/disputes/${objected.trade.id}`)
    expect(claimed.trade.arrivesBy).toBe(arrivesBy('sepa_transfer', new Date(claimed.openedAt)).toISOString())
  })

  test('refusals: a stranger, the other party’s reason, a short statement, the wrong status, twice', async () => {
    const { seller, buyer, trade } = await paidTrade(testApp())
    const stranger = await signUp(testApp().app)
    expect((await openDispute(stranger, trade)).body.code).toBe('not_found')
    expect((await openDispute(buyer, trade)).body).toMatchObject({ code: 'invalid_input', field: 'reason' })
    expect((await openDispute(seller, trade, { statement: 'Too short.' })).body).toMatchObject({
      code: 'invalid_input',
      field: 'statement',
    })
    expect((await openDispute(seller, trade, { seenStatus: 'awaiting_payment' })).body.code).toBe('stale_screen')
    expect((await openDispute(seller, trade)).status).toBe(200)
    expect((await openDispute(seller, trade, { seenStatus: 'disputed' })).body.code).toBe('already_disputed')
    const { buyer: other, trade: unpaid } = await tradingPair(testApp().app)
    const early = await openDispute(other, unpaid, { reason: 'seller_silent', seenStatus: 'awaiting_payment' })
    expect(early.body.code).toBe('payment_not_sent')
  })

  test('24 hours after the opening the system opens it, and the seller’s late confirmation is a conflict', async () => {
    const { seller, buyer, trade } = await paidTrade(testApp())
    await ageTrade(testApp().owner, trade.id, 24 * HOUR)
    expect(await statusOf(buyer, trade)).toBe('disputed')
    expect((await move(seller, trade, 'confirm-receipt', 'payment_sent')).body.code).toBe('confirmation_window_passed')
    expect(await readDispute(seller, trade)).toMatchObject({
      reason: 'silence',
      openedBy: 'system',
      turn: ['buyer', 'seller'],
    })
  })

  test('the worker opens it as well', async () => {
    const { buyer, trade } = await paidTrade(testApp())
    await ageTrade(testApp().owner, trade.id, 24 * HOUR)
    await moveDueTrades(testApp().context)
    expect((await readDispute(buyer, trade)).openedBy).toBe('system')
  })

  test('a late payment mark leaves the seller an hour', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app, { paymentWindowMinutes: 360 })
    await move(seller, trade, 'extend-payment-window', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 11.9 * HOUR)
    const paid = await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect(Date.parse(paid.body.deadline) - Date.parse(paid.body.createdAt)).toBe(24 * HOUR * 60_000)
  })
})

describe('a held refund', () => {
  test('the seller’s cancellation is held for 15 minutes once the buyer has seen the payment details', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await showDetails(trade)
    const cancelled = await move(seller, trade, 'cancel', 'awaiting_payment')
    expect(cancelled.body).toMatchObject({ status: 'refund_held', cancelledBy: 'seller', escrow: { state: 'locked' } })
    await ageTrade(testApp().owner, trade.id, 16)
    expect((await buyer.get(`/api/trades/${trade.id}`)).body).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'seller',
    })
    await moveDueTrades(testApp().context)
    expect(await legsOf(trade)).toHaveProperty('refund')
    const { rows } = await testApp().owner.query('select failed_by from trade_outcomes where trade_id = $1', [trade.id])
    expect(rows).toEqual([{ failed_by: seller.id }])
  })

  test('so is the end of the payment window; then the buyer failed', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    await showDetails(trade)
    await ageTrade(testApp().owner, trade.id, 31)
    expect(await statusOf(buyer, trade)).toBe('refund_held')
    await moveDueTrades(testApp().context)
    await ageTrade(testApp().owner, trade.id, 16)
    await moveDueTrades(testApp().context)
    expect((await buyer.get(`/api/trades/${trade.id}`)).body).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'clock',
    })
    const { rows } = await testApp().owner.query('select failed_by from trade_outcomes where trade_id = $1', [trade.id])
    expect(rows).toEqual([{ failed_by: buyer.id }])
  })

  test('the buyer objects as soon as the refund is held by the clock, before the worker has moved the trade', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    await showDetails(trade)
    await ageTrade(testApp().owner, trade.id, 31)
    const objected = await buyer.post(`/api/trades/${trade.id}/object`, {
      seenStatus: 'refund_held',
      statement: STATEMENT,
      proofId: await insertProof(testApp().owner, trade),
    })
    expect(objected.body).toMatchObject({ status: 'disputed', version: 3 })
    expect(await readDispute(buyer, trade)).toMatchObject({ reason: 'paid_before_cancellation', openedBy: 'buyer' })
  })

  test('the buyer’s own cancellation refunds immediately', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    await showDetails(trade)
    expect((await move(buyer, trade, 'cancel', 'awaiting_payment')).body.status).toBe('cancelled')
  })
})

describe('conceding', () => {
  test('the seller concedes after a decision: the USDT is released to the buyer', async () => {
    const { seller, buyer, trade, arbiter } = await takenCase(testApp())
    expect((await disputeMove(seller, trade, 'concede')).body.code).toBe('not_decided')
    await decide(arbiter, trade, 'refund')
    const conceded = await disputeMove(seller, trade, 'concede')
    expect(conceded.body).toMatchObject({ status: 'completed', escrow: { state: 'released' } })
    expect(await readDispute(buyer, trade)).toMatchObject({
      status: 'closed',
      outcome: 'seller_conceded',
      deadline: null,
    })
    expect(Object.keys(await legsOf(trade)).toSorted()).toEqual(['fee', 'lock', 'release'])
    // No payment was confirmed.
    const { messages } = (await buyer.get(`/api/trades/${trade.id}/messages`)).body
    const codes = messages.map(({ systemCode }: { systemCode: string | null }) => systemCode)
    expect(codes.slice(-2)).toEqual(['conceded_by_seller', 'released'])
    expect(codes).not.toContain('completed')
  })

  test('the buyer concedes: the USDT returns to the seller', async () => {
    const { seller, buyer, trade } = await disputedTrade(testApp())
    expect((await disputeMove(buyer, trade, 'concede')).body).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'dispute',
    })
    expect((await readDispute(seller, trade)).outcome).toBe('buyer_conceded')
    expect((await disputeMove(seller, trade, 'concede')).body.code).toBe('dispute_closed')
  })

  test('needs a recent authentication: it gives away the USDT for good', async () => {
    const { buyer, trade } = await disputedTrade(testApp())
    await ageReauthentication(testApp().owner, buyer)
    expect((await disputeMove(buyer, trade, 'concede')).body.code).toBe('reauthentication_required')
  })

  test('a trade without a dispute has none to concede or to read', async () => {
    const { seller, trade } = await paidTrade(testApp())
    expect((await disputeMove(seller, trade, 'concede')).body.code).toBe('not_found')
    expect((await seller.get(`/api/trades/${trade.id}/dispute`)).body.code).toBe('not_found')
  })
})

describe('statements', () => {
  test('with both in, the arbiter’s 48 hours begin', async () => {
    const { buyer, seller, trade } = await disputedTrade(testApp())
    expect((await disputeMove(seller, trade, 'statement', { statement: STATEMENT })).body.code).toBe('statement_given')
    const given = await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    expect(given.body).toMatchObject({ status: 'deciding', turn: ['arbiter'] })
    expect((await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })).body.code).toBe('statements_closed')
  })

  test('without one after 24 hours the case is decided without it', async () => {
    const { buyer, trade } = await disputedTrade(testApp())
    await ageTrade(testApp().owner, trade.id, 24 * HOUR)
    expect(await readDispute(buyer, trade)).toMatchObject({ status: 'deciding', turn: ['arbiter'] })
    const late = await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    expect(late.body.code).toBe('statements_closed')
    expect((await readDispute(buyer, trade)).events.at(-1)).toMatchObject({ action: 'close_statements', by: 'system' })
  })
})

describe('deciding', () => {
  test.each([
    ['sell', 'release'],
    ['sell', 'refund'],
    ['sell', 'split'],
    ['buy', 'release'],
    ['buy', 'refund'],
    ['buy', 'split'],
  ] as const)('an offer to %s, decision %s: the USDT moves when the appeal window is over', async (type, outcome) => {
    const { arbiter, buyer, trade } = await takenCase(testApp(), { type })
    const decided = await decide(arbiter, trade, outcome, outcome === 'split' ? '100.000001' : undefined)
    expect(decided.status).toBe(200)
    expect(Object.keys(await legsOf(trade))).toEqual(['lock'])
    await ageTrade(testApp().owner, trade.id, 24 * HOUR + 1)
    expect(await statusOf(buyer, trade)).toBe(outcome === 'refund' ? 'cancelled' : 'completed')
    expect((await readDispute(buyer, trade)).status).toBe('closed')
    await moveDueTrades(testApp().context)
    const legs = await legsOf(trade)
    const locked = legs.lock!
    const usdt = parseUsdt(trade.amountUsdt)!
    if (outcome === 'refund') expect(legs).toEqual({ lock: locked, refund: locked })
    if (outcome === 'release') {
      const toBuyer = type === 'sell' ? usdt - feeFor(usdt) : usdt
      expect(legs).toEqual({ lock: locked, release: toBuyer, fee: feeFor(usdt) })
    }
    if (outcome === 'split') {
      const fee = 500_000n
      const toBuyer = type === 'sell' ? 100_000_001n - fee : 100_000_001n
      expect(legs).toEqual({ lock: locked, split_release: toBuyer, fee, split_refund: locked - toBuyer - fee })
      const read = (await buyer.get(`/api/trades/${trade.id}`)).body
      expect(read.escrow.state).toBe('split')
      expect(read.split).toEqual({
        toBuyer: formatUsdt(toBuyer),
        fee: '0.500000',
        toSeller: formatUsdt(locked - toBuyer - fee),
      })
    }
  })

  test('the loser accepts: the USDT moves immediately', async () => {
    const { arbiter, seller, buyer, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'release')
    expect((await disputeMove(buyer, trade, 'accept')).body.code).toBe('not_your_move')
    expect((await disputeMove(seller, trade, 'accept')).body).toMatchObject({ status: 'closed', outcome: 'release' })
    expect(await statusOf(seller, trade)).toBe('completed')
  })

  test('an acceptance needs a recent authentication: it gives up the appeal', async () => {
    const { arbiter, seller, buyer, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'split', '10')
    for (const loser of [seller, buyer]) {
      await ageReauthentication(testApp().owner, loser)
      expect((await disputeMove(loser, trade, 'accept')).body.code).toBe('reauthentication_required')
    }
    expect((await readDispute(seller, trade)).accepted).toEqual([])
  })

  test('an API key of a party neither reads the dispute with its phrase nor moves it', async () => {
    const { arbiter, seller, buyer, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'split', '10')
    for (const party of [seller, buyer]) {
      const program = apiClientWith(testApp().app, (await createApiKey(party, ['read', 'trades'])).key)
      const url = `/api/trades/${trade.id}/dispute`
      const statement = STATEMENT
      const replies = [
        await program('GET', url),
        await program('POST', `${url}/statement`, { statement }),
        await program('POST', `${url}/appeal`, { statement }),
        await program('POST', `${url}/accept`, {}),
        await program('POST', `${url}/concede`, {}),
      ]
      expect(replies.map(({ body }) => body.code)).toEqual(replies.map(() => 'key_not_allowed'))
    }
    expect(await readDispute(seller, trade)).toMatchObject({ status: 'decided', accepted: [] })
  })

  test('a split is carried out when both accept', async () => {
    const { arbiter, seller, buyer, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'split', '10')
    expect((await disputeMove(seller, trade, 'accept')).body.status).toBe('decided')
    expect((await disputeMove(seller, trade, 'accept')).body.code).toBe('decision_accepted')
    expect((await disputeMove(buyer, trade, 'accept')).body.status).toBe('closed')
  })

  test('a split of nothing, of everything or of no number is refused', async () => {
    const { arbiter, trade } = await takenCase(testApp())
    for (const amount of ['0', trade.amountUsdt, 'x', undefined]) {
      const refused = await decide(arbiter, trade, 'split', amount)
      expect(refused.body).toMatchObject({ code: 'split_amount_wrong', field: 'releasedUsdt' })
    }
  })

  test('not before the statements are in, nor twice', async () => {
    const { trade } = await disputedTrade(testApp())
    const arbiter = await createStaffUser(testApp(), 'arbiter')
    expect((await decide(arbiter, trade, 'refund')).body.code).toBe('case_not_yours')
    await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect((await decide(arbiter, trade, 'refund')).body.code).toBe('not_deciding')
    await ageTrade(testApp().owner, trade.id, 24 * HOUR)
    expect((await decide(arbiter, trade, 'refund')).status).toBe(200)
    expect((await decide(arbiter, trade, 'release')).body.code).toBe('not_deciding')
  })

  test('a late decision takes the case from its arbiter, who cannot have it again', async () => {
    const { arbiter, buyer, trade } = await takenCase(testApp())
    await ageTrade(testApp().owner, trade.id, 48 * HOUR + 1)
    expect((await arbiter.get(`/api/staff/disputes/${trade.id}`)).body.code).toBe('case_not_yours')
    expect((await decide(arbiter, trade, 'release')).body.code).toBe('case_not_yours')
    await moveDueTrades(testApp().context)
    expect(await readDispute(buyer, trade)).toMatchObject({ status: 'deciding', hasArbiter: false, lateDecisions: 1 })
    const again = await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect(again.body).toMatchObject({ code: 'case_conflict', details: { conflict: 'had_before' } })
    const other = await createStaffUser(testApp(), 'arbiter')
    expect((await other.post(`/api/staff/disputes/${trade.id}/take`, {})).status).toBe(200)
  })
})

describe('an arbiter who comes too late, or who is no longer impartial', () => {
  const auditOf = async (trade: { id: string }) =>
    (await testApp().owner.query('select action from audit_log where subject = $1 order by id', [trade.id])).rows.map(
      ({ action }) => action,
    )

  test('cannot take the case again, before the worker has reassigned it', async () => {
    const { arbiter, trade } = await takenCase(testApp())
    await ageTrade(testApp().owner, trade.id, 48 * HOUR + 1)
    const again = await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect(again.body).toMatchObject({ code: 'case_conflict', details: { conflict: 'had_before' } })
    expect(await auditOf(trade)).toEqual(['take_dispute'])
  })

  test('reads and writes nothing in the case any more', async () => {
    const { arbiter, trade } = await takenCase(testApp())
    await ageTrade(testApp().owner, trade.id, 48 * HOUR + 1)
    const chat = `/api/staff/disputes/${trade.id}/messages`
    expect((await arbiter.get(chat)).body.code).toBe('case_not_yours')
    expect((await arbiter.post(chat, { text: 'Please send a statement of your account.' })).body.code).toBe(
      'case_not_yours',
    )
    await moveDueTrades(testApp().context)
  })

  test('a refused decision leaves no record, although the deadline’s move is kept', async () => {
    const { arbiter, seller, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'release')
    await ageTrade(testApp().owner, trade.id, 24 * HOUR + 1)
    expect((await decide(arbiter, trade, 'refund')).body.code).toBe('dispute_closed')
    expect(await statusOf(seller, trade)).toBe('completed')
    expect(await auditOf(trade)).toEqual(['take_dispute', 'decide_dispute'])
  })

  test('cannot decide after trading with a party', async () => {
    const { seller, buyer, trade } = await disputedTrade(testApp())
    await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    const trader = await signUp(testApp().app)
    const other = await openTradeBetween(trader, (await postOffer(seller)).id)
    await move(trader, other, 'cancel', 'awaiting_payment')
    const arbiter = await makeStaffUser(testApp(), trader, 'arbiter')
    const conflictMinutes = (ARBITER_CONFLICT_DAYS + 1) * 24 * 60
    await ageTrade(testApp().owner, other.id, conflictMinutes)
    expect((await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})).status).toBe(200)
    // A trade of the present cannot be opened with a party: an earlier one becomes as young.
    await ageTrade(testApp().owner, other.id, -conflictMinutes)
    expect((await decide(arbiter, trade, 'release')).body).toMatchObject({
      code: 'case_conflict',
      details: { conflict: 'traded' },
    })
    expect(await auditOf(trade)).toEqual(['take_dispute'])
  })
})

describe('the appeal', () => {
  test('the loser appeals once; another arbiter decides finally, and the USDT moves immediately', async () => {
    const { arbiter, seller, buyer, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'refund')
    expect((await disputeMove(seller, trade, 'appeal', { statement: STATEMENT })).body.code).toBe('not_your_move')
    const appealed = await disputeMove(buyer, trade, 'appeal', { statement: STATEMENT })
    expect(appealed.body).toMatchObject({ status: 'statements', round: 2, turn: ['seller'], hasArbiter: false })
    await disputeMove(seller, trade, 'statement', { statement: STATEMENT })
    const first = await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect(first.body.code).toBe('case_conflict')
    const own = `/api/staff/disputes/${trade.id}/own-decision`
    expect((await arbiter.get(own)).body).toEqual({
      reference: `FP-${shortId(trade.id)}`,
      decision: expect.objectContaining({ round: 1, outcome: 'refund', reason: DECISION_REASON }),
    })
    const second = await createStaffUser(testApp(), 'arbiter')
    const taken = await second.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect(taken.body.decisions).toMatchObject([{ round: 1, outcome: 'refund', reason: DECISION_REASON }])
    const final = await decide(second, trade, 'release')
    expect(final.body).toMatchObject({ status: 'closed', outcome: 'release', round: 2 })
    expect(await statusOf(buyer, trade)).toBe('completed')
    expect((await disputeMove(seller, trade, 'appeal', { statement: STATEMENT })).body.code).toBe('dispute_closed')
  })

  test('who has decided nothing in a case reads no decision of it', async () => {
    const { arbiter, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'refund')
    const other = await createStaffUser(testApp(), 'arbiter')
    expect((await other.get(`/api/staff/disputes/${trade.id}/own-decision`)).body.code).toBe('not_found')
  })

  test('after the window it is too late: the decision is carried out', async () => {
    const { arbiter, buyer, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'refund')
    await ageTrade(testApp().owner, trade.id, 24 * HOUR + 1)
    const late = await disputeMove(buyer, trade, 'appeal', { statement: STATEMENT })
    expect(late.body.code).toBe('dispute_closed')
    expect(await statusOf(buyer, trade)).toBe('cancelled')
    expect(await legsOf(trade)).toHaveProperty('refund')
  })
})

describe('who is no arbiter of a case', () => {
  test('a party, and who traded with a party in the last 90 days', async () => {
    const { seller, trade } = await disputedTrade(testApp())
    const trader = await signUp(testApp().app)
    const offer = await postOffer(seller)
    const other = await openTradeBetween(trader, offer.id)
    await move(trader, other, 'cancel', 'awaiting_payment')
    const friend = await makeStaffUser(testApp(), trader, 'arbiter')
    const take = () => friend.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect((await take()).body).toMatchObject({ code: 'case_conflict', details: { conflict: 'traded' } })
    await ageTrade(testApp().owner, other.id, 91 * 24 * HOUR)
    expect((await take()).status).toBe(200)
  })

  test('an arbiter who is the seller', async () => {
    const seller = await signUp(testApp().app)
    const offer = await postOffer(seller)
    const buyer = await signUp(testApp().app)
    const trade = await openTradeBetween(buyer, offer.id)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 11)
    await openDispute(seller, trade)
    await seller.post(`/api/offers/${offer.id}/pause`)
    const arbiter = await makeStaffUser(testApp(), seller, 'arbiter')
    const take = await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect(take.body).toMatchObject({ code: 'case_conflict', details: { conflict: 'party' } })
  })

  test('traders and admins find no desk; an arbiter without the case sees that it exists and nothing of it', async () => {
    const { arbiter, seller, trade } = await takenCase(testApp())
    const admin = await createStaffUser(testApp(), 'admin')
    for (const user of [seller, admin]) {
      expect((await user.get('/api/staff/disputes')).body.code).toBe('not_found')
      expect((await user.get(`/api/staff/disputes/${trade.id}`)).body.code).toBe('not_found')
      expect((await user.post(`/api/staff/disputes/${trade.id}/take`, {})).body.code).toBe('not_found')
    }
    const other = await createStaffUser(testApp(), 'arbiter')
    const listed = (await other.get('/api/staff/disputes')).body.cases.find((c: any) => c.tradeId === trade.id)
    expect(listed).toMatchObject({ isTaken: true, isMine: false, conflict: null })
    expect(JSON.stringify(listed)).not.toContain(STATEMENT)
    expect(listed).not.toHaveProperty('phrase')
    for (const path of ['', '/messages']) {
      expect((await other.get(`/api/staff/disputes/${trade.id}${path}`)).body.code).toBe('case_not_yours')
    }
    expect((await other.post(`/api/staff/disputes/${trade.id}/take`, {})).body.code).toBe('case_taken')
    expect((await other.post(`/api/staff/disputes/${trade.id}/messages`, { text: 'Hello' })).body.code).toBe(
      'case_not_yours',
    )
    expect((await arbiter.get(`/api/staff/disputes/${trade.id}`)).body).toMatchObject({
      isMine: true,
      statements: [{ by: 'seller' }, { by: 'buyer' }],
      buyer: { trader: { completedTrades: 0 }, earlier: [] },
    })
  })

  test('the images of the chat are read by the case’s arbiter, and by no other one', async () => {
    const { arbiter, trade } = await takenCase(testApp())
    const path = `/api/staff/disputes/${trade.id}/images/${await insertImage(testApp().owner, trade.id)}`
    const read = await arbiter.get(path)
    expect([read.status, read.headers['content-type']]).toEqual([200, 'image/webp'])
    const other = await createStaffUser(testApp(), 'arbiter')
    expect((await other.get(path)).body.code).toBe('case_not_yours')
    const unknown = path.replace(/[^/]+$/, crypto.randomUUID())
    expect((await arbiter.get(unknown)).body.code).toBe('not_found')
  })

  test('every act of an arbiter is in the audit log', async () => {
    const { arbiter, trade } = await takenCase(testApp())
    await arbiter.post(`/api/staff/disputes/${trade.id}/messages`, { text: 'Please send a statement of your account.' })
    await decide(arbiter, trade, 'refund')
    const { rows } = await testApp().owner.query(
      'select action from audit_log where subject = $1 and actor_id = $2 order by id',
      [trade.id, arbiter.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['take_dispute', 'write_in_dispute', 'decide_dispute'])
  })

  test('the arbiter’s message has the arbiter’s role, which no party’s has', async () => {
    const { arbiter, seller, trade } = await takenCase(testApp())
    await arbiter.post(`/api/staff/disputes/${trade.id}/messages`, { text: 'Please send a statement of your account.' })
    const { messages } = (await seller.get(`/api/trades/${trade.id}/messages`)).body
    expect(messages.at(-1)).toMatchObject({ sender: 'arbiter', text: 'Please send a statement of your account.' })
    const read = (await arbiter.get(`/api/staff/disputes/${trade.id}/messages`)).body.messages
    expect(read).toEqual(messages)
  })
})

test('the trade, and each list of trades, says who has to act in its dispute', async () => {
  const { seller, buyer, trade, arbiter } = await takenCase(testApp())
  const turnOf = async (user: Caller) => {
    const [listed] = (await user.get('/api/trades')).body.trades
    const shown = (await user.get(`/api/trades/${trade.id}`)).body
    expect(listed.turn).toEqual(shown.turn)
    expect([shown.hasDispute, (await user.get('/api/dashboard')).body.recentTrades[0].turn]).toEqual([true, shown.turn])
    return shown.turn
  }
  expect(await turnOf(buyer)).toEqual(['arbiter'])
  await decide(arbiter, trade, 'release')
  expect([await turnOf(buyer), await turnOf(seller)]).toEqual([['seller'], ['seller']])
  await disputeMove(seller, trade, 'appeal', { statement: STATEMENT })
  expect(await turnOf(seller)).toEqual(['buyer'])
  await ageTrade(testApp().owner, trade.id, 25 * HOUR)
  expect(await turnOf(seller)).toEqual(['arbiter'])
  await disputeMove(buyer, trade, 'concede')
  expect(await turnOf(seller)).toEqual([])
})

test('a trade that the system is about to dispute waits for both parties', async () => {
  const { seller, trade } = await paidTrade(testApp())
  expect((await seller.get(`/api/trades/${trade.id}`)).body).toMatchObject({ turn: ['seller'], hasDispute: false })
  await ageTrade(testApp().owner, trade.id, 25 * HOUR)
  expect((await seller.get(`/api/trades/${trade.id}`)).body).toMatchObject({
    status: 'disputed',
    turn: ['buyer', 'seller'],
    hasDispute: true,
  })
  await moveDueTrades(testApp().context)
  expect((await readDispute(seller, trade)).turn).toEqual(['buyer', 'seller'])
})

test('the dashboard counts the disputed trades', async () => {
  const { buyer } = await disputedTrade(testApp())
  const { statuses } = (await buyer.get('/api/dashboard')).body
  expect(statuses).toContainEqual({ status: 'disputed', trades: 1 })
})

test('a move in a dispute notifies the other party, and the arbiter’s message both', async () => {
  const { seller, buyer, trade, arbiter } = await takenCase(testApp())
  await arbiter.post(`/api/staff/disputes/${trade.id}/messages`, { text: 'Which bank?' })
  const listOf = async (user: Caller): Promise<Notification[]> =>
    (await user.get('/api/notifications')).body.notifications
  const [message, ...moves] = await listOf(seller)
  expect(message).toMatchObject({ event: 'message_received', sender: 'arbiter', text: 'Which bank?' })
  const events = (notifications: Notification[]) => notifications.map(({ event }) => event)
  const taken = ['dispute_arbiter_assigned', 'dispute_statements_closed']
  expect(events(moves)).toEqual([...taken, 'trade_paid', 'trade_opened'])
  expect(events(await listOf(buyer))).toEqual(['message_received', ...taken, 'dispute_opened'])
  expect((await seller.get('/api/notifications/unread')).body.unread).toBe(moves.length + 1)
})

test('ten disputes a day, the tenth and the eleventh at the same time', async () => {
  const { owner } = testApp()
  const seller = await signUp(testApp().app, 'seller')
  await records.give(seller.id, { completedTrades: 1, partners: 1 })
  const trades = await paidTradesOf(seller, 11)
  for (const trade of trades.slice(0, 9)) expect((await openDispute(seller, trade)).status).toBe(200)
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query("select count_alone('disputes', $1)", [seller.id])
  const last = trades.slice(9).map((trade) => openDispute(seller, trade))
  await untilLocksAwaited(owner, 2)
  await holder.query('commit')
  holder.release()
  const answers = (await Promise.all(last)).map(({ body }) => body.code)
  expect(new Set(answers)).toEqual(new Set([undefined, 'disputes_limit']))
})

/** Trades of one seller with a buyer each, paid long enough ago to be disputed. */
async function paidTradesOf(seller: Caller, count: number): Promise<PaidTrade[]> {
  const offer = await postOffer(seller)
  const trades: PaidTrade[] = []
  for (const buyer of await signUpMany(testApp().app, count, 'buyer')) {
    const trade = await openTradeBetween(buyer, offer.id)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 11)
    trades.push({ id: trade.id, buyer })
  }
  return trades
}

describe('a user without a completed trade', () => {
  test('waits for the first open dispute, and loses nothing: the system disputes the other trade in time', async () => {
    const seller = await signUp(testApp().app, 'seller')
    const [first, second, third] = (await paidTradesOf(seller, 3)) as [PaidTrade, PaidTrade, PaidTrade]
    expect((await openDispute(seller, first)).status).toBe(200)
    const refused = await openDispute(seller, second)
    expect(refused.body).toMatchObject({
      code: 'dispute_waits',
      values: { trade: shortId(first.id) },
      details: { tradeId: first.id },
    })
    const byDatabase = inTransaction(testApp().context.db, (tx) =>
      moveTrade(tx, {
        tradeId: second.id,
        actor: { userId: seller.id },
        action: 'open_dispute',
        commandKey: crypto.randomUUID(),
        disputeReason: 'not_received',
      }),
    )
    await expect(byDatabase).rejects.toMatchObject({ constraint: 'disputes_of_new_opener_one_at_a_time' })
    await ageTrade(testApp().owner, second.id, 24 * HOUR)
    await moveDueTrades(testApp().context)
    expect((await readDispute(seller, second)).openedBy).toBe('system')
    // By the buyer: the seller still has no completed trade.
    expect((await disputeMove(first.buyer, first, 'concede')).status).toBe(200)
    // The dispute that the system opened is not the seller's, so nothing is waited for.
    expect((await openDispute(seller, third)).status).toBe(200)
  })

  test('opens two disputes at the same time: one waits for the other', async () => {
    const { owner } = testApp()
    const seller = await signUp(testApp().app, 'seller')
    const trades = await paidTradesOf(seller, 2)
    const holder = await owner.connect()
    await holder.query('begin')
    await holder.query("select count_alone('disputes', $1)", [seller.id])
    const both = trades.map((trade) => openDispute(seller, trade))
    await untilLocksAwaited(owner, 2)
    await holder.query('commit')
    holder.release()
    const answers = (await Promise.all(both)).map(({ body }) => body.code)
    expect(new Set(answers)).toEqual(new Set([undefined, 'dispute_waits']))
  })
})
