/** What one user can take from the market (security: limits per user), at the API and in races. */
import { describe, expect, test } from 'vitest'
import { LIMITS, QUOTES_PER_MINUTE } from '../../domain/limits.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { askQuote, move, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageAccount, ageTrade } from '../testing/time-travel.ts'

const testApp = useTestApp()

const ask = (taker: Caller, offerId: string) => taker.post('/api/quotes', { offerId, anchor: 'fiat', amount: '20' })

/** `count` offers, each of another user. */
async function offersOf(count: number): Promise<string[]> {
  const owners = await signUpMany(testApp().app, count, 'owner')
  return Promise.all(owners.map(async (owner) => (await postOffer(owner)).id))
}

async function complete(buyer: Caller, seller: Caller, trade: { id: string }): Promise<void> {
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
}

describe('open trades of a taker', () => {
  test('a new account opens three trades on twelve offers, whatever it does in parallel', async () => {
    const taker = await signUp(testApp().app, 'fresh')
    const offers = await offersOf(12)
    const quotes = await Promise.all(offers.map((offerId) => askQuote(taker, offerId, '20')))
    const replies = await Promise.all(quotes.map(({ id }) => taker.post('/api/trades', { quoteId: id })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(LIMITS.open_trades_of_new_trader)
    const refused = replies.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 new_trader_limit']),
    )
    expect(refused[0]!.body).toMatchObject({
      values: { limit: 3, days: 7, laterLimit: 10 },
      message:
        'New traders can have up to 3 open trades. Complete or cancel one first. After 7 days and a completed trade the limit is 10.',
    })
    expect((await ask(taker, offers[0]!)).status).toBe(409)
  })

  test('after seven days and a completed trade the limit is ten', async () => {
    const { app, owner } = testApp()
    const [taker, seller] = [await signUp(app, 'taker'), await signUp(app, 'seller')]
    await ageAccount(owner, taker.id, LIMITS.new_trader_days * 24)
    await complete(taker, seller, await openTradeBetween(taker, (await postOffer(seller)).id, '20'))
    const offers = await offersOf(LIMITS.open_trades_of_taker + 1)
    for (const offerId of offers.slice(0, -1)) await openTradeBetween(taker, offerId, '20')
    expect((await ask(taker, offers.at(-1)!)).body).toMatchObject({
      code: 'open_trades_limit',
      values: { limit: LIMITS.open_trades_of_taker },
    })
  })

  test.each([
    [8, false, 'open_trades_of_new_trader'],
    [6, true, 'open_trades_of_new_trader'],
    [8, true, 'open_trades_of_taker'],
  ] as const)('an account of %i days, with a completed trade: %s, has the limit %s', async (days, completes, name) => {
    const { app, owner } = testApp()
    const [taker, seller] = [await signUp(app, 'taker'), await signUp(app, 'seller')]
    await ageAccount(owner, taker.id, days * 24)
    if (completes) await complete(taker, seller, await openTradeBetween(taker, (await postOffer(seller)).id, '20'))
    const { rows } = await owner.query('select most::int as limit from open_trades_limit($1)', [taker.id])
    expect(rows).toEqual([{ limit: LIMITS[name] }])
  })

  test('one taker has one open trade on an offer, so that one user cannot block the offer', async () => {
    const { app } = testApp()
    const [seller, taker, other] = [await signUp(app, 'seller'), await signUp(app, 'taker'), await signUp(app, 'other')]
    const offer = await postOffer(seller, { maxOpenTrades: 5 })
    const quotes = await Promise.all(Array.from({ length: 5 }, () => askQuote(taker, offer.id, '20')))
    const replies = await Promise.all(quotes.map(({ id }) => taker.post('/api/trades', { quoteId: id })))
    const [opened] = replies.filter(({ status }) => status === 201)
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => [body.code, body.details])).toEqual(
      Array.from({ length: 4 }, () => ['offer_trade_open', { tradeId: opened!.body.id }]),
    )
    await openTradeBetween(other, offer.id, '20')
    await move(seller, opened!.body, 'cancel', 'awaiting_payment')
    await openTradeBetween(taker, offer.id, '20')
  })

  test('trades on a user’s own offers do not count as taken', async () => {
    const { app } = testApp()
    const seller = await signUp(app, 'seller')
    const offer = await postOffer(seller)
    for (const taker of await signUpMany(app, 5, 'taker')) await openTradeBetween(taker, offer.id, '20')
    expect(await openTradeBetween(seller, (await offersOf(1))[0]!, '20')).toMatchObject({ taker: 'buyer' })
  })
})

