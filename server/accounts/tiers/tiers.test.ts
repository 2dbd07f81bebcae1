/** How much a user may trade: the tier, the limits of a trade, and their refusals. */
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { PAYMENT_METHODS } from '../../../domain/payments/methods.ts'
import { TIERS, TIER_LIMITS, TIER_REQUIREMENTS } from '../../../domain/accounts/tiers.ts'
import { call } from '../../testing/app.ts'
import { askQuote, move, openTradeBetween, postOffer, signUp, signUpMany } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { insertRehearsed, recordsOf } from '../../testing/accounts/tiers.ts'
import { ageAccount, ageTrade, asOutsider } from '../../testing/time-travel.ts'

const testApp = useTestApp()
const records = recordsOf(() => testApp().owner)
afterAll(() => records.withdraw())

/** An offer at the market rate of 1 USD, so that amounts in USD are amounts in USDT. */
const DOLLARS = {
  fiatCurrency: 'USD',
  paymentMethods: ['wire_transfer'],
  pricePercentage: '0',
  maxAmount: '500000',
} satisfies Partial<OfferInput>
const PAYPAL = { ...DOLLARS, paymentMethods: ['paypal'] } satisfies Partial<OfferInput>

const ask = (taker: Caller, offerId: string, amount: string) =>
  taker.post('/api/quotes', { offerId, anchor: 'fiat', amount })
const tierOf = async (user: Caller) => (await user.get('/api/limits')).body.tier

/** A trader of the highest tier, so that only the other party's limits matter. */
async function experienced(name = 'maker'): Promise<Caller> {
  const { app, owner } = testApp()
  const user = await signUp(app, name)
  const { accountDays, completedTrades, partners } = TIER_REQUIREMENTS.experienced
  await ageAccount(owner, user.id, accountDays * 24)
  await records.give(user.id, { completedTrades, partners })
  return user
}

describe('the table', () => {
  test('is public: tiers with what they need, their limits, and the risk of each payment method', async () => {
    const { status, body } = await call(testApp().app, 'GET', '/api/tiers')
    expect(status).toBe(200)
    expect(body.tiers.map(({ tier }: { tier: string }) => tier)).toEqual(TIERS)
    expect(body.tiers[0]).toEqual({
      tier: 'starter',
      accountDays: 0,
      completedTrades: 0,
      partners: 0,
      needsRehearsal: false,
      limits: [
        { risk: 'final', tradeUsdt: '2500.000000', openUsdt: '5000.000000', dayUsdt: '10000.000000' },
        { risk: 'in_person', tradeUsdt: '500.000000', openUsdt: '1000.000000', dayUsdt: '2000.000000' },
        { risk: 'reversible', tradeUsdt: '500.000000', openUsdt: '1000.000000', dayUsdt: '2000.000000' },
      ],
    })
    expect(body.methods).toHaveLength(PAYMENT_METHODS.length)
    expect(body.methods).toContainEqual({ paymentMethod: 'paypal', risk: 'reversible' })
  })

  test('a user’s own limits are for signed-in users', async () => {
    expect((await call(testApp().app, 'GET', '/api/limits')).body.code).toBe('signed_out')
  })
})

describe('a tier follows from the account and its record', () => {
  test.each([
    [0, 0, 0, false, 'starter'],
    [400, 9, 9, false, 'starter'],
    [0, 0, 0, true, 'rehearsed'],
    [30, 10, 5, false, 'established'],
    [29, 10, 5, true, 'rehearsed'],
    [30, 9, 5, true, 'rehearsed'],
    [30, 10, 4, true, 'rehearsed'],
    [90, 50, 20, false, 'experienced'],
    [90, 50, 19, true, 'established'],
  ])('%i days, %i trades, %i partners, rehearsed: %s', async (days, completedTrades, partners, rehearsed, tier) => {
    const { app, owner } = testApp()
    const user = await signUp(app)
    if (days > 0) await ageAccount(owner, user.id, days * 24)
    await records.give(user.id, { completedTrades, partners })
    if (rehearsed) await insertRehearsed(owner, user.id)
    expect((await user.get('/api/limits')).body).toMatchObject({
      tier,
      accountDays: days,
      completedTrades,
      partners,
      hasRehearsed: rehearsed,
    })
  })

  test('with the next tier, and what leads to it', async () => {
    const { app, owner } = testApp()
    const user = await signUp(app)
    expect((await user.get('/api/limits')).body).toMatchObject({ nextTier: 'rehearsed', nextStep: 'rehearsal' })
    await insertRehearsed(owner, user.id)
    expect((await user.get('/api/limits')).body).toMatchObject({ nextTier: 'established', nextStep: 'record' })
    expect((await (await experienced()).get('/api/limits')).body).toMatchObject({ nextTier: null, nextStep: 'none' })
  })

  test('and a user cannot set them', async () => {
    const user = await signUp(testApp().app)
    for (const path of ['/api/limits', '/api/tiers'])
      expect((await user.post(path, { tier: 'experienced' })).status).toBe(405)
    expect(await tierOf(user)).toBe('starter')
  })
})

