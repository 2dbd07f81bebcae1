/** The listing engine compared with a plain list in memory: random offers, every combination of filters, every order, both directions. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfferQuery } from '../../../domain/api/offers/offers.ts'
import { COMPLETION_STEPS, DEFAULT_SORT, DIRECTIONS, SORTS, TRADES_STEPS } from '../../../domain/offers/listing.ts'
import { searchFold } from '../../../domain/reading/fold.ts'
import { COUNTRIES, CURRENCIES, FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import { PAYMENT_METHODS, methodsOf } from '../../../domain/payments/methods.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { OFFER_METHODS_MAX, OFFER_TYPES, takerAdvantage } from '../../../domain/offers/offers.ts'
import type { OfferType } from '../../../domain/offers/offers.ts'
import { ratePercent } from '../../../domain/profiles/profiles.ts'
import { insertUser } from '../../testing/accounts/insert-user.ts'
import { call } from '../../testing/app.ts'
import { accountSql, unsealedAccounts } from '../../testing/accounts/payment-accounts.ts'
import { printedSeed, sample } from '../../testing/sample.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import type { Bounds } from './find-matching.ts'
import { findOffers } from './find-offers.ts'

type Listed = {
  id: string
  owner: number
  type: OfferType
  fiatCurrency: FiatCurrency
  paymentMethods: PaymentMethod[]
  min: number
  max: number
  percentageTenths: number
  terms: string
  /** Seconds before the test. */
  age: number
}

const NAMES = ['Amina', 'amir_77', 'Bilel', 'b_ram', 'NadiaX']
/** So many that no owner has more active offers than the limit. */
const OWNERS = NAMES.flatMap((name) => ['', '_b', '_c'].map((end) => name + end))
/** The completed and failed trades of an owner. */
const RECORDS = [
  [0, 0],
  [1, 1],
  [9, 1],
  [40, 1],
  [199, 1],
  [6, 0],
] as const
const recordOf = (owner: number) => RECORDS[owner % RECORDS.length]!
const WORDS = ['fast', 'Revolut', 'window', 'quetzal', '100%', 'صرّاف', 'a_b']

const testApp = useTestApp()
const ownerIds: string[] = []

const listed: fc.Arbitrary<Listed> = fc
  .record({
    id: fc.uuid(),
    owner: fc.nat(OWNERS.length - 1),
    type: fc.constantFrom(...OFFER_TYPES),
    fiatCurrency: fc.constantFrom(...FIAT_CURRENCIES),
    methods: fc.shuffledSubarray([...PAYMENT_METHODS]),
    min: fc.integer({ min: 1, max: 9 }),
    width: fc.integer({ min: 1, max: 9 }),
    percentageTenths: fc.integer({ min: -4, max: 4 }),
    terms: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
    age: fc.nat(20),
  })
  .map(({ width, terms, methods, ...offer }) => ({
    ...offer,
    paymentMethods: upToFiveOf(offer.fiatCurrency, methods),
    max: offer.min + width,
    terms: `Random terms ${terms.join(' ')}`,
  }))

/** Most offers have several. */
function upToFiveOf(currency: FiatCurrency, methods: PaymentMethod[]): PaymentMethod[] {
  const allowed = methodsOf(currency)
  const some = methods.filter((method) => allowed.includes(method)).slice(0, OFFER_METHODS_MAX)
  return some.length > 0 ? some : [allowed[0]!]
}

