/** Saved searches over HTTP, and whom the worker notifies of which offers. */
import { describe, expect, test } from 'vitest'
import type { Notification } from '../../../domain/api/notifications/notifications.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { NO_REQUIREMENTS } from '../../../domain/profiles/relations.ts'
import { purgeExpiredRows } from '../../jobs/purge-expired-rows.ts'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { OFFER, postOffer, signUp, signUpMany } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { violations } from '../../testing/violations.ts'
import { matchSavedSearches } from './match-saved-searches.ts'

const testApp = useTestApp()

const EVERY = {
  type: null,
  fiatCurrency: null,
  paymentMethods: [],
  amount: '',
  pricePercentage: '',
  price: '',
  trader: null,
}
const save = (user: Caller, search: object) => user.post('/api/saved-searches', { ...EVERY, ...search })
const searchesOf = async (user: Caller) => (await user.get('/api/saved-searches')).body.searches
const match = () => matchSavedSearches(testApp().context)

/** The offers that the user was notified of, the latest first. */
async function matchesOf(user: Caller): Promise<unknown[]> {
  const { notifications } = (await user.get('/api/notifications')).body
  return notifications
    .filter(({ event }: Notification) => event === 'saved_search_matched')
    .map(({ values }: Notification) => values.offerId)
}

async function edit(owner: Caller, offerId: string, changes: Partial<OfferInput>) {
  const seen = (await owner.get(`/api/my-offers/${offerId}`)).body
  const reply = await owner.post(`/api/offers/${offerId}`, {
    ...OFFER,
    paymentAccountIds: seen.paymentAccountIds,
    ...changes,
    seenVersion: seen.version,
    seenInventoryUsdt: seen.inventoryUsdt ?? '',
  })
  expect([reply.status, reply.body.code]).toEqual([200, undefined])
}

/** Moves this user's matches into the past. */
const ageMatches = (user: Caller, hours: number) =>
  testApp().owner.query(`update search_matches set at = at - make_interval(hours => $2) where user_id = $1`, [
    user.id,
    hours,
  ])

/** A trader, and a user who searches for this trader's offers only, so that other tests' offers do not match. */
async function pair() {
  const [owner, reader] = await signUpMany(testApp().app, 2, 'trader')
  return { owner: owner!, reader: reader!, search: { trader: owner!.username } }
}

