import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { RATINGS_PAGE_SIZE } from '../../../domain/profiles/ratings.ts'
import { call } from '../../testing/app.ts'
import { move, openTradeBetween, postOffer, signUp, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageTrade } from '../../testing/time-travel.ts'
import { publishDueRatings } from './publish-due-ratings.ts'

const testApp = useTestApp()
const DAY = 24 * 60

async function completedPair() {
  const pair = await tradingPair(testApp().app)
  await complete(pair)
  return pair
}

async function complete({ seller, buyer, trade }: { seller: Caller; buyer: Caller; trade: { id: string } }) {
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
}

const rate = (user: Caller, trade: { id: string }, stars: unknown = 5, comment: unknown = '') =>
  user.post(`/api/trades/${trade.id}/ratings`, { stars, comment })
const ratingsOf = async (user: Caller, trade: { id: string }) =>
  (await user.get(`/api/trades/${trade.id}/ratings`)).body
const listOf = async (user: Caller, query = '') =>
  (await call(testApp().app, 'GET', `/api/traders/${user.username}/ratings${query}`)).body
const averageOf = async (user: Caller) =>
  (await call(testApp().app, 'GET', `/api/traders/${user.username}`)).body.reputation.rating
const publishDue = () => publishDueRatings(testApp().context.db)

test('both parties rate each other: the first rating is hidden, the second publishes both', async () => {
  const { seller, buyer, trade } = await completedPair()
  const until = Date.parse((await ratingsOf(buyer, trade)).rateUntil)
  expect(until - Date.now()).toBeGreaterThan((LIMITS.rating_days * DAY - 5) * 60_000)

  const first = await rate(buyer, trade, 4, '  Fast,\u202e and polite.  ')
  expect(first).toMatchObject({
    status: 200,
    body: {
      rateUntil: null,
      given: { stars: 4, comment: 'Fast, and polite.', reply: null, canReply: false },
      isHidden: true,
      received: null,
    },
  })
  expect(await ratingsOf(seller, trade)).toMatchObject({ given: null, received: null, isHidden: false })
  expect([await averageOf(seller), (await listOf(seller)).ratings]).toEqual([null, []])

  const second = await rate(seller, trade, 5)
  expect(second.body).toMatchObject({
    given: { stars: 5, comment: '' },
    isHidden: false,
    publishedBy: null,
    received: { stars: 4, comment: 'Fast, and polite.', canReply: true },
  })
  expect(await ratingsOf(buyer, trade)).toMatchObject({ isHidden: false, received: { stars: 5 } })
  expect(await listOf(seller)).toMatchObject({
    ratings: [{ stars: 4, comment: 'Fast, and polite.', by: buyer.username, reply: null, canReply: false }],
    nextCursor: null,
  })
  expect([await averageOf(seller), await averageOf(buyer)]).toEqual([
    { average: '4.0', ratings: 1 },
    { average: '5.0', ratings: 1 },
  ])
})

test('a single rating is published by the worker when the time is over, and not before', async () => {
  const { seller, buyer, trade } = await completedPair()
  await rate(buyer, trade, 2, 'Slow.')
  await ageTrade(testApp().owner, trade.id, LIMITS.rating_days * DAY - 1)
  await publishDue()
  expect([await averageOf(seller), (await ratingsOf(seller, trade)).received]).toEqual([null, null])

  await ageTrade(testApp().owner, trade.id, 2)
  await publishDue()
  await publishDue()
  expect(await averageOf(seller)).toEqual({ average: '2.0', ratings: 1 })
  expect(await ratingsOf(seller, trade)).toMatchObject({
    rateUntil: null,
    received: { stars: 2, comment: 'Slow.', canReply: true },
  })
  expect(await rate(seller, trade)).toMatchObject({ status: 409, body: { code: 'rating_time_over' } })
})

