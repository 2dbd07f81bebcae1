import { describe, expect, test } from 'vitest'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import { call } from '../testing/app.ts'
import { OFFER, askQuote, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageOffer } from '../testing/time-travel.ts'

const testApp = useTestApp()

const seenOf = ({ version, inventoryUsdt }: MyOffer) => ({
  seenVersion: version,
  seenInventoryUsdt: inventoryUsdt ?? '',
})
const users = async () => {
  const [owner, taker] = await signUpMany(testApp().app, 2, 'editor')
  if (!owner || !taker) throw new Error('no users were created')
  return { owner, taker }
}

test('an edit changes every field but the type, and increments the version', async () => {
  const { owner } = await users()
  const offer = await postOffer(owner)
  const changed = {
    fiatCurrency: 'TND',
    paymentMethods: ['d17'],
    minAmount: '20',
    maxAmount: '300.5',
    pricePercentage: '-2.5',
    terms: 'Pay by D17 only.',
    paymentWindowMinutes: 60,
    maxOpenTrades: 3,
  } as const
  const reply = await owner.post(`/api/offers/${offer.id}`, {
    ...OFFER,
    ...changed,
    availableUsdt: '500',
    ...seenOf(offer),
  })
  expect(reply).toMatchObject({
    status: 200,
    body: {
      ...changed,
      minAmount: '20.00',
      maxAmount: '300.50',
      version: 2,
      inventoryUsdt: '500.000000',
      status: 'active',
    },
  })
  const stale = await owner.post(`/api/offers/${offer.id}`, { ...OFFER, ...seenOf(offer) })
  expect(stale).toMatchObject({ status: 409, body: { code: 'offer_wrong_status' } })
})

test('a quote for the former version cannot open a trade', async () => {
  const { owner, taker } = await users()
  const offer = await postOffer(owner)
  const quote = await askQuote(taker, offer.id)
  await owner.post(`/api/offers/${offer.id}`, { ...OFFER, pricePercentage: '2', ...seenOf(offer) })
  expect((await taker.post('/api/trades', { quoteId: quote.id })).body.code).toBe('quote_outdated')
})

describe('open trades limit an edit', () => {
  test.each([
    [
      { maxOpenTrades: 1 },
      'offer_trades_open',
      'maxOpenTrades',
      'This offer has 2 open trades. Choose a higher limit.',
    ],
    [
      { availableUsdt: '200' },
      'offer_usdt_reserved',
      'availableUsdt',
      'Open trades already use 321.267936 USDT of this offer. Enter at least that amount.',
    ],
    [
      { type: 'buy' },
      'offer_type_fixed',
      'type',
      'You can’t switch an offer between buying and selling. Create a new offer instead.',
    ],
  ] as const)('%j is %s', async (changes, code, field, message) => {
    const { owner } = await users()
    const offer = await postOffer(owner, { availableUsdt: '1000' })
    for (const taker of await signUpMany(testApp().app, 2, 'taker')) await openTradeBetween(taker, offer.id)
    const form = { ...OFFER, availableUsdt: '1000', ...changes, ...seenOf(offer) }
    expect(await owner.post(`/api/offers/${offer.id}`, form)).toMatchObject({
      status: 409,
      body: { code, field, message },
    })
    const least = { ...OFFER, maxOpenTrades: 2, availableUsdt: '321.267936', ...seenOf(offer) }
    expect(await owner.post(`/api/offers/${offer.id}`, least)).toMatchObject({
      status: 200,
      body: { openTrades: 2, availableUsdt: '0.000000' },
    })
  })
})

test('an edit restarts the thirty days; an expired offer stays expired until it is activated', async () => {
  const { owner, taker } = await users()
  const [young, old] = [await postOffer(owner), await postOffer(owner)]
  await ageOffer(testApp().owner, young.id, 29)
  await ageOffer(testApp().owner, old.id, 31)
  for (const offer of [young, old]) await owner.post(`/api/offers/${offer.id}`, { ...OFFER, ...seenOf(offer) })
  await ageOffer(testApp().owner, young.id, 29)
  expect((await taker.get(`/api/offers/${young.id}`)).body.status).toBe('active')
  expect((await taker.get(`/api/offers/${old.id}`)).body.status).toBe('expired')
  expect((await owner.post(`/api/offers/${old.id}/activate`)).body.status).toBe('active')
})

test('refuses signed-out callers, strangers, deleted offers and invalid forms', async () => {
  const { owner, taker } = await users()
  const offer = await postOffer(owner)
  const form = { ...OFFER, ...seenOf(offer) }
  const path = `/api/offers/${offer.id}`
  expect((await call(testApp().app, 'POST', path, { body: form })).body.code).toBe('signed_out')
  expect((await taker.post(path, form)).status).toBe(404)
  expect((await owner.post('/api/offers/nonsense', form)).status).toBe(400)
  const { seenVersion: _, ...blind } = form
  for (const [body, field] of [
    [blind, 'seenVersion'],
    [{ ...form, maxAmount: '1' }, 'maxAmount'],
    [{ ...form, paymentMethods: ['d17'] }, 'paymentMethods'],
    [{ ...form, ownerId: taker.id }, 'ownerId'],
    [{ ...form, terms: 'short' }, 'terms'],
  ] as const) {
    expect(await owner.post(path, body)).toMatchObject({ status: 400, body: { code: 'invalid_input', field } })
  }
  await owner.delete(path)
  expect((await owner.post(path, form)).status).toBe(404)
})

test('an edit beside concurrent takers: a trade opens at the version it was quoted for, or not at all', async () => {
  const owner = await signUp(testApp().app, 'owner')
  for (let round = 0; round < 8; round++) {
    const takers = await signUpMany(testApp().app, 3, 'taker')
    const offer = await postOffer(owner)
    const quotes = await Promise.all(takers.map((taker) => askQuote(taker, offer.id)))
    const [edit, ...opened] = await Promise.all([
      owner.post(`/api/offers/${offer.id}`, { ...OFFER, pricePercentage: '-3', ...seenOf(offer) }),
      ...takers.map((taker, at) => taker.post('/api/trades', { quoteId: quotes[at]?.id })),
    ])
    expect(edit?.status).toBe(200)
    for (const reply of opened) {
      if (reply.status === 200 || reply.status === 201) expect(reply.body.pricePercentage).toBe('1.5')
      else expect(reply.body.code).toBe('quote_outdated')
    }
  }
})

test('of two concurrent edits one wins', async () => {
  const { owner } = await users()
  const offer = await postOffer(owner)
  const replies = await Promise.all(
    ['1', '2'].map((pricePercentage) =>
      owner.post(`/api/offers/${offer.id}`, { ...OFFER, pricePercentage, ...seenOf(offer) }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
