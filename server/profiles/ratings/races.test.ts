import { expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import { move, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageTrade } from '../../testing/time-travel.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { publishDueRatings } from './publish-due-ratings.ts'

const testApp = useTestApp()

async function completedPairs(count: number) {
  const pairs = []
  for (let n = 0; n < count; n++) {
    const pair = await tradingPair(testApp().app)
    await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
    await move(pair.seller, pair.trade, 'confirm-receipt', 'payment_sent')
    pairs.push(pair)
  }
  return pairs
}

const rate = (user: Caller, trade: { id: string }, stars: number) =>
  user.post(`/api/trades/${trade.id}/ratings`, { stars, comment: '' })
const averageOf = async (user: Caller) =>
  (await call(testApp().app, 'GET', `/api/traders/${user.username}`)).body.reputation.rating

test('two parties who rate at the same moment: both ratings become visible, each counted once', async () => {
  const pairs = await completedPairs(6)
  const replies = await Promise.all(
    pairs.flatMap(({ buyer, seller, trade }) => [rate(buyer, trade, 4), rate(seller, trade, 5)]),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  for (const { buyer, seller, trade } of pairs) {
    expect((await buyer.get(`/api/trades/${trade.id}/ratings`)).body).toMatchObject({
      isHidden: false,
      given: { stars: 4 },
      received: { stars: 5 },
    })
    expect([await averageOf(seller), await averageOf(buyer)]).toEqual([
      { average: '4.0', ratings: 1 },
      { average: '5.0', ratings: 1 },
    ])
  }
})

test('one party who rates twice at the same moment: one rating', async () => {
  const [pair] = await completedPairs(1)
  const { buyer, trade } = pair!
  const replies = await Promise.all([1, 5, 3].map((stars) => rate(buyer, trade, stars)))
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
})

test('two workers and the last moment: each due rating is published and counted once', async () => {
  const pairs = await completedPairs(4)
  for (const { buyer, trade } of pairs) {
    await rate(buyer, trade, 3)
    await ageTrade(testApp().owner, trade.id, LIMITS.rating_days * 24 * 60 + 1)
  }
  const { db } = testApp().context
  await Promise.all([publishDueRatings(db), publishDueRatings(db), publishDueRatings(db)])
  await publishDueRatings(db)
  for (const { seller } of pairs) expect(await averageOf(seller)).toEqual({ average: '3.0', ratings: 1 })
})

test('two replies at the same moment: one is stored', async () => {
  const [pair] = await completedPairs(1)
  const { buyer, seller, trade } = pair!
  const { id } = (await rate(buyer, trade, 3)).body.given
  await rate(seller, trade, 3)
  const replies = await Promise.all(['One.', 'Two.'].map((reply) => seller.post(`/api/ratings/${id}/reply`, { reply })))
  expect(replies.map(({ status, body }) => String(body.code ?? status)).toSorted()).toEqual(['200', 'already_replied'])
})