describe('a rating is refused', () => {
  test('before the trade is completed, and after it was cancelled', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    const wrong = { status: 409, body: { code: 'rating_too_early' } }
    expect(await rate(buyer, trade)).toMatchObject(wrong)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect(await rate(seller, trade)).toMatchObject(wrong)
    const other = await tradingPair(testApp().app)
    await move(other.buyer, other.trade, 'cancel', 'awaiting_payment')
    expect(await rate(other.seller, other.trade)).toMatchObject(wrong)
    expect((await ratingsOf(other.seller, other.trade)).rateUntil).toBeNull()
  })

  test('the second time, whatever it says', async () => {
    const { buyer, seller, trade } = await completedPair()
    await rate(buyer, trade, 5)
    const again = { status: 409, body: { code: 'already_rated' } }
    expect(await rate(buyer, trade, 1)).toMatchObject(again)
    await rate(seller, trade, 5)
    expect(await rate(buyer, trade, 1)).toMatchObject(again)
    expect((await ratingsOf(buyer, trade)).given.stars).toBe(5)
  })

  test('from a stranger and a visitor', async () => {
    const { buyer, trade } = await completedPair()
    const stranger = await signUp(testApp().app, 'stranger')
    expect(await rate(stranger, trade)).toMatchObject({ status: 404 })
    expect(await stranger.get(`/api/trades/${trade.id}/ratings`)).toMatchObject({ status: 404 })
    const body = { stars: 5, comment: '' }
    expect(await call(testApp().app, 'POST', `/api/trades/${trade.id}/ratings`, { body })).toMatchObject({
      status: 401,
    })
    expect(await rate(buyer, { id: crypto.randomUUID() })).toMatchObject({ status: 404 })
  })

  test.each([
    ['no star', 0, ''],
    ['six stars', 6, ''],
    ['half a star', 4.5, ''],
    ['no number', '5', ''],
    ['281 characters', 5, 'x'.repeat(281)],
    ['no text', 5, null],
  ])('with %s', async (_, stars, comment) => {
    const { buyer, trade } = await completedPair()
    expect(await rate(buyer, trade, stars, comment)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await rate(buyer, trade, 5, '😀'.repeat(280))).toMatchObject({ status: 200 })
  })
})

describe('a reply', () => {
  const reply = (user: Caller, id: string, text = 'Thank you.') =>
    user.post(`/api/ratings/${id}/reply`, { reply: text })

  test('is given once by the rated user, and is public', async () => {
    const { seller, buyer, trade } = await completedPair()
    const { id } = (await rate(buyer, trade, 3, 'Fine.')).body.given
    const missing = { status: 404, body: { code: 'not_found' } }
    // Hidden: the answer is that of a rating that does not exist.
    expect(await reply(seller, id)).toMatchObject(missing)
    await rate(seller, trade)
    expect(await reply(buyer, id)).toMatchObject(missing)
    expect(await reply(await signUp(testApp().app, 'stranger'), id)).toMatchObject(missing)
    expect(await reply(seller, id, ' \u200b ')).toMatchObject({ status: 400 })
    expect(await reply(seller, id, 'x'.repeat(281))).toMatchObject({ status: 400 })
    expect(await reply(seller, id)).toMatchObject({ status: 200, body: { reply: 'Thank you.', canReply: false } })
    expect(await reply(seller, id, 'No!')).toMatchObject({ status: 409, body: { code: 'already_replied' } })
    expect((await listOf(seller)).ratings).toMatchObject([{ id, reply: 'Thank you.' }])
    expect((await ratingsOf(buyer, trade)).given).toMatchObject({ reply: 'Thank you.' })
  })

  test('is refused 14 days after the rating was published', async () => {
    const { seller, buyer, trade } = await completedPair()
    const { id } = (await rate(buyer, trade, 3)).body.given
    await rate(seller, trade)
    await ageTrade(testApp().owner, trade.id, LIMITS.rating_reply_days * DAY + 1)
    expect((await ratingsOf(seller, trade)).received.canReply).toBe(false)
    expect(await reply(seller, id)).toMatchObject({ status: 409, body: { code: 'reply_time_over' } })
  })
})

describe('the average', () => {
  test('is of the ratings whose trade counts: of one pair, one in 30 days', async () => {
    const { seller, buyer, offer, trade } = await completedPair()
    const trades = [trade]
    for (let n = 0; n < 3; n++) {
      const next = await openTradeBetween(buyer, offer.id)
      await complete({ seller, buyer, trade: next })
      trades.push(next)
    }
    for (const [n, rated] of trades.entries()) {
      await rate(buyer, rated, n === 0 ? 4 : 5)
      await rate(seller, rated, 5)
    }
    expect(await averageOf(seller)).toEqual({ average: '4.0', ratings: 1 })
    expect((await listOf(seller)).ratings).toHaveLength(1)
    expect((await ratingsOf(seller, trades[3]!)).received).toMatchObject({ stars: 5 })
  })

  test('has one decimal, on the offer, in the trade, the profile and the record, and orders the market', async () => {
    const { app } = testApp()
    const seller = await signUp(app, 'seller')
    const offer = await postOffer(seller, { terms: 'Quokka terms of payment.' })
    for (const stars of [5, 4, 4]) {
      const buyer = await signUp(app, 'buyer')
      const trade = await openTradeBetween(buyer, offer.id, '10')
      await complete({ seller, buyer, trade })
      await rate(buyer, trade, stars)
      await rate(seller, trade, 5)
      if (stars === 5)
        expect((await buyer.get(`/api/trades/${trade.id}`)).body.seller.rating).toEqual({ average: '5.0', ratings: 1 })
    }
    const rating = { average: '4.3', ratings: 3 }
    expect(await averageOf(seller)).toEqual(rating)
    expect((await seller.get('/api/profile')).body.rating).toEqual(rating)
    expect((await seller.get('/api/dashboard')).body.reputation.rating).toEqual(rating)
    expect((await call(app, 'GET', `/api/offers/${offer.id}`)).body.owner.rating).toEqual(rating)

    const unrated = await signUp(app, 'unrated')
    const other = await postOffer(unrated, { terms: 'Quokka terms of payment.' })
    const bad = await completedPair()
    await rate(bad.buyer, bad.trade, 1)
    await rate(bad.seller, bad.trade, 5)
    const worst = await postOffer(bad.seller, { terms: 'Quokka terms of payment.' })
    const order = async (direction: string) => {
      const url = `/api/offers?search=quokka&sort=rating&direction=${direction}`
      return (await call(app, 'GET', url)).body.offers.map(({ id }: { id: string }) => id)
    }
    expect(await order('desc')).toEqual([offer.id, other.id, worst.id])
    expect(await order('asc')).toEqual([worst.id, other.id, offer.id])
  })
})