describe('a user', () => {
  test('saves, lists, edits, pauses and deletes searches, which no one else reads', async () => {
    const [amina, karim] = (await signUpMany(testApp().app, 2, 'trader')) as [Caller, Caller]
    const filters = {
      type: 'sell',
      fiatCurrency: 'EUR',
      paymentMethods: ['revolut', 'sepa_instant', 'revolut'],
      amount: '150',
      pricePercentage: '-0.5',
    }
    const saved = await save(amina, { ...filters, trader: karim.username })
    expect([saved.status, saved.body]).toEqual([
      201,
      {
        ...filters,
        paymentMethods: ['sepa_instant', 'revolut'],
        id: expect.any(String),
        amount: '150.00',
        price: null,
        trader: karim.username,
        isPaused: false,
        createdAt: expect.any(String),
      },
    ])
    const url = `/api/saved-searches/${saved.body.id}`
    const changed = { ...EVERY, type: 'buy', fiatCurrency: 'TND', price: '3.1', isPaused: true }
    expect((await amina.post(url, changed)).body).toMatchObject({ price: '3.100000', isPaused: true, trader: null })
    expect(await searchesOf(amina)).toMatchObject([{ type: 'buy', fiatCurrency: 'TND', pricePercentage: null }])
    expect(await searchesOf(karim)).toEqual([])
    for (const reply of [await karim.post(url, changed), await karim.delete(url)]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    }
    expect((await call(testApp().app, 'GET', '/api/saved-searches')).status).toBe(401)
    expect((await amina.delete(url)).body).toEqual({ deleted: true })
    expect(await searchesOf(amina)).toEqual([])
  })

  test.each([
    [{}, 'type'],
    [{ fiatCurrency: 'TND', paymentMethods: ['revolut', 'd17'] }, 'paymentMethods'],
    [{ type: 'sell', paymentMethods: ['cash'] }, 'paymentMethods.0'],
    [{ type: 'sell', amount: '0.5' }, 'amount'],
    [{ type: 'sell', pricePercentage: '10.1' }, 'pricePercentage'],
    [{ fiatCurrency: 'EUR', pricePercentage: '1' }, 'type'],
    [{ type: 'sell', fiatCurrency: 'EUR', price: '0' }, 'price'],
    [{ type: 'sell', price: '1' }, 'fiatCurrency'],
    [{ fiatCurrency: 'EUR', price: '1' }, 'type'],
    [{ type: 'sell', fiatCurrency: 'EUR', price: '1', pricePercentage: '1' }, 'price'],
  ])('cannot save %j', async (search, field) => {
    const reply = await save(await signUp(testApp().app, 'trader'), search)
    expect([reply.status, reply.body.field]).toEqual([400, field])
  })

  test('cannot save one twice, nor for the own account or an unknown trader', async () => {
    const { reader, search } = await pair()
    await save(reader, search)
    const other = (await save(reader, { type: 'sell' })).body
    for (const [again, status, code] of [
      [search, 409, 'saved_search_exists'],
      [{ trader: reader.username }, 409, 'search_of_yourself'],
      [{ trader: 'unknown_trader' }, 404, 'not_found'],
    ] as const) {
      const replies = [
        await save(reader, again),
        await reader.post(`/api/saved-searches/${other.id}`, { ...EVERY, ...again, isPaused: false }),
      ]
      for (const reply of replies) expect([reply.status, reply.body.code]).toEqual([status, code])
    }
    // An unknown one is not found, whatever it would become.
    const unknown = await reader.post(`/api/saved-searches/${crypto.randomUUID()}`, {
      ...EVERY,
      ...search,
      isPaused: false,
    })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  })

  test(`saves up to ${LIMITS.saved_searches} searches, also with several requests together`, async () => {
    const user = await signUp(testApp().app, 'trader')
    const replies = await Promise.all(
      Array.from({ length: LIMITS.saved_searches + 2 }, (_, n) => save(user, { type: 'sell', amount: String(n + 1) })),
    )
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => [body.code, body.values])).toEqual(
      Array.from({ length: 2 }, () => ['saved_searches_limit', { limit: LIMITS.saved_searches }]),
    )
    expect(await searchesOf(user)).toHaveLength(LIMITS.saved_searches)
  })

  test('exports them with the account; deleting an account deletes them, and those for its offers', async () => {
    const { owner, reader, search } = await pair()
    await save(reader, search)
    await save(owner, { type: 'buy' })
    const offer = await postOffer(owner)
    await match()
    expect((await reader.post('/api/account/export', {})).body.savedSearches).toMatchObject([search])
    expect((await owner.post('/api/account/export', {})).body.savedSearches).toMatchObject([{ trader: null }])
    await owner.delete(`/api/offers/${offer.id}`)
    expect((await owner.post('/api/account/delete', { username: owner.username })).status).toBe(200)
    expect(await searchesOf(reader)).toEqual([])
    expect(await violations(testApp().owner)).toEqual([])
  })
})

