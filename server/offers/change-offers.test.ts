/** Changes of several offers in one call, refills, and the stats of an offer. */
import { describe, expect, test } from 'vitest'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import { LIMITS } from '../../domain/limits.ts'
import { call } from '../testing/app.ts'
import { OFFER, askQuote, move, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageOffer } from '../testing/time-travel.ts'

const testApp = useTestApp()
const PATH = '/api/my-offers/changes'

const seen = ({ id, version }: MyOffer) => ({ offerId: id, seenVersion: version })
const change = (owner: Caller, offers: MyOffer[], changes: object) =>
  owner.post(PATH, { offers: offers.map((offer) => ({ ...seen(offer), ...changes })) })
const read = async (owner: Caller, { id }: MyOffer): Promise<MyOffer> => (await owner.get(`/api/my-offers/${id}`)).body

async function merchant(count = 2) {
  const [owner, taker] = await signUpMany(testApp().app, 2, 'merchant')
  if (!owner || !taker) throw new Error('no users were created')
  const offers: MyOffer[] = []
  while (offers.length < count) offers.push(await postOffer(owner, { pricePercentage: String(offers.length) }))
  return { owner, taker, offers }
}

describe('several offers', () => {
  test('get a price each in one call, and the former prices by a second one', async () => {
    const { owner, offers } = await merchant(3)
    const changed = await change(owner, offers, { pricePercentage: '-2.5' })
    expect(changed.status).toBe(200)
    expect(changed.body.offers).toMatchObject(
      offers.map(({ id }) => ({ id, pricePercentage: '-2.5', version: 2, status: 'active' })),
    )
    const undo = changed.body.offers.map((offer: MyOffer, at: number) => ({
      ...seen(offer),
      pricePercentage: offers[at]!.pricePercentage,
    }))
    const undone = await owner.post(PATH, { offers: undo })
    expect(undone.body.offers.map((offer: MyOffer) => offer.pricePercentage)).toEqual(['0.0', '1.0', '2.0'])
  })

  test('are paused and activated together', async () => {
    const { owner, taker, offers } = await merchant()
    const shown = async () => (await taker.get(`/api/offers?trader=${owner.username}`)).body.offers.length
    expect((await change(owner, offers, { status: 'paused' })).body.offers).toMatchObject([
      { status: 'paused', version: 1 },
      { status: 'paused', version: 1 },
    ])
    expect(await shown()).toBe(0)
    expect((await change(owner, offers, { status: 'active' })).status).toBe(200)
    expect(await shown()).toBe(2)
  })

  test('stay as they are when one is refused, which is named', async () => {
    const { owner, offers } = await merchant(4)
    const [good, edited, paused, hidden] = offers as [MyOffer, MyOffer, MyOffer, MyOffer]
    await owner.post(`/api/offers/${edited.id}`, { ...OFFER, seenVersion: 1, seenInventoryUsdt: '' })
    await owner.post(`/api/offers/${paused.id}/pause`)
    const strangers = await postOffer(await signUp(testApp().app, 'stranger'))
    const reply = await change(owner, [good, edited, paused, strangers], { status: 'paused' })
    expect(reply).toMatchObject({
      status: 409,
      body: {
        code: 'offers_unchanged',
        message: 'No offer was changed, because 3 offers can’t be changed this way.',
        details: {
          refused: [
            { offerId: edited.id, code: 'offer_wrong_status' },
            { offerId: paused.id, code: 'offer_wrong_status' },
            { offerId: strangers.id, code: 'not_found' },
          ],
        },
      },
    })
    expect(await read(owner, good)).toMatchObject({ status: 'active', version: 1 })
    await owner.delete(`/api/offers/${hidden.id}`)
    expect((await change(owner, [good, hidden], { pricePercentage: '3' })).body.details.refused).toEqual([
      { offerId: hidden.id, code: 'not_found' },
    ])
    expect(await read(owner, good)).toMatchObject({ pricePercentage: '0.0', version: 1 })
  })

  test('cannot be activated beyond the limit, not one of them', async () => {
    const { owner, offers } = await merchant(2)
    await change(owner, offers, { status: 'paused' })
    for (let active = 1; active < LIMITS.active_offers; active++) await postOffer(owner)
    expect((await change(owner, offers, { status: 'active' })).body.code).toBe('active_offers_limit')
    expect((await read(owner, offers[0]!)).status).toBe('paused')
    expect((await change(owner, offers.slice(0, 1), { status: 'active' })).status).toBe(200)
  })

  test('are renewed by a new price, and stay expired', async () => {
    const { owner, offers } = await merchant(1)
    await ageOffer(testApp().owner, offers[0]!.id, 31)
    expect((await change(owner, offers, { pricePercentage: '2' })).body.offers[0].status).toBe('expired')
    expect((await read(owner, offers[0]!)).status).toBe('expired')
  })

  test('are refused to signed-out callers and in invalid forms', async () => {
    const { owner, offers } = await merchant(1)
    const entry = seen(offers[0]!)
    expect((await call(testApp().app, 'POST', PATH, { body: { offers: [entry] } })).body.code).toBe('signed_out')
    for (const invalid of [
      [],
      [entry, entry],
      [{ ...entry, pricePercentage: '10.1' }],
      [{ ...entry, status: 'expired' }],
      [{ ...entry, ownerId: owner.id }],
      Array.from({ length: LIMITS.offers + 1 }, () => entry),
    ]) {
      expect(await owner.post(PATH, { offers: invalid })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
    }
  })

  test('opened while their prices change: each trade has a price that its taker was shown', async () => {
    const { owner, offers } = await merchant(3)
    const takers = await signUpMany(testApp().app, 3, 'taker')
    const quotes = await Promise.all(takers.map((taker, at) => askQuote(taker, offers[at]!.id)))
    const [changed, ...opened] = await Promise.all([
      change(owner, offers, { pricePercentage: '9' }),
      ...takers.map((taker, at) => taker.post('/api/trades', { quoteId: quotes[at]!.id })),
    ])
    expect(changed.status).toBe(200)
    for (const [at, reply] of opened.entries()) {
      if (reply.status === 201) expect(reply.body.price).toBe(quotes[at]!.price)
      else expect(reply.body.code).toBe('quote_outdated')
    }
  })

  test('of two concurrent changes one wins', async () => {
    const { owner, offers } = await merchant(5)
    const replies = await Promise.all([
      change(owner, offers, { pricePercentage: '5' }),
      change(owner, offers.toReversed(), { pricePercentage: '-5' }),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const prices = await Promise.all(offers.map(async (offer) => (await read(owner, offer)).pricePercentage))
    expect(new Set(prices).size).toBe(1)
  })
})

describe('a refill', () => {
  const refill = (owner: Caller, { id }: MyOffer, kind: string, usdt: string, seenAvailableUsdt = '') =>
    owner.post(`/api/offers/${id}/refill`, { kind, usdt, seenAvailableUsdt })

  test('adds to what is left, or sets it; quotes stay valid', async () => {
    const { owner, taker } = await merchant(0)
    const offer = await postOffer(owner, { availableUsdt: '200', pricePercentage: '0' })
    await openTradeBetween(await signUp(testApp().app, 'other'), offer.id, '92')
    const quote = await askQuote(taker, offer.id, '46')
    expect(await refill(owner, offer, 'add', '50')).toMatchObject({
      status: 200,
      body: { availableUsdt: '150.000000', inventoryUsdt: '250.000000', version: 1 },
    })
    expect((await refill(owner, offer, 'set', '300', '100.000000')).body.code).toBe('offer_wrong_status')
    expect((await refill(owner, offer, 'set', '300', '150.000000')).body).toMatchObject({
      availableUsdt: '300.000000',
      inventoryUsdt: '400.000000',
    })
    expect((await taker.post('/api/trades', { quoteId: quote.id })).status).toBe(201)
  })

  test('sets a limit where there was none, and adds nothing to no limit', async () => {
    const { owner, offers } = await merchant(1)
    expect((await refill(owner, offers[0]!, 'add', '50')).body.code).toBe('offer_wrong_status')
    expect((await refill(owner, offers[0]!, 'set', '50')).body.availableUsdt).toBe('50.000000')
  })

  test('is refused to strangers, to signed-out callers and beyond the largest amount', async () => {
    const { owner, taker } = await merchant(0)
    const offer = await postOffer(owner, { availableUsdt: '200' })
    expect((await refill(taker, offer, 'add', '50')).status).toBe(404)
    const path = `/api/offers/${offer.id}/refill`
    expect((await call(testApp().app, 'POST', path, { body: {} })).body.code).toBe('signed_out')
    for (const usdt of ['', '0', '-5', '1e3', '1000000000', '999999999']) {
      expect(await refill(owner, offer, 'add', usdt)).toMatchObject({ status: 400, body: { field: 'usdt' } })
    }
    expect((await read(owner, offer)).availableUsdt).toBe('200.000000')
  })

  test('and trades at the same time leave no more than both allow', async () => {
    const { owner, taker } = await merchant(0)
    const offer = await postOffer(owner, { availableUsdt: '200', pricePercentage: '0' })
    const quote = await askQuote(taker, offer.id, '92')
    const [opened, ...refills] = await Promise.all([
      taker.post('/api/trades', { quoteId: quote.id }),
      ...Array.from({ length: 4 }, () => refill(owner, offer, 'add', '10')),
    ])
    expect([opened.status, ...refills.map(({ status }) => status)]).toEqual([201, 200, 200, 200, 200])
    expect((await read(owner, offer)).availableUsdt).toBe('140.000000')
  })
})

test('an offer counts its trades, those completed, their USDT and the latest', async () => {
  const { owner, taker, offers } = await merchant(1)
  const offer = offers[0]!
  expect(offer.stats).toEqual({
    tradesOpened: 0,
    tradesCompleted: 0,
    completionRate: null,
    volumeUsdt: '0.000000',
    lastTradeAt: null,
  })
  const completed = await openTradeBetween(taker, offer.id, '92')
  expect((await read(owner, offer)).stats).toMatchObject({ tradesOpened: 1, completionRate: null })
  await move(taker, completed, 'mark-paid', 'awaiting_payment')
  await move(owner, completed, 'confirm-receipt', 'payment_sent')
  const cancelled = await openTradeBetween(taker, offer.id, '92')
  await move(taker, cancelled, 'cancel', 'awaiting_payment')
  expect((await read(owner, offer)).stats).toEqual({
    tradesOpened: 2,
    tradesCompleted: 1,
    completionRate: '50.0',
    volumeUsdt: completed.amountUsdt,
    lastTradeAt: cancelled.createdAt,
  })
  expect(JSON.stringify((await taker.get(`/api/offers/${offer.id}`)).body)).not.toContain('volumeUsdt')
})
