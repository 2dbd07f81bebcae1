import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Offer } from '../../../../domain/api/offers/offers.ts'
import type { OffersNow } from '../../../../domain/api/offers/live-offers.ts'
import { LIVE_OFFERS_SECONDS } from '../../../../domain/offers/listing.ts'
import { offer } from '../../../testing/samples.ts'
import { newsOf, watchOffers, type Change, type News } from './watch-offers.ts'

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`) as [
  string,
  string,
  string,
  string,
]
const row = (id: string, changes: Partial<Offer> = {}): Offer => ({ ...offer, id, ...changes })
const page = (offers: Offer[]) => ({
  offers,
  total: { count: offers.length, isExact: true },
  nextCursor: null,
  previousCursor: null,
  searched: null,
  now: offer.createdAt,
})

test.each<[string, string[], string[], number, News]>([
  ['the same', [A, B], [A, B], 2, { added: 0, isReordered: false }],
  ['another order', [A, B, C], [B, A, C], 3, { added: 0, isReordered: true }],
  ['a new one before the last known', [A, B], [A, D], 20, { added: 1, isReordered: false }],
  ['one that moved up from the next page', [A, B, C], [A, C, D], 3, { added: 0, isReordered: false }],
  ['all others', [A, B], [C, D], 2, { added: 2, isReordered: false }],
  ['none', [A], [], 20, { added: 0, isReordered: false }],
])('the news of a first page with %s', (_, shown, first, limit, news) => {
  expect(newsOf(shown, first, limit)).toEqual(news)
})

const read = vi.fn<(query: object) => Promise<OffersNow>>()
let answers: OffersNow[]
const asked = () => read.mock.calls.map(([query]) => query)
beforeEach(() => {
  vi.useFakeTimers()
  answers = []
  read.mockReset().mockImplementation(async () => {
    const answer = answers.shift()
    if (!answer) throw new Error('no answer')
    return answer
  })
})
afterEach(() => {
  vi.useRealTimers()
  setHidden(false)
})

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
}

function watching(offers: Offer[]) {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  const queryKey = ['offers', 'market', {}]
  client.setQueryData(queryKey, page(offers))
  const changes: Change[] = []
  const news: News[] = []
  const stop = watchOffers({
    client,
    queryKey,
    query: { currency: 'EUR', cursor: undefined },
    onChanges: (made) => changes.push(...made),
    onNews: (made) => news.push(made),
    read,
  })
  const rows = () => client.getQueryData<{ offers: Offer[] }>(queryKey)!.offers
  return { client, queryKey, stop, changes, news, rows }
}

const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a changed row changes in its place, one that is gone stays, and what is new is only counted', async () => {
  const before = [row(A), row(B), row(C)]
  const { stop, changes, news, rows } = watching(before)
  answers = [{ offers: [row(C), row(B, { price: '0.9476' })], first: [D, B, C] }]
  await wait(LIVE_OFFERS_SECONDS)
  expect(rows().map(({ id, price, status }) => [id, price, status])).toEqual([
    [A, offer.price, 'paused'],
    [B, '0.9476', 'active'],
    [C, offer.price, 'active'],
  ])
  // The same object: the row is not rendered again.
  expect(rows()[2]).toBe(before[2])
  expect(changes).toEqual([
    { offerId: A, what: 'gone' },
    { offerId: B, what: 'price' },
  ])
  expect(news).toEqual([{ added: 1, isReordered: false }])
  expect(asked()).toEqual([{ currency: 'EUR', shown: [A, B, C].join(',') }])
  stop()
})

test('an empty list learns of its first offers, and one that was not read asks nothing', async () => {
  const empty = watching([])
  answers = [{ offers: [], first: [A, B] }]
  await wait(LIVE_OFFERS_SECONDS)
  expect([empty.news, asked()]).toEqual([[{ added: 2, isReordered: false }], [{ currency: 'EUR' }]])
  empty.client.removeQueries({ queryKey: empty.queryKey })
  await wait(LIVE_OFFERS_SECONDS)
  expect(asked()).toHaveLength(1)
  empty.stop()
})

test('what is left of an offer changes in its row', async () => {
  const { stop, changes, rows } = watching([row(A), row(B)])
  answers = [{ offers: [row(A, { tradableUsdt: '12.500000' }), row(B)], first: [A, B] }]
  await wait(LIVE_OFFERS_SECONDS)
  expect(rows().map(({ tradableUsdt }) => tradableUsdt)).toEqual(['12.500000', offer.tradableUsdt])
  expect(changes).toEqual([{ offerId: A, what: 'available' }])
  stop()
})

test('a minute costs six requests, none while the tab is hidden, and fewer after failures', async () => {
  const { stop } = watching([row(A)])
  answers = Array.from({ length: 6 }, () => ({ offers: [row(A)], first: [A] }))
  await wait(60)
  expect(read).toHaveBeenCalledTimes(6)
  setHidden(true)
  await wait(600)
  expect(read).toHaveBeenCalledTimes(6)
  setHidden(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await wait(0)
  expect(read).toHaveBeenCalledTimes(7)
  // The seventh failed: the pauses are now 20, 40 and 80 seconds.
  await wait(139)
  expect(read).toHaveBeenCalledTimes(9)
  stop()
  await wait(600)
  expect(read).toHaveBeenCalledTimes(9)
})