describe('the user is notified of an offer', () => {
  test.each<[string, object, Partial<OfferInput>, boolean]>([
    ['of the trader', {}, {}, true],
    ['of the type', { type: 'sell' }, {}, true],
    ['of the other type', { type: 'buy' }, {}, false],
    ['in the currency', { fiatCurrency: 'EUR' }, {}, true],
    ['in another currency', { fiatCurrency: 'USD' }, {}, false],
    ['by the method', { type: 'sell', fiatCurrency: 'EUR', paymentMethods: ['sepa_instant'] }, {}, true],
    ['by another method', { fiatCurrency: 'EUR', paymentMethods: ['revolut'] }, {}, false],
    ['by one of the methods', { paymentMethods: ['d17', 'sepa_instant'] }, {}, true],
    ['by none of the methods', { paymentMethods: ['d17', 'revolut'] }, {}, false],
    ['at the smallest amount', { amount: '10' }, {}, true],
    ['below the smallest amount', { amount: '9.99' }, {}, false],
    ['above the largest amount', { amount: '1000.01' }, {}, false],
    ['to sell at the percentage', { type: 'sell', pricePercentage: '1.5' }, {}, true],
    ['to sell above the percentage', { type: 'sell', pricePercentage: '1.4' }, {}, false],
    ['to buy at the percentage', { type: 'buy', pricePercentage: '1.5' }, { type: 'buy' }, true],
    ['to buy below the percentage', { type: 'buy', pricePercentage: '1.6' }, { type: 'buy' }, false],
    ['to sell at the price', { type: 'sell', fiatCurrency: 'EUR', price: '0.9338' }, {}, true],
    ['to sell above the price', { type: 'sell', fiatCurrency: 'EUR', price: '0.933799' }, {}, false],
    ['to buy at the price', { type: 'buy', fiatCurrency: 'EUR', price: '0.9338' }, { type: 'buy' }, true],
    ['to buy below the price', { type: 'buy', fiatCurrency: 'EUR', price: '0.933801' }, { type: 'buy' }, false],
  ])('%s: %j', async (_, search, changes, isNotified) => {
    const { owner, reader, search: ofTrader } = await pair()
    expect((await save(reader, { ...ofTrader, ...search })).status).toBe(201)
    const offer = await postOffer(owner, changes)
    await match()
    expect(await matchesOf(reader)).toEqual(isNotified ? [offer.id] : [])
  })

  test('of any trader, where the search names none; not of an own offer', async () => {
    const { owner, reader } = await pair()
    const search = { type: 'sell', paymentMethods: ['paypal', 'd17'], amount: '777.77' }
    await save(reader, search)
    await save(owner, search)
    const offer = await postOffer(owner, { fiatCurrency: 'USD', paymentMethods: ['paypal'] })
    await match()
    expect([await matchesOf(reader), await matchesOf(owner)]).toEqual([[offer.id], []])
  })

  test('that is activated, but not of one that was there before the search, nor by a paused search', async () => {
    const { owner, reader, search } = await pair()
    const offer = await postOffer(owner)
    await match()
    const { id } = (await save(reader, search)).body
    await match()
    expect(await matchesOf(reader)).toEqual([])
    await reader.post(`/api/saved-searches/${id}`, { ...EVERY, ...search, isPaused: true })
    const reactivate = async () => {
      await owner.post(`/api/offers/${offer.id}/pause`, {})
      await owner.post(`/api/offers/${offer.id}/activate`, {})
      await match()
    }
    await reactivate()
    expect(await matchesOf(reader)).toEqual([])
    await reader.post(`/api/saved-searches/${id}`, { ...EVERY, ...search, isPaused: false })
    await reactivate()
    expect(await matchesOf(reader)).toEqual([offer.id])
  })

  test('whose price newly falls within the limit, or whose amounts newly contain the amount', async () => {
    const { owner, reader, search } = await pair()
    await save(reader, { ...search, type: 'sell', pricePercentage: '1' })
    const amina = await signUp(testApp().app, 'trader')
    await save(amina, { ...search, amount: '1500' })
    const offer = await postOffer(owner)
    await match()
    await edit(owner, offer.id, { pricePercentage: '1.2' })
    await match()
    expect([await matchesOf(reader), await matchesOf(amina)]).toEqual([[], []])
    await edit(owner, offer.id, { pricePercentage: '1' })
    await match()
    expect([await matchesOf(reader), await matchesOf(amina)]).toEqual([[offer.id], []])
    await edit(owner, offer.id, { pricePercentage: '1', maxAmount: '2000' })
    await match()
    expect([await matchesOf(reader), await matchesOf(amina)]).toEqual([[offer.id], [offer.id]])
  })

  test('never where one blocks the other, the offer is for trusted traders, or a requirement is not met', async () => {
    const { owner, reader, search } = await pair()
    const [blocked, trusted] = (await signUpMany(testApp().app, 2, 'trader')) as [Caller, Caller]
    for (const user of [reader, blocked, trusted]) await save(user, search)
    await owner.post(`/api/relations/${blocked.username}`, { kind: 'blocked' })
    await owner.post(`/api/relations/${trusted.username}`, { kind: 'trusted' })
    const offer = await postOffer(owner)
    await postOffer(owner, { trustedOnly: true })
    await postOffer(owner, { requirements: { ...NO_REQUIREMENTS, completedTrades: 1 } })
    await match()
    expect(await matchesOf(reader)).toEqual([offer.id])
    expect(await matchesOf(blocked)).toEqual([])
    expect(await matchesOf(trusted)).toEqual([offer.id])
  })
})