const filters = fc.record({
  type: fc.constantFrom(...OFFER_TYPES),
  currency: fc.constantFrom(...FIAT_CURRENCIES),
  country: fc.constantFrom(...COUNTRIES),
  method: fc.subarray([...PAYMENT_METHODS], { minLength: 1 }).map((methods) => methods.join()),
  amount: fc.constantFrom('1', '5', '5.5', '12.01', '18', '19', '', 'many'),
  minTrades: fc.constantFrom(...TRADES_STEPS),
  minCompletion: fc.constantFrom(...COMPLETION_STEPS),
  trader: fc.constantFrom('ami', 'AMIR_7', 'B', 'am', '_', '%', 'ilel', 'nadia x'),
  search: fc.constantFrom(
    'fast',
    'QUETZAL',
    'b_',
    'b',
    '100%',
    '%%%',
    'صرّاف',
    'صراف',
    'Términs',
    'TÉRMS a',
    'terms a',
    '@amina revolut',
  ),
})
const FILTER_NAMES = [
  'type',
  'currency',
  'country',
  'method',
  'amount',
  'minTrades',
  'minCompletion',
  'trader',
  'search',
] as const

/** At most three filters at a time, so that most queries match something. */
const query: fc.Arbitrary<OfferQuery> = fc
  .record({
    all: filters,
    names: fc.subarray([...FILTER_NAMES], { maxLength: 3 }),
    order: fc.record({
      sort: fc.constantFrom(undefined, ...SORTS),
      direction: fc.constantFrom(undefined, ...DIRECTIONS),
      limit: fc.integer({ min: 7, max: 50 }),
    }),
  })
  .map(({ all, names, order }) => ({ ...order, ...Object.fromEntries(names.map((name) => [name, all[name]])) }))

/** Each run of the suite draws other queries, so the number of one run may be small. */
const QUERIES = sample(20, 200)

/** One random market for the whole file; the seed repeats it. */
const SEED = printedSeed('the market')
const offers = fc
  .sample(fc.uniqueArray(listed, { minLength: 250, maxLength: 250, selector: ({ id }) => id }), {
    seed: SEED,
    numRuns: 1,
  })[0]!
  .map((offer, at) => ({ ...offer, owner: at % OWNERS.length }))

beforeAll(async () => {
  const { owner } = testApp()
  for (const username of OWNERS) ownerIds.push(await insertUser(owner, username))
  await asOutsider(
    owner,
    ownerIds.map((id, at) => {
      const [completed, failed] = recordOf(at)
      return `update users set completed_trades = ${completed}, failed_trades = ${failed} where id = '${id}'`
    }),
  )
  await owner.query(unsealedAccounts('select id from users'))
  await owner.query(
    `insert into offers (id, owner_id, type, fiat_currency, payment_methods, min_milli, max_milli, percentage_tenths, terms,
       created_at, payment_window_minutes, payment_account_ids)
     select o.id, ($2::uuid[])[o.owner + 1], o.type, o."fiatCurrency", array(select jsonb_array_elements_text(o."paymentMethods")), o.min * 1000, o.max * 1000,
       o."percentageTenths", o.terms, date_trunc('second', now()) - o.age * interval '1 second', 120,
       array(select case o.type when 'sell' then ${accountSql('($2::uuid[])[o.owner + 1]', 'method')} end
         from jsonb_array_elements_text(o."paymentMethods") method)
     from jsonb_to_recordset($1) as o(id uuid, owner int, type text, "fiatCurrency" text, "paymentMethods" jsonb, min int,
       max int, "percentageTenths" int, terms text, age int)`,
    [JSON.stringify(offers), ownerIds],
  )
})

/** The counters are those of no trade, which the check after the last test would find. */
afterAll(() =>
  asOutsider(testApp().owner, [
    'update users set completed_trades = 0, failed_trades = 0',
    'update market_offers set completed_trades = 0, completion_tenths = null',
  ]),
)

function find(viewer: number | null, asked: OfferQuery, bounds?: Bounds) {
  const { db, rates } = testApp().context
  return findOffers(db, { rates, viewerId: viewer === null ? null : ownerIds[viewer]!, query: asked }, bounds)
}

/** Every page from the first to the last by the cursors, and back to the first. */
async function walk(viewer: number | null, asked: OfferQuery, bounds?: Bounds) {
  let page = await find(viewer, asked, bounds)
  const there = [page.offerIds]
  while (page.nextCursor !== null) {
    page = await find(viewer, { ...asked, cursor: page.nextCursor }, bounds)
    there.push(page.offerIds)
  }
  const back = [page.offerIds]
  while (page.previousCursor !== null) {
    page = await find(viewer, { ...asked, cursor: page.previousCursor }, bounds)
    back.unshift(page.offerIds)
  }
  return { there: there.flat(), back: back.flat() }
}