describe('the pause after trades that a taker cancelled or let expire', () => {
  async function fail(taker: Caller): Promise<{ id: string }> {
    const [offerId] = await offersOf(1)
    const trade = await openTradeBetween(taker, offerId!, '20')
    await move(taker, trade, 'cancel', 'awaiting_payment')
    return trade
  }

  test('begins with the third, doubles with each further one, and says when it ends', async () => {
    const { app, owner } = testApp()
    const taker = await signUp(app, 'taker')
    const [offerId] = await offersOf(1)
    const failed = [await fail(taker), await fail(taker), await fail(taker)]
    for (const minutes of [15, 30, 60]) {
      const reply = await ask(taker, offerId!)
      expect(reply).toMatchObject({
        status: 429,
        body: {
          code: 'opening_paused',
          message: `You cancelled or didn’t pay ${failed.length} trades within 24 hours. You can open a trade again in ${minutes} minutes.`,
          values: { failures: failed.length, hours: 24, minutes },
        },
      })
      const { until, retryAfterSeconds } = reply.body.details
      expect(reply.headers['retry-after']).toBe(String(retryAfterSeconds))
      expect(Math.abs(Date.parse(until) - Date.now() - minutes * 60_000)).toBeLessThan(10_000)
      for (const { id } of failed) await ageTrade(owner, id, minutes)
      failed.push(await fail(taker))
    }
  })

  test('applies to a quote from before it', async () => {
    const taker = await signUp(testApp().app, 'taker')
    const [offerId] = await offersOf(1)
    const quote = await askQuote(taker, offerId!, '20')
    for (let n = 0; n < 3; n++) await fail(taker)
    expect((await taker.post('/api/trades', { quoteId: quote.id })).body.code).toBe('opening_paused')
  })

  test('counts a payment window that the taker let pass', async () => {
    const { app, owner, context } = testApp()
    const taker = await signUp(app, 'taker')
    const offers = await offersOf(4)
    for (const offerId of offers.slice(0, 3)) {
      const { id } = await openTradeBetween(taker, offerId, '20')
      await ageTrade(owner, id, 31)
    }
    await moveDueTrades(context)
    expect((await ask(taker, offers[3]!)).body.code).toBe('opening_paused')
  })

  test('does not count what the counterparty caused, nor what is older than a day', async () => {
    const { app, owner } = testApp()
    const [taker, seller] = [await signUp(app, 'taker'), await signUp(app, 'seller')]
    const offer = await postOffer(seller)
    for (let n = 0; n < 4; n++)
      await move(seller, await openTradeBetween(taker, offer.id, '20'), 'cancel', 'awaiting_payment')
    for (let n = 0; n < 3; n++) await ageTrade(owner, (await fail(taker)).id, 24 * 60 + 1)
    expect((await ask(taker, offer.id)).status).toBe(201)
  })

  test('does not keep the user’s own offers from being taken', async () => {
    const { app } = testApp()
    const [paused, other] = [await signUp(app, 'paused'), await signUp(app, 'other')]
    for (let n = 0; n < 3; n++) await fail(paused)
    const trade = await openTradeBetween(other, (await postOffer(paused)).id, '20')
    expect(trade.seller.username).toBe(paused.username)
  })
})

describe('quotes', () => {
  test('sixty a minute, and they reserve nothing', async () => {
    const { app, context } = testApp()
    const [seller, taker, other] = [await signUp(app, 'seller'), await signUp(app, 'taker'), await signUp(app, 'other')]
    const offer = await postOffer(seller, { availableUsdt: '25', pricePercentage: '0' })
    // The first of them are counted only: a machine under load needs more than the minute to answer all.
    const asked = 5
    for (let nr = asked; nr < QUOTES_PER_MINUTE; nr++)
      await context.limits.consume(context.db, 'quotes_per_account', taker.id)
    const replies = await Promise.all(Array.from({ length: asked + 5 }, () => ask(taker, offer.id)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(asked)
    const [refused] = replies.filter(({ status }) => status !== 201)
    const seconds = Number(refused!.headers['retry-after'])
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'quote_limit', values: { limit: 60, seconds }, details: { retryAfterSeconds: seconds } },
    })
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await seller.get('/api/my-offers')).body.offers[0]).toMatchObject({ availableUsdt: '25.000000' })
    await openTradeBetween(other, offer.id, '20')
  })
})