describe('an owner who acts repeatedly', () => {
  test('causes one notification of the offer in 24 hours', async () => {
    const { owner, reader, search } = await pair()
    await save(reader, { ...search, type: 'sell', pricePercentage: '1' })
    const offer = await postOffer(owner, { pricePercentage: '1' })
    await match()
    for (let n = 0; n < 3; n++) {
      await edit(owner, offer.id, { pricePercentage: '2' })
      await match()
      await edit(owner, offer.id, { pricePercentage: '0.5' })
      await match()
    }
    expect(await matchesOf(reader)).toEqual([offer.id])
    await ageMatches(reader, 25)
    await edit(owner, offer.id, { pricePercentage: '2' })
    await match()
    await edit(owner, offer.id, { pricePercentage: '0.5' })
    await match()
    expect(await matchesOf(reader)).toEqual([offer.id, offer.id])
    await ageMatches(reader, 49)
    await purgeExpiredRows(testApp().context.db)
    const { rows } = await testApp().owner.query('select from search_matches where user_id = $1', [reader.id])
    expect(rows).toEqual([])
  })

  test('adds one change to those that wait, whatever the number of edits', async () => {
    const { owner, reader, search } = await pair()
    const offer = await postOffer(owner)
    await match()
    await save(reader, { ...search, type: 'sell', pricePercentage: '1' })
    for (const pricePercentage of ['1', '0.5', '3', '0.2']) await edit(owner, offer.id, { pricePercentage })
    const { rows } = await testApp().owner.query('select percentage_tenths from offer_changes where offer_id = $1', [
      offer.id,
    ])
    expect(rows).toEqual([{ percentage_tenths: 15 }])
    await match()
    expect(await matchesOf(reader)).toEqual([offer.id])
    const { rows: left } = await testApp().owner.query('select from offer_changes where offer_id = $1', [offer.id])
    expect(left).toEqual([])
  })

  const { search_matches_per_day: inAll, search_matches_by_trader_per_day: byOne } = LIMITS
  test(`causes up to ${byOne} notifications of a user in 24 hours, and several owners up to ${inAll}`, async () => {
    const [reader, ...owners] = await signUpMany(testApp().app, 2 + inAll / byOne, 'trader')
    const [first, ...others] = owners
    for (const { username } of owners) await save(reader!, { trader: username })
    for (let n = 0; n <= byOne; n++) {
      const offer = await postOffer(first!)
      await Promise.all([match(), match()])
      // A new offer in the place of a deleted one is another offer.
      expect((await first!.delete(`/api/offers/${offer.id}`)).status).toBe(200)
    }
    expect(await matchesOf(reader!)).toHaveLength(byOne)
    for (const owner of others) for (let n = 0; n < byOne; n++) await postOffer(owner)
    await Promise.all([match(), match()])
    await match()
    expect(await matchesOf(reader!)).toHaveLength(inAll)
    await ageMatches(reader!, 25)
    const offer = await postOffer(first!)
    await match()
    expect((await matchesOf(reader!))[0]).toBe(offer.id)
  })
})

test('two searches of a user that match one act cause one notification', async () => {
  const { owner, reader, search } = await pair()
  await save(reader, search)
  await save(reader, { ...search, type: 'sell' })
  const offer = await postOffer(owner)
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id])
})

