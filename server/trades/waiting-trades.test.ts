import { expect, test } from 'vitest'
import type { TeamRole } from '../../domain/accounts/team-roles.ts'
import type { WaitingTrade } from '../../domain/api/trades/waiting-trades.ts'
import { asViewer } from '../db/scope.ts'
import { call } from '../testing/app.ts'
import { decide, disputeMove, disputedTrade, STATEMENT, takenCase } from '../testing/disputes.ts'
import { useTestApp } from '../testing/suite.ts'
import { actFor, join } from '../testing/accounts/teams.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { move, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { listWaitingTrades } from './waiting-trades.ts'

const testApp = useTestApp()

test('a trade waits for the buyer, then for the seller, then for neither', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  expect(await waiting(seller)).toEqual([])
  const { body } = await buyer.get('/api/trades/waiting')
  expect(body.trades).toEqual([
    {
      tradeId: trade.id,
      act: 'pay',
      role: 'buyer',
      counterparty: { username: seller.username, avatar: null },
      fiatCurrency: trade.fiatCurrency,
      paymentMethod: trade.paymentMethod,
      amountFiat: trade.amountFiat,
      amountUsdt: trade.amountUsdt,
      deadline: trade.deadline,
      stoppedAt: null,
    },
  ])
  expect(Date.parse(body.now)).toBeGreaterThan(Date.parse(trade.createdAt))
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  expect(await waiting(buyer)).toEqual([])
  expect(await waiting(seller)).toEqual([{ tradeId: trade.id, act: 'confirm' }])
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  expect([await waiting(buyer), await waiting(seller)]).toEqual([[], []])
})

test('the nearest deadline comes first, whichever trade was opened first', async () => {
  const { app, owner } = testApp()
  const { seller, buyer, trade } = await tradingPair(app, { paymentWindowMinutes: 60 })
  const urgent = await openTradeBetween(buyer, (await postOffer(seller, { paymentWindowMinutes: 30 })).id, '20')
  expect(await waiting(buyer)).toEqual([
    { tradeId: urgent.id, act: 'pay' },
    { tradeId: trade.id, act: 'pay' },
  ])
  await ageTrade(owner, trade.id, 45)
  expect((await waiting(buyer)).map(({ tradeId }) => tradeId)).toEqual([trade.id, urgent.id])
})

test('a trade whose deadline has passed waits for no act of the status before', async () => {
  const { app, owner } = testApp()
  const { buyer, trade } = await tradingPair(app)
  await ageTrade(owner, trade.id, 31)
  expect(await waiting(buyer)).toEqual([])
  // The refused move makes the late one, as the worker would.
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  expect(await waiting(buyer)).toEqual([])
})

test('a cancelled trade waits for the objection of a buyer who saw the payment details', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await buyer.post(`/api/trades/${trade.id}/payment-details`, {})
  await move(seller, trade, 'cancel', 'awaiting_payment')
  expect(await waiting(buyer)).toEqual([{ tradeId: trade.id, act: 'object' }])
  expect(await waiting(seller)).toEqual([])
})

test('a dispute waits for the missing statement, and its decision for the party that it is against', async () => {
  const { buyer, seller, trade } = await disputedTrade(testApp())
  const { deadline } = (await buyer.get(`/api/trades/${trade.id}/dispute`)).body
  const [asked] = (await buyer.get('/api/trades/waiting')).body.trades
  expect(asked).toMatchObject({ tradeId: trade.id, act: 'state', deadline })
  expect(await waiting(seller)).toEqual([])
  await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
  expect(await waiting(buyer)).toEqual([])

  const taken = await takenCase(testApp())
  await decide(taken.arbiter, taken.trade, 'release')
  expect(await waiting(taken.seller)).toEqual([{ tradeId: taken.trade.id, act: 'answer_decision' }])
  expect(await waiting(taken.buyer)).toEqual([])
})

test('no number of trades that wait for others takes the place of one that waits for the user', async () => {
  const { app, context } = testApp()
  const nearest = (user: Caller, roles: readonly TeamRole[] | null) =>
    asViewer(user.id, async () =>
      (await listWaitingTrades(context.db, user.id, roles, 1)).trades.map(({ tradeId }) => tradeId),
    )
  // Its statement is the buyer's, and its deadline earlier than that of the payment to confirm.
  const { seller } = await disputedTrade(testApp())
  const payer = await signUp(app, 'payer')
  const paid = await openTradeBetween(payer, (await postOffer(seller)).id)
  expect(await nearest(seller, null)).toEqual([])
  await move(payer, paid, 'mark-paid', 'awaiting_payment')
  expect(await nearest(seller, null)).toEqual([paid.id])
  const taken = await openTradeBetween(seller, (await postOffer(await signUp(app, 'other'))).id)
  expect(await nearest(seller, null)).toEqual([taken.id])
  expect(await nearest(seller, ['release'])).toEqual([paid.id])
  expect(await nearest(seller, ['chat', 'offers'])).toEqual([])
})

test('a team member sees what the member’s roles include, another member and strangers nothing', async () => {
  const { app } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const bought = await openTradeBetween(seller, (await postOffer(await signUp(app, 'other'))).id, '20')
  expect((await waiting(seller)).map(({ tradeId }) => tradeId).toSorted()).toEqual([trade.id, bought.id].toSorted())

  const [releaser, writer] = [await signUp(app, 'releaser'), await signUp(app, 'writer')]
  await join(seller, releaser, ['release'])
  await join(seller, writer, ['chat', 'offers'])
  expect(await waiting(await actFor(releaser, seller))).toEqual([{ tradeId: trade.id, act: 'confirm' }])
  expect((await (await actFor(writer, seller)).get('/api/trades/waiting')).body.code).toBe('team_not_allowed')
  expect(await waiting(await signUp(app, 'stranger'))).toEqual([])
  expect((await call(app, 'GET', '/api/trades/waiting')).body.code).toBe('signed_out')
})

async function waiting(user: Caller): Promise<Pick<WaitingTrade, 'tradeId' | 'act'>[]> {
  const { status, body } = await user.get('/api/trades/waiting')
  expect(status).toBe(200)
  return body.trades.map(({ tradeId, act }: WaitingTrade) => ({ tradeId, act }))
}