describe('the limit of one trade', () => {
  test('is refused with the quote, before the trade, with the limit, the reason and the next step', async () => {
    const maker = await experienced()
    const taker = await signUp(testApp().app, 'taker')
    const offer = await postOffer(maker, DOLLARS)
    expect((await ask(taker, offer.id, '2500')).status).toBe(201)
    expect(await ask(taker, offer.id, '2500.01')).toMatchObject({
      status: 409,
      body: {
        code: 'tier_trade_limit',
        field: 'amount',
        message: 'Your limit for one trade is 2500.000000 USDT. Pass the rehearsal to raise this limit.',
        values: {
          limitUsdt: '2500.000000',
          usedUsdt: '0.000000',
          availableUsdt: '2500.000000',
          risk: 'final',
          nextStep: 'rehearsal',
        },
        details: { tier: 'starter', nextTier: 'rehearsed', nextLimitUsdt: '5000.000000' },
      },
    })
  })

  test('is lower where payments are easy to reverse', async () => {
    const taker = await signUp(testApp().app, 'taker')
    const offer = await postOffer(await experienced(), PAYPAL)
    expect((await ask(taker, offer.id, '500')).status).toBe(201)
    expect((await ask(taker, offer.id, '500.01')).body).toMatchObject({
      code: 'tier_trade_limit',
      message:
        'Your limit for one trade with payments that are easy to reverse is 500.000000 USDT. Pass the rehearsal to raise this limit.',
      values: { risk: 'reversible' },
    })
  })

  test('rises with the tier', async () => {
    const { app, owner } = testApp()
    const taker = await signUp(app, 'taker')
    const offer = await postOffer(await experienced(), DOLLARS)
    await insertRehearsed(owner, taker.id)
    expect((await ask(taker, offer.id, '5000')).status).toBe(201)
    expect((await ask(taker, offer.id, '5001')).body).toMatchObject({
      values: { nextStep: 'record' },
      message:
        'Your limit for one trade is 5000.000000 USDT. Complete more trades with different traders to raise this limit.',
    })
    const high = await experienced('high')
    expect((await ask(high, offer.id, '100000')).status).toBe(201)
    expect((await ask(high, offer.id, '100001')).body).toMatchObject({
      values: { nextStep: 'none' },
      details: { nextTier: null, nextLimitUsdt: null },
    })
  })

  test('is judged again at the opening', async () => {
    const { app, owner } = testApp()
    const taker = await signUp(app, 'taker')
    const offer = await postOffer(await experienced(), DOLLARS)
    await insertRehearsed(owner, taker.id)
    const quote = await askQuote(taker, offer.id, '4000')
    await asOutsider(owner, [`update accounts set rehearsed_at = null where user_id = '${taker.id}'`])
    expect((await taker.post('/api/trades', { quoteId: quote.id })).body.code).toBe('tier_trade_limit')
  })
})

describe('a large trade split into several', () => {
  test('is refused by the limit of open trades', async () => {
    const taker = await signUp(testApp().app, 'taker')
    const offers = [await experienced(), await experienced(), await experienced()].map((maker) =>
      postOffer(maker, DOLLARS),
    )
    const [first, second, third] = await Promise.all(offers)
    await openTradeBetween(taker, first!.id, '2500')
    await openTradeBetween(taker, second!.id, '2000')
    expect((await ask(taker, third!.id, '500.01')).body).toMatchObject({
      code: 'tier_open_limit',
      message:
        'Your limit for all open trades is 5000.000000 USDT, and you have 4500.000000 USDT in open trades. Complete one first. Pass the rehearsal to raise this limit.',
      values: { usedUsdt: '4500.000000', availableUsdt: '500.000000' },
    })
    await openTradeBetween(taker, third!.id, '500')
    expect((await taker.get('/api/limits')).body.use).toEqual([
      { risk: 'final', openUsdt: '5000.000000', dayUsdt: '5000.000000', availableUsdt: '0.000000' },
      { risk: 'reversible', openUsdt: '0.000000', dayUsdt: '0.000000', availableUsdt: '500.000000' },
      { risk: 'in_person', openUsdt: '0.000000', dayUsdt: '0.000000', availableUsdt: '500.000000' },
    ])
  })

  test('is refused by the limit of a day, which passes after 24 hours', async () => {
    const { app, owner } = testApp()
    const [taker, maker] = [await signUp(app, 'taker'), await experienced()]
    const offer = await postOffer(maker, PAYPAL)
    const done: string[] = []
    for (let n = 0; n < 4; n++) {
      const trade = await openTradeBetween(taker, offer.id, '500')
      await move(taker, trade, 'mark-paid', 'awaiting_payment')
      await move(maker, trade, 'confirm-receipt', 'payment_sent')
      done.push(trade.id)
    }
    expect((await ask(taker, offer.id, '100')).body).toMatchObject({
      code: 'tier_day_limit',
      message:
        'Your limit for 24 hours with payments that are easy to reverse is 2000.000000 USDT, and you have traded 2000.000000 USDT. Pass the rehearsal to raise this limit.',
    })
    await ageTrade(owner, done[0]!, 24 * 60 + 1)
    expect((await ask(taker, offer.id, '500')).status).toBe(201)
  })

  test('is refused over parallel requests and offers: the openings wait for each other', async () => {
    const taker = await experienced('taker')
    const makers = await Promise.all(Array.from({ length: 6 }, () => experienced()))
    const quotes = []
    for (const maker of makers) quotes.push(await askQuote(taker, (await postOffer(maker, DOLLARS)).id, '60000'))
    const replies = await Promise.all(quotes.map(({ id }) => taker.post('/api/trades', { quoteId: id })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['tier_open_limit']),
    )
  })

  test('a cancelled trade uses nothing', async () => {
    const taker = await signUp(testApp().app, 'taker')
    const offer = await postOffer(await experienced(), DOLLARS)
    const trade = await openTradeBetween(taker, offer.id, '2500')
    await move(taker, trade, 'cancel', 'awaiting_payment')
    expect((await taker.get('/api/limits')).body.use[0]).toMatchObject({
      openUsdt: '0.000000',
      dayUsdt: '0.000000',
      availableUsdt: '2500.000000',
    })
  })
})