test('an offer that goes from one method of a search to another is no news, and what matches now is what the search says now', async () => {
  const { owner, reader, search } = await pair()
  const { id } = (await save(reader, { ...search, paymentMethods: ['sepa_instant', 'revolut'] })).body
  // An offer to buy names no account, which would be of one method.
  const offer = await postOffer(owner, { type: 'buy' })
  const change = (method: PaymentMethod) => edit(owner, offer.id, { type: 'buy', paymentMethods: [method] })
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id])
  // The day of the first notification does not hide what this test asks.
  await ageMatches(reader, 25)
  await change('revolut')
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id])
  await change('paysera')
  await match()
  await reader.post(`/api/saved-searches/${id}`, { ...EVERY, ...search, paymentMethods: ['paysera'], isPaused: false })
  await change('sepa_instant')
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id])
  await change('paysera')
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id, offer.id])
  expect(await violations(testApp().owner)).toEqual([])
})

test('several workers notify each of many users once, in several batches, also after a batch that failed', async () => {
  const { owner } = await pair()
  const { rows } = await testApp().owner.query<{ id: string }>(
    `with users as (insert into users (username) select 'reader_' || n from generate_series(1, 450) n returning id, username),
       accounts as (insert into accounts (user_id, email) select id, username || '@example.net' from users)
     select id from users`,
  )
  const ids = rows.map(({ id }) => id)
  await testApp().owner.query('insert into saved_searches (user_id, trader_id) select unnest($1::uuid[]), $2', [
    ids,
    owner.id,
  ])
  const offer = await postOffer(owner)
  const { context } = testApp()
  const failing = { ...context, rates: { ...context.rates, rateOf: () => ({ rateE6: 'x' }) as never } }
  await expect(matchSavedSearches(failing)).rejects.toThrow('invalid input syntax for type bigint: "x"')
  await Promise.all([match(), match(), match()])
  await match()
  const { rows: counts } = await testApp().owner.query(
    `select count(*)::int as notifications, count(distinct user_id)::int as users from notifications
     where event = 'saved_search_matched' and values ->> 'offerId' = $1`,
    [offer.id],
  )
  expect(counts).toEqual([{ notifications: 450, users: 450 }])
})

test('methods that change between two batches hide the offer from no search', async () => {
  const { owner, reader, search } = await pair()
  const { context, owner: database } = testApp()
  await save(reader, { ...search, paymentMethods: ['sepa_instant'] })
  // More than a batch reads, for the method that comes first.
  await database.query(
    `with readers as (insert into users (username) select 'batched_' || n from generate_series(1, 250) n returning id, username),
       own as (insert into accounts (user_id, email) select id, username || '@example.net' from readers)
     insert into saved_searches (user_id, trader_id, payment_methods) select id, $1, '{revolut}' from readers`,
    [owner.id],
  )
  const offer = await postOffer(owner, { type: 'buy', paymentMethods: ['revolut', 'sepa_instant'] })
  let batches = 0
  const afterOne = {
    get aborted() {
      return batches++ > 0
    },
  } as AbortSignal
  await matchSavedSearches(context, afterOne)
  expect(await matchesOf(reader)).toEqual([])
  await edit(owner, offer.id, { type: 'buy', paymentMethods: ['sepa_instant'], paymentAccountIds: [] })
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id])
})

test('an offer of several methods is news once, and again where it takes a method that the search names', async () => {
  const { owner, reader, search } = await pair()
  await save(reader, { ...search, paymentMethods: ['revolut', 'sepa_instant'] })
  await save(reader, { ...search, paymentMethods: ['paysera'] })
  const offer = await postOffer(owner, { type: 'buy', paymentMethods: ['sepa_instant', 'revolut', 'wise_eur'] })
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id])
  await ageMatches(reader, 25)
  const change = (...paymentMethods: PaymentMethod[]) => edit(owner, offer.id, { type: 'buy', paymentMethods })
  await change('revolut')
  await match()
  await change('wise_eur', 'revolut', 'sepa_instant')
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id])
  await change('revolut', 'paysera')
  await match()
  expect(await matchesOf(reader)).toEqual([offer.id, offer.id])
  expect(await violations(testApp().owner)).toEqual([])
})
