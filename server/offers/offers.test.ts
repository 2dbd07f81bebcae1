import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import { OFFER, askQuote, move, openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageOffer } from '../testing/time-travel.ts'

const testApp = useTestApp()

/** The owner's offers that the viewer's search finds. */
async function shown(viewer: Caller | null, owner: Caller, query = ''): Promise<string[]> {
  const reply = await call(
    testApp().app,
    'GET',
    `/api/offers?trader=${owner.username}&${query}`,
    viewer ? { cookie: viewer.cookie } : {},
  )
  expect(reply.status).toBe(200)
  return reply.body.offers.map(({ id }: { id: string }) => id)
}

async function users(app: FastifyInstance) {
  return { owner: await signUp(app, 'owner'), viewer: await signUp(app, 'viewer') }
}

test('a new offer is returned with its typed values and a market price', async () => {
  const { owner, viewer } = await users(testApp().app)
  const offer = await postOffer(owner, {
    minAmount: '10',
    maxAmount: '1000.5',
    pricePercentage: '-1.5',
    availableUsdt: '250',
  })
  expect(offer).toMatchObject({
    version: 1,
    type: 'sell',
    fiatCurrency: 'EUR',
    minAmount: '10.00',
    maxAmount: '1000.50',
    pricePercentage: '-1.5',
    price: '0.9062',
    minUsdt: '11.035091',
    status: 'active',
    paymentWindowMinutes: 30,
    maxOpenTrades: 20,
    openTrades: 0,
    availableUsdt: '250.000000',
  })
  const seen = await viewer.get(`/api/offers/${offer.id}`)
  expect(seen.body).toMatchObject({
    id: offer.id,
    isMine: false,
    owner: { username: owner.username, isVerified: true, completedTrades: 0 },
  })
  expect(JSON.stringify(seen.body)).not.toContain(owner.email)
  expect(JSON.stringify(seen.body)).not.toContain(owner.id)
  expect((await owner.get(`/api/offers/${offer.id}`)).body.isMine).toBe(true)
})

test.each([
  [{ minAmount: '' }, 'minAmount', 'Minimum amount is required'],
  [{ maxAmount: '5' }, 'maxAmount', 'Maximum amount must be greater than minimum amount'],
  [{ pricePercentage: '10.1' }, 'pricePercentage', 'Price percentage must be between -10% and +10%'],
  [{ terms: 'too short' }, 'terms', 'Terms must be at least 10 characters long'],
  [{ terms: '\u0000'.repeat(20) }, 'terms', 'Terms are required'],
  [{ paymentMethods: ['flouci'] }, 'paymentMethods', 'This payment method isn’t available for this currency'],
] as const)('%j is refused at its field', async (changes, field, message) => {
  const { owner } = await users(testApp().app)
  const reply = await owner.post('/api/offers', { ...OFFER, ...changes })
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field, message, fields: { [field]: message } },
  })
})

test('terms are stored without control characters and direction marks', async () => {
  const { owner } = await users(testApp().app)
  expect((await postOffer(owner, { terms: '  Pay \u202Efast\u0007 <b>please</b>\r\nthanks ' })).terms).toBe(
    'Pay fast <b>please</b>\nthanks',
  )
})

