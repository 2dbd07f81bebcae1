/** The seller of a disputed trade confirms the payment: who can, until when, and how it counts. */
import { describe, expect, test } from 'vitest'
import type { Caller } from '../testing/accounts/users.ts'
import { move, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import { DISPUTE_AFTER_MINUTES } from '../../domain/trades/trades.ts'
import { ageReauthentication } from '../testing/accounts/factors.ts'
import {
  STATEMENT,
  decide,
  disputeMove,
  disputedTrade,
  paidTrade,
  readDispute,
  takenCase,
} from '../testing/disputes.ts'
import type { Disputed } from '../testing/disputes.ts'
import { RECEIPT } from '../testing/move-body.ts'
import { insertProof } from '../testing/proofs.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
const OTHER = 'Quentin Xerxes'

const confirm = (user: Caller, trade: { id: string }, changes: Record<string, unknown> = {}) =>
  disputeMove(user, trade, 'confirm-receipt', { ...RECEIPT, ...changes })

/** A dispute that the buyer opened of a silent seller. */
async function disputedByBuyer(): Promise<Disputed> {
  const paid = await paidTrade(testApp())
  const opening = { seenStatus: 'payment_sent', reason: 'seller_silent', statement: STATEMENT }
  expect((await paid.buyer.post(`/api/trades/${paid.trade.id}/open-dispute`, opening)).status).toBe(200)
  return paid
}

/** A buyer who was shown where to pay objects to the seller's cancellation. */
async function objected(isMarkWithdrawn = false): Promise<Disputed> {
  const { app, owner } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  if (isMarkWithdrawn) {
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(owner, trade.id, 3)
    await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
  }
  expect((await buyer.post(`/api/trades/${trade.id}/payment-details`, {})).status).toBe(200)
  expect((await move(seller, trade, 'cancel', 'awaiting_payment')).body.status).toBe('refund_held')
  const objection = { seenStatus: 'refund_held', statement: STATEMENT, proofId: await insertProof(owner, trade) }
  expect((await buyer.post(`/api/trades/${trade.id}/object`, objection)).body.status).toBe('disputed')
  return { testApp: testApp(), seller, buyer, trade }
}

async function countsOf(user: Caller) {
  const { reputation } = (await user.get(`/api/traders/${user.username}`)).body
  const { completedTrades, disputesLost, disputesConfirmed, disputesReleasedLate } = reputation
  return { completedTrades, disputesLost, disputesConfirmed, disputesReleasedLate }
}
const NONE = { completedTrades: 1, disputesLost: 0, disputesConfirmed: 0, disputesReleasedLate: 0 }

test('releases the USDT, closes the case without a loss, and says that the payment was confirmed', async () => {
  const { seller, buyer, trade } = await disputedByBuyer()
  await ageTrade(testApp().owner, trade.id, 30)
  const reply = await confirm(seller, trade)
  expect(reply.body).toMatchObject({ status: 'completed', escrow: { state: 'released' }, hasDispute: true })
  expect(await readDispute(buyer, trade)).toMatchObject({
    status: 'closed',
    outcome: 'seller_confirmed',
    deadline: null,
  })
  const { messages } = (await buyer.get(`/api/trades/${trade.id}/messages`)).body
  const codes = messages.map(({ systemCode }: { systemCode: string | null }) => systemCode)
  expect(codes.slice(-2)).toEqual(['confirmed', 'completed'])
  const { notifications } = (await buyer.get('/api/notifications')).body
  expect(notifications[0]).toMatchObject({ event: 'trade_completed', tradeId: trade.id })
  expect([await countsOf(seller), await countsOf(buyer)]).toEqual([{ ...NONE, disputesConfirmed: 1 }, NONE])
  const { rows } = await testApp().owner.query(
    'select round(release_seconds / 60.0)::int as minutes from trade_outcomes where trade_id = $1',
    [trade.id],
  )
  expect(rows[0].minutes, 'from the payment mark to the confirmation, the dispute included').toBe(41)
  expect(await violations(testApp().owner)).toEqual([])
})

test('of a dispute that the seller opened shows in the record as released late, and not as lost', async () => {
  const { seller, buyer, trade } = await disputedTrade(testApp())
  expect((await confirm(seller, trade)).body.status).toBe('completed')
  expect([await countsOf(seller), await countsOf(buyer)]).toEqual([{ ...NONE, disputesReleasedLate: 1 }, NONE])
  expect(await violations(testApp().owner)).toEqual([])
})

describe('until a decision is published', () => {
  test('it is possible while an arbiter has the case, who sees how it ended', async () => {
    const { seller, arbiter, trade } = await takenCase(testApp())
    expect((await confirm(seller, trade)).body.status).toBe('completed')
    const seen = await arbiter.get(`/api/staff/disputes/${trade.id}`)
    expect(seen.body).toMatchObject({ status: 'closed', outcome: 'seller_confirmed' })
    expect((await decide(arbiter, trade, 'refund')).body.code).toBe('dispute_closed')
  })

  test('a seller who lost cannot turn the loss into a confirmation, not even after an appeal', async () => {
    const { seller, arbiter, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'release')
    expect((await confirm(seller, trade)).body.code).toBe('already_decided')
    await disputeMove(seller, trade, 'appeal', { statement: STATEMENT })
    expect((await confirm(seller, trade)).body.code).toBe('already_decided')
    expect((await disputeMove(seller, trade, 'concede')).body.status).toBe('completed')
    expect(await countsOf(seller)).toEqual({ ...NONE, disputesLost: 1 })
  })
})

describe('only the seller confirms', () => {
  test('not the buyer, a stranger, the arbiter or an admin', async () => {
    const { seller, buyer, arbiter, trade } = await takenCase(testApp())
    expect((await confirm(buyer, trade)).body.code).toBe('not_your_move')
    const others = [arbiter, await createStaffUser(testApp(), 'admin'), await signUp(testApp().app, 'stranger')]
    for (const other of others) expect((await confirm(other, trade)).body.code).toBe('not_found')
    expect((await seller.get(`/api/trades/${trade.id}`)).body.status).toBe('disputed')
  })

  test('and not the seller by the way of a trade without a dispute, whose API keys have limits of their own', async () => {
    const { seller, trade } = await disputedTrade(testApp())
    expect((await move(seller, trade, 'confirm-receipt', 'disputed')).body.code).toBe('already_disputed')
    expect((await move(seller, trade, 'confirm-receipt', 'payment_sent')).body.code).toBe('stale_screen')
    expect((await confirm(seller, trade)).status).toBe(200)
  })
})

describe('has the conditions of a release', () => {
  test('re-authentication, whatever the amount', async () => {
    const { seller, trade } = await disputedByBuyer()
    await ageReauthentication(testApp().owner, seller)
    expect((await confirm(seller, trade)).body.code).toBe('reauthentication_required')
  })

  test('a second factor above the amount from which the first release requires one', async () => {
    const { app, owner } = testApp()
    const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
    const offer = await postOffer(seller, { maxAmount: '5000', pricePercentage: '0' })
    const trade = await openTradeBetween(buyer, offer.id, '1500')
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(owner, trade.id, DISPUTE_AFTER_MINUTES + 1)
    const opening = { seenStatus: 'payment_sent', reason: 'seller_silent', statement: STATEMENT }
    expect((await buyer.post(`/api/trades/${trade.id}/open-dispute`, opening)).status).toBe(200)
    expect((await confirm(seller, trade)).body.code).toBe('release_factor_off')
  })

  test('the name of the payer', async () => {
    const { seller, trade } = await disputedByBuyer()
    for (const senderName of [OTHER, undefined])
      expect((await confirm(seller, trade, { senderName })).body).toMatchObject({ code: 'payer_name_differs' })
    expect((await confirm(seller, trade, { senderName: OTHER, statedSamePerson: true })).body.status).toBe('completed')
    expect((await seller.get(`/api/trades/${trade.id}/payer-check`)).body).toMatchObject({ statedSamePerson: true })
  })
})

test.each([false, true])(
  'after an objection no payer is declared, and no time of release counts (a mark was withdrawn: %s)',
  async (isMarkWithdrawn) => {
    const { seller, trade } = await objected(isMarkWithdrawn)
    expect((await confirm(seller, trade, { senderName: undefined })).body.status).toBe('completed')
    const { rows } = await testApp().owner.query(
      'select pay_seconds, release_seconds from trade_outcomes where trade_id = $1',
      [trade.id],
    )
    expect(rows).toEqual([{ pay_seconds: null, release_seconds: null }])
    expect(await violations(testApp().owner)).toEqual([])
  },
)