test('the list of a trader has pages, each rating once, newest first', async () => {
  const { app } = testApp()
  const seller = await signUp(app, 'seller')
  const offer = await postOffer(seller)
  const given: string[] = []
  for (let n = 0; n < RATINGS_PAGE_SIZE + 2; n++) {
    const buyer = await signUp(app, 'buyer')
    const trade = await openTradeBetween(buyer, offer.id, '10')
    await complete({ seller, buyer, trade })
    given.unshift((await rate(buyer, trade, 5, `Number ${n}`)).body.given.id)
    await rate(seller, trade)
  }
  const first = await listOf(seller)
  const second = await listOf(seller, `?before=${first.nextCursor}`)
  expect([...first.ratings, ...second.ratings].map(({ id }) => id)).toEqual(given)
  expect([first.ratings.length, second.nextCursor]).toEqual([RATINGS_PAGE_SIZE, null])
  const { ratings } = await listOf(await signUp(app, 'stranger'), `?before=${first.nextCursor}`)
  expect(ratings).toEqual([])
  expect(await call(app, 'GET', '/api/traders/nobody_here/ratings')).toMatchObject({ status: 404 })
})

test('the words of a rater whose account was deleted are erased, the stars stay', async () => {
  const { seller, buyer, trade } = await completedPair()
  const received = (await rate(buyer, trade, 2, 'My name is Karim.')).body.given.id
  const { id } = (await rate(seller, trade, 3, 'Paid late.')).body.given
  await buyer.post(`/api/ratings/${id}/reply`, { reply: 'My bank was slow.' })
  await seller.post(`/api/ratings/${received}/reply`, { reply: 'Sorry.' })
  expect(await buyer.post('/api/account/delete', { username: buyer.username })).toMatchObject({ status: 200 })
  expect((await listOf(seller)).ratings).toMatchObject([{ stars: 2, comment: '', by: null, reply: 'Sorry.' }])
  expect((await ratingsOf(seller, trade)).given).toMatchObject({ comment: 'Paid late.', reply: null })
  expect(await averageOf(seller)).toEqual({ average: '2.0', ratings: 1 })
})

test('the export has the ratings that the user gave and received, and no hidden one of another user', async () => {
  const { seller, buyer, trade } = await completedPair()
  const exported = async (user: Caller) => (await user.post('/api/account/export')).body.trades[0].ratings
  await rate(buyer, trade, 1, 'A secret.')
  expect(await exported(buyer)).toMatchObject({ given: { stars: 1, comment: 'A secret.' }, isHidden: true })
  expect(await exported(seller)).toMatchObject({ given: null, received: null })
})

test('a published rating is reported by its readers, a hidden one is unknown', async () => {
  const { seller, buyer, trade } = await completedPair()
  const { id } = (await rate(buyer, trade, 1, 'All lies.')).body.given
  const report = (user: Caller) =>
    user.post('/api/reports', { reported: { kind: 'rating', ratingId: id }, reason: 'untrue', text: '' })
  expect(await report(seller)).toMatchObject({ status: 404 })
  await rate(seller, trade)
  expect((await report(seller)).body.reference).toMatch(/^R-/)
  const { rows } = await testApp().owner.query('select reported_id, excerpt from reports where subject_id = $1', [id])
  expect(rows).toEqual([{ reported_id: buyer.id, excerpt: 'All lies.' }])
})