describe('the owner of the offer', () => {
  test('has the same limits, so that an offer is no way around them; the taker reads what they leave', async () => {
    const { app } = testApp()
    const [owner, taker] = [await signUp(app, 'owner'), await experienced('taker')]
    const buying = await postOffer(owner, { ...PAYPAL, type: 'buy' })
    expect((await ask(taker, buying.id, '600')).body).toMatchObject({
      code: 'counterparty_limit',
      field: 'amount',
      message:
        'The other trader’s limits allow up to 500.000000 USDT for this trade. Enter a smaller amount, or choose another offer.',
      values: { availableUsdt: '500.000000' },
    })
    await openTradeBetween(taker, buying.id, '500')
    expect((await owner.get('/api/limits')).body.use[1]).toMatchObject({ openUsdt: '500.000000', risk: 'reversible' })
  })

  test('is counted over all takers, in races too', async () => {
    const { app } = testApp()
    const maker = await signUp(app, 'maker')
    const offers = await Promise.all(Array.from({ length: 5 }, () => postOffer(maker, DOLLARS)))
    const takers = await signUpMany(app, 5, 'taker')
    const quotes = await Promise.all(takers.map((taker, n) => askQuote(taker, offers[n]!.id, '2000')))
    const replies = await Promise.all(quotes.map(({ id }, n) => takers[n]!.post('/api/trades', { quoteId: id })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['counterparty_limit']),
    )
  })

  test('two users who take each other’s offers in parallel do not deadlock', async () => {
    const { app } = testApp()
    for (let n = 0; n < 5; n++) {
      const [one, other] = [await signUp(app, 'one'), await signUp(app, 'other')]
      const [ofOne, ofOther] = [await postOffer(one), await postOffer(other)]
      const [quoteOne, quoteOther] = [await askQuote(one, ofOther.id, '20'), await askQuote(other, ofOne.id, '20')]
      const replies = await Promise.all([
        one.post('/api/trades', { quoteId: quoteOne.id }),
        other.post('/api/trades', { quoteId: quoteOther.id }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([201, 201])
    }
  })
})

test('several accounts of one browser raise no tier by trading with each other', async () => {
  const { app, owner } = testApp()
  const [one, other] = [await signUp(app, 'one'), await signUp(app, 'other')]
  await ageAccount(owner, one.id, 365 * 24)
  for (const { id } of [one, other]) {
    await asOutsider(owner, [`insert into devices (user_id, hash) values ('${id}', repeat('d', 43))`])
  }
  const offer = await postOffer(other)
  for (let n = 0; n < 12; n++) {
    const trade = await openTradeBetween(one, offer.id, '20')
    await move(one, trade, 'mark-paid', 'awaiting_payment')
    await move(other, trade, 'confirm-receipt', 'payment_sent')
  }
  expect((await one.get('/api/limits')).body).toMatchObject({ tier: 'starter', completedTrades: 0, partners: 0 })
})

test('the first limits of the product are those that the API reads', async () => {
  const user = await signUp(testApp().app)
  const { trade, open, day } = TIER_LIMITS.starter.reversible
  const { limits } = (await user.get('/api/limits')).body
  expect(limits[1]).toEqual({
    risk: 'reversible',
    tradeUsdt: `${trade / 1_000_000n}.000000`,
    openUsdt: `${open / 1_000_000n}.000000`,
    dayUsdt: `${day / 1_000_000n}.000000`,
  })
})