describe('the market', () => {
  test('shows an offer to every user but its owner', async () => {
    const { owner, viewer } = await users(testApp().app)
    const offer = await postOffer(owner)
    expect(await shown(viewer, owner)).toEqual([offer.id])
    expect(await shown(null, owner)).toEqual([offer.id])
    expect(await shown(owner, owner)).toEqual([])
  })

  test.each([
    ['type=sell', true],
    ['type=buy', false],
    ['currency=EUR', true],
    ['currency=TND', false],
    ['country=Europe', true],
    ['country=Tunisia', false],
    ['method=sepa_instant', true],
    ['method=revolut', false],
    ['method=revolut,sepa_instant', true],
    ['amount=10', true],
    ['amount=9.99', false],
    ['amount=1000', true],
    ['amount=1000.01', false],
    ['amount=500%20%E2%82%AC', true],
    ['amount=1+000', true],
    ['type=sell&currency=EUR&amount=500', true],
  ])('%s: %s', async (query, isShown) => {
    const { owner } = await filtered()
    expect((await shown(null, owner, query)).length > 0).toBe(isShown)
  })

  test.each(['abc', '1e2', '150,500', '1.005'])('refuses an amount that cannot filter: %s', async (amount) => {
    const reply = await call(testApp().app, 'GET', `/api/offers?${new URLSearchParams({ amount })}`)
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_input', 'amount'])
  })

  test('finds part of a name in any case, and matches wildcard characters literally', async () => {
    const { owner } = await filtered()
    const find = async (text: string) =>
      (await call(testApp().app, 'GET', `/api/offers?limit=50&trader=${encodeURIComponent(text)}`)).body.offers.map(
        (offer: { owner: { username: string } }) => offer.owner.username,
      )
    expect(await find(owner.username.slice(2).toUpperCase())).toEqual([owner.username])
    for (const text of ['%', '\\', '%owner%', "' or 1=1"]) expect(await find(text)).toEqual([])
    expect((await find('_')).every((name: string) => name.includes('_'))).toBe(true)
  })

  test('pages through equal and different times of posting without gap or repeat', async () => {
    const { owner, viewer } = await users(testApp().app)
    const posted: string[] = []
    for (let i = 0; i < 7; i++) posted.unshift((await postOffer(owner)).id)
    await testApp().owner.query(
      'update offers set created_at = (select max(created_at) from offers where owner_id = $1) where owner_id = $1',
      [owner.id],
    )
    const found: string[] = []
    let cursor = ''
    do {
      const { body } = await viewer.get(`/api/offers?trader=${owner.username}&limit=2${cursor && `&cursor=${cursor}`}`)
      expect(body.offers.length).toBeLessThanOrEqual(2)
      found.push(...body.offers.map(({ id }: { id: string }) => id))
      cursor = body.nextCursor ?? ''
    } while (cursor)
    expect(found.toSorted()).toEqual(posted.toSorted())
    expect(new Set(found).size).toBe(7)
  })

  test.each([
    'limit=0',
    'limit=51',
    'limit=many',
    'cursor=nonsense',
    'cursor=1_------------------------------------',
    'type=all',
    'sort=price',
  ])('%s is refused', async (query) => {
    expect(await call(testApp().app, 'GET', `/api/offers?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: query.split('=')[0] },
    })
  })

  test('an offer whose rest is below its minimum is hidden, and returns', async () => {
    const { owner, viewer } = await users(testApp().app)
    const taker = await signUp(testApp().app, 'taker')
    const offer = await postOffer(owner, { minAmount: '100', pricePercentage: '0', availableUsdt: '217.391304' })
    const trade = await openTradeBetween(viewer, offer.id, '100')
    expect(await shown(viewer, owner)).toEqual([offer.id]) // exactly the minimum is left
    const second = await openTradeBetween(taker, offer.id, '100')
    expect(await shown(viewer, owner)).toEqual([])
    await move(viewer, trade, 'cancel', 'awaiting_payment')
    expect(await shown(viewer, owner)).toEqual([offer.id])
    await move(taker, second, 'mark-paid', 'awaiting_payment')
    await move(owner, second, 'confirm-receipt', 'payment_sent')
    expect((await owner.get('/api/my-offers')).body.offers[0]).toMatchObject({
      openTrades: 0,
      availableUsdt: '108.695652',
    })
  })

  test('an offer with as many open trades as it allows is hidden until one ends', async () => {
    const { owner, viewer } = await users(testApp().app)
    const offer = await postOffer(owner, { maxOpenTrades: 1 })
    const trade = await openTradeBetween(viewer, offer.id)
    expect(await shown(null, owner)).toEqual([])
    expect((await viewer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '50' })).body.code).toBe(
      'offer_busy',
    )
    await move(owner, trade, 'cancel', 'awaiting_payment')
    expect(await shown(null, owner)).toEqual([offer.id])
  })
})

describe('the owner', () => {
  test('pauses an active offer and activates a paused one', async () => {
    const { owner, viewer } = await users(testApp().app)
    const offer = await postOffer(owner)
    const act = (verb: string) => owner.post(`/api/offers/${offer.id}/${verb}`)
    expect(await act('activate')).toMatchObject({
      status: 409,
      body: { code: 'offer_wrong_status', details: { status: 'active' } },
    })
    expect(await act('pause')).toMatchObject({ status: 200, body: { status: 'paused' } })
    expect(await shown(viewer, owner)).toEqual([])
    expect(await act('pause')).toMatchObject({
      status: 409,
      body: { code: 'offer_wrong_status', details: { status: 'paused' } },
    })
    expect((await viewer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '50' })).body.code).toBe(
      'offer_unavailable',
    )
    expect((await viewer.get(`/api/offers/${offer.id}`)).body.status).toBe('paused')
    expect(await act('activate')).toMatchObject({ status: 200, body: { status: 'active' } })
    expect(await shown(viewer, owner)).toEqual([offer.id])
  })

  test('deletes permanently; open trades keep their own copy', async () => {
    const { owner, viewer } = await users(testApp().app)
    const offer = await postOffer(owner)
    const quote = await askQuote(viewer, offer.id)
    const trade = await openTradeBetween(viewer, offer.id)
    expect((await owner.delete(`/api/offers/${offer.id}`)).body).toEqual({ deleted: true })
    expect((await owner.delete(`/api/offers/${offer.id}`)).body.code).toBe('not_found')
    expect((await viewer.get(`/api/offers/${offer.id}`)).status).toBe(404)
    expect((await owner.get('/api/my-offers')).body.offers).toEqual([])
    for (const verb of ['pause', 'activate'])
      expect((await owner.post(`/api/offers/${offer.id}/${verb}`)).body.code).toBe('not_found')
    expect((await viewer.post('/api/trades', { quoteId: quote.id })).body.code).toBe('offer_unavailable')
    await move(viewer, trade, 'mark-paid', 'awaiting_payment')
    expect((await move(owner, trade, 'confirm-receipt', 'payment_sent')).body).toMatchObject({
      status: 'completed',
      terms: OFFER.terms,
    })
  })
})

describe('thirty days', () => {
  test('an offer without activity reads as expired before the worker stores the status', async () => {
    const { owner, viewer } = await users(testApp().app)
    const offer = await postOffer(owner)
    const quote = await askQuote(viewer, offer.id)
    await ageOffer(testApp().owner, offer.id, 31)
    expect(await shown(viewer, owner)).toEqual([])
    expect((await viewer.get(`/api/offers/${offer.id}`)).body.status).toBe('expired')
    expect((await owner.get('/api/my-offers')).body.offers[0].status).toBe('expired')
    expect((await viewer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '50' })).body.code).toBe(
      'offer_unavailable',
    )
    expect((await viewer.post('/api/trades', { quoteId: quote.id })).body.code).toBe('offer_unavailable')
    expect((await owner.post(`/api/offers/${offer.id}/pause`)).body).toMatchObject({
      code: 'offer_wrong_status',
      details: { status: 'expired' },
    })
    expect((await owner.post(`/api/offers/${offer.id}/activate`)).body.status).toBe('active')
    expect(await shown(viewer, owner)).toEqual([offer.id])
  })

  test('a trade counts as activity', async () => {
    const { owner, viewer } = await users(testApp().app)
    const offer = await postOffer(owner)
    await ageOffer(testApp().owner, offer.id, 29)
    await openTradeBetween(viewer, offer.id)
    await ageOffer(testApp().owner, offer.id, 29)
    expect(await shown(viewer, owner)).toEqual([offer.id])
  })
})

test('a trader’s open offers are listed by name, newest first, without paused ones', async () => {
  const { owner, viewer } = await users(testApp().app)
  const [first, paused, last] = [
    await postOffer(owner),
    await postOffer(owner),
    await postOffer(owner, { type: 'buy' }),
  ]
  await owner.post(`/api/offers/${paused.id}/pause`)
  const listOf = async (user: Caller, name = owner.username) =>
    (await user.get(`/api/traders/${name}/open-offers`)).body
  expect((await listOf(viewer)).offers.map(({ id }: { id: string }) => id)).toEqual([last.id, first.id])
  expect((await listOf(owner)).offers.map(({ isMine }: { isMine: boolean }) => isMine)).toEqual([true, true])
  expect((await call(testApp().app, 'GET', `/api/traders/${owner.username}/open-offers`)).status).toBe(200)
  expect((await listOf(viewer, 'no_such_trader')).code).toBe('not_found')
})

let one: Promise<{ owner: Caller }> | undefined
function filtered() {
  return (one ??= (async () => {
    const owner = await signUp(testApp().app, 'owner')
    await postOffer(owner)
    return { owner }
  })())
}