test(`filters, orders and pages are those of a list in memory (seed ${SEED})`, async () => {
  const viewer = fc.option(fc.nat(OWNERS.length - 1))
  await fc.assert(
    fc.asyncProperty(viewer, query, async (viewer, asked) => {
      const expected = listInMemory(viewer, asked)
      expect(await walk(viewer, asked)).toEqual({ there: expected, back: expected })
      expect((await find(viewer, asked)).total).toEqual({ count: expected.length, isExact: true })
    }),
    { numRuns: QUERIES },
  )
})

test(`the pages do not depend on the size of a read (seed ${SEED})`, async () => {
  const few = fc.integer({ min: 1, max: 40 })
  const bounds = fc.record({ lookForWords: few, lookForBound: few, rare: few, lookAtMost: few })
  await fc.assert(
    fc.asyncProperty(query, bounds, async (asked, bounds) => {
      const expected = listInMemory(null, asked)
      expect(await walk(null, asked, bounds)).toEqual({ there: expected, back: expected })
      const { total } = await find(null, asked, bounds)
      expect(total.count).toBeLessThanOrEqual(expected.length)
      if (total.isExact) expect(total.count).toBe(expected.length)
    }),
    { numRuns: QUERIES },
  )
})

test('a search that stops says so, and its next page continues it to the last offer', async () => {
  const asked = { search: 'quetzal', limit: 50 } as const
  const bounds = { lookForWords: 1, lookForBound: 1, rare: 1, lookAtMost: 20 }
  const expected = listInMemory(null, asked)
  const first = await find(null, asked, bounds)
  expect(first.offerIds).toEqual(expected.slice(0, first.offerIds.length))
  expect(first.offerIds.length).toBeLessThan(expected.length)
  expect([first.searched, first.total.isExact]).toEqual([20, false])
  expect((await walk(null, asked, bounds)).there).toEqual(expected)
  expect((await find(null, asked)).searched).toBeNull()
})

test('words without a letter are searched for in page order only, and found', async () => {
  const asked = { search: '%%%', limit: 50 } as const
  expect((await find(null, { search: '100%', limit: 50 })).offerIds).toEqual(
    listInMemory(null, { search: '100%' }).slice(0, 50),
  )
  const { offerIds, searched } = await find(null, asked, { lookForWords: 1, lookForBound: 1, rare: 9, lookAtMost: 20 })
  expect([offerIds, searched]).toEqual([[], 20])
})

test.each([
  ['sell', 'asc'],
  ['buy', 'desc'],
] as const)('the best price of %s offers is the one that is first by price, %s', async (type, direction) => {
  const price = (id: string) => offers.find((offer) => offer.id === id)!.percentageTenths
  for (const currency of FIAT_CURRENCIES) {
    const asked = { type, currency, limit: 15 } as const
    const best = (await walk(null, { ...asked, sort: 'best_price' })).there.map(price)
    expect(best).toEqual((await walk(null, { ...asked, sort: 'price_percentage', direction })).there.map(price))
    expect(best.length).toBeGreaterThan(15)
  }
})

test('pages by cursor and by number list the same offers in the same order', async () => {
  const asked = { currency: 'EUR', method: 'revolut', sort: 'best_price' } as const
  const browse = await walk(0, { ...asked, limit: 20 })
  const marketplace = await walk(0, { ...asked, limit: 10 })
  expect(marketplace.there).toEqual(browse.there)
  for (const page of [1, 2]) {
    const { offerIds } = await find(0, { ...asked, limit: 10, page })
    expect(offerIds).toEqual(browse.there.slice((page - 1) * 10, page * 10))
  }
})

describe('a cursor', () => {
  const ID = '00000000-0000-4000-8000-000000000000'

  test.each([
    ['of another order', `max_amount.next.1.${ID}`],
    ['of no order', `owner_id.next.1.${ID}`],
    ['to nowhere', `best_price.sideways.1.${ID}`],
    ['with SQL for a place', `best_price.next.1'--.${ID}`],
    ['with a place beyond 64 bits', `best_price.next.99999999999999999999.${ID}`],
    ['with half a number', `best_price.next.1.5.${ID}`],
    ['without an id', 'best_price.next.1.'],
    ['with something after it', `best_price.next.1.${ID}.1`],
    ['that is empty', ''],
    ['of the former form', `1_${ID}`],
  ])('%s is refused', async (_, cursor) => {
    const url = `/api/offers?${new URLSearchParams({ cursor })}`
    expect(await call(testApp().app, 'GET', url)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'cursor' },
    })
  })

  test.each(['created_at', 'best_price', 'max_amount'] as const)(
    'by %s at the end of all numbers is a place like any other',
    async (sort) => {
      const at = (position: string) => find(null, { sort, cursor: `${sort}.next.${position}.${ID}`, limit: 50 })
      expect((await at('9'.repeat(17))).offerIds).toHaveLength(50)
      expect((await at(`-${'9'.repeat(17)}`)).offerIds).toHaveLength(0)
    },
  )

  test('shows nothing that the viewer may not see: it applies the filters and hides the viewer’s own offers', async () => {
    const { nextCursor } = await find(null, { limit: 20 })
    const { offerIds } = await find(1, { limit: 50, type: 'buy', cursor: nextCursor! })
    const found = offers.filter(({ id }) => offerIds.includes(id))
    expect(found.every(({ owner, type }) => owner !== 1 && type === 'buy')).toBe(true)
  })
})

/** The specification's filters and orders, in plain code. */
function listInMemory(viewer: number | null, asked: OfferQuery): string[] {
  const sort = asked.sort ?? DEFAULT_SORT
  const sign = (asked.direction ?? 'desc') === 'desc' ? -1 : 1
  return offers
    .filter((offer) => offer.owner !== viewer && passes(offer, asked))
    .toSorted((a, b) => sign * (keyOf(a, sort) - keyOf(b, sort) || (a.id < b.id ? -1 : 1)))
    .map(({ id }) => id)
}

function passes(offer: Listed, { type, currency, country, method, amount, search, ...asked }: OfferQuery): boolean {
  const [completed, failed] = recordOf(offer.owner)
  const username = OWNERS[offer.owner]!.toLowerCase()
  const text = ` ${searchFold(`${username} ${offer.paymentMethods.toSorted().join(' ').replaceAll('_', ' ')} ${offer.terms}`)}`
  const trader = (asked.trader ?? '').trim().toLowerCase()
  const words = searchFold(search ?? '')
  return (
    (!type || offer.type === type) &&
    (!currency || offer.fiatCurrency === currency) &&
    (!country || CURRENCIES[offer.fiatCurrency].country === country) &&
    (!method || offer.paymentMethods.some((each) => method.split(',').includes(each))) &&
    (!asked.minTrades || completed >= Number(asked.minTrades)) &&
    (!asked.minCompletion || Number(ratePercent(completed, completed + failed) ?? -1) >= Number(asked.minCompletion)) &&
    (!amount || amount === 'many' || (offer.min <= Number(amount) && Number(amount) <= offer.max)) &&
    (trader.length < 3 ? username.startsWith(trader) : username.includes(trader)) &&
    (words === '' || text.includes(words.length < 3 ? ` ${words}` : words))
  )
}

function keyOf(offer: Listed, sort: (typeof SORTS)[number]): number {
  return {
    created_at: -offer.age,
    best_price: takerAdvantage(offer.type, offer.percentageTenths),
    price_percentage: offer.percentageTenths,
    max_amount: offer.max,
    rating: 0,
    completed_trades: recordOf(offer.owner)[0],
  }[sort]
}
