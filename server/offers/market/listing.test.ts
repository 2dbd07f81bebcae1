import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFERS_PAGE_MAX, SORTS } from '../../../domain/offers/listing.ts'
import { RATING_PRIOR } from '../../../domain/profiles/rating-prior.ts'
import { call } from '../../testing/app.ts'
import { OFFER, openTradeBetween, move, postOffer, signUp, signUpMany } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { accountSql, unsealedAccounts } from '../../testing/accounts/payment-accounts.ts'
import { sampleOf } from '../../testing/sample.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageOffer, agePosting, asOutsider } from '../../testing/time-travel.ts'

const testApp = useTestApp()

type Page = {
  offers: { id: string; owner: { username: string } }[]
  total: { count: number; isExact: boolean }
  nextCursor: string | null
  previousCursor: string | null
}

async function ask(query: Record<string, string>, viewer?: Caller): Promise<Page> {
  const url = `/api/offers?${new URLSearchParams({ limit: '10', ...query })}`
  const reply = await call(testApp().app, 'GET', url, viewer ? { cookie: viewer.cookie } : {})
  expect(reply).toMatchObject({ status: 200 })
  return reply.body
}

/** Every page from the first, by the cursor of each page. */
async function walk(query: Record<string, string>, between = async () => {}): Promise<string[]> {
  const ids: string[] = []
  let page = await ask(query)
  for (;;) {
    expect(page.offers.length).toBeLessThanOrEqual(Number(query.limit ?? 10))
    ids.push(...page.offers.map(({ id }) => id))
    if (page.nextCursor === null) return ids
    await between()
    page = await ask({ ...query, cursor: page.nextCursor })
  }
}

/** 1,300 offers of 66 traders in one statement, with many equal keys; enough for a hundred pages. */
const CROWD = 66
const CROWD_OFFERS = 1300
beforeAll(async () => {
  await testApp().owner.query(
    `with inserted as (
       insert into users (username) select 'crowd_' || n from generate_series(1, ${CROWD}) n returning id, username)
     insert into accounts (user_id, email) select id, username || '@example.org' from inserted`,
  )
  await asOutsider(testApp().owner, [
    `update users set rating_count = n % 7, rating_stars = (n % 7) * (1 + n % 5)
     from (select id as of_user, substr(username, 7)::int as n from users where username like 'crowd\\_%') crowd where id = of_user`,
  ])
  await testApp().owner.query(unsealedAccounts("select id from users where username like 'crowd\\_%'"))
  await testApp().owner.query(
    `insert into offers (owner_id, type, fiat_currency, payment_methods, min_milli, max_milli, percentage_tenths, terms, created_at,
       payment_window_minutes, payment_account_ids)
     select o.id, case when i % 3 = 0 then 'buy' else 'sell' end, payment.fiat_currency, by.methods, 10000,
       20000 + (i % 17) * 10000, i % 21 - 10, 'Crowd terms ' || case when i % 100 = 7 then 'quetzal' else 'ordinary' end,
       clock_timestamp() - (i / 4) * interval '10 minutes', 120,
       array(select case when i % 3 <> 0 then ${accountSql('o.id', 'method')} end from unnest(by.methods) method)
     from generate_series(1, ${CROWD_OFFERS}) i
     join (select id, row_number() over (order by username) as n from users where username like 'crowd\\_%') o
       on o.n = 1 + i % ${CROWD}
     join (select *, row_number() over (order by fiat_currency, method) as n from payment_methods) payment on payment.n = 1 + i % 8,
     -- every fourth offer takes up to two more methods of its currency
     lateral (select payment.method || array(
       select method from payment_methods m where m.fiat_currency = payment.fiat_currency and m.method <> payment.method and i % 4 = 0
       order by method desc limit 2) as methods) by`,
  )
})

// No rating was given: the view `violations` would name each of these users.
afterAll(() =>
  asOutsider(testApp().owner, [
    'update users set rating_count = 0, rating_stars = 0',
    'update market_offers set rating_score = rating_score(0, 0)',
  ]),
)

const FILTERS: Record<string, [query: Record<string, string>, condition: string]> = {
  all: [{ search: 'crowd terms' }, 'true'],
  'a type': [{ search: 'crowd terms', type: 'buy' }, "type = 'buy'"],
  'a currency': [{ search: 'crowd terms', currency: 'EUR' }, "fiat_currency = 'EUR'"],
  'a method': [{ search: 'crowd terms', method: 'd17' }, "'d17' = any(payment_methods)"],
  'several methods': [{ search: 'crowd terms', method: 'd17,flouci,zelle' }, "payment_methods && '{d17,flouci,zelle}'"],
  'all of them': [
    { search: 'CROWD Terms', type: 'sell', currency: 'USD', method: 'paypal' },
    "type = 'sell' and 'paypal' = any(payment_methods)",
  ],
  'a rare word': [{ search: 'Quetzal' }, "terms like '%quetzal'"],
  'a name': [{ search: 'OWD_7' }, "username = 'crowd_7'"],
}
const KEYS = {
  created_at: 'o.created_at',
  best_price: "o.percentage_tenths * case o.type when 'sell' then -1 else 1 end",
  price_percentage: 'o.percentage_tenths',
  max_amount: 'o.max_milli',
  rating: `(u.rating_stars + ${RATING_PRIOR.ratings * RATING_PRIOR.stars})::numeric / (u.rating_count + ${RATING_PRIOR.ratings})`,
  completed_trades: 'u.completed_trades',
}

const ORDERS = SORTS.flatMap((sort) => [[sort, 'desc'] as const, [sort, 'asc'] as const])

describe.each(Object.entries(FILTERS).map(([name, filter], turn) => [name, ...filter, turn] as const))(
  '%s',
  (_, query, condition, turn) => {
    // The next filter has other ones, so that all together have each several times.
    test.each(sampleOf(ORDERS, turn, 4))(
      'by %s %s: every page to the last, each offer once',
      async (sort, direction) => {
        const { rows } = await testApp().owner.query(
          `select o.id from offers o join users u on u.id = o.owner_id where terms like 'Crowd terms%' and ${condition}
         order by ${KEYS[sort]} ${direction}, o.id ${direction}`,
        )
        // A dozen pages cross as many groups of equal keys as a hundred small ones; the walks below have pages of ten.
        const limit = Math.min(OFFERS_PAGE_MAX, Math.max(5, Math.ceil(rows.length / 12)))
        expect(await walk({ ...query, sort, direction, limit: String(limit) })).toEqual(rows.map(({ id }) => id))
      },
    )

    test('counts the offers of its pages', async () => {
      const { rows } = await testApp().owner.query(
        `select count(*)::int as n from offers o join users u on u.id = o.owner_id where terms like 'Crowd terms%' and ${condition}`,
      )
      const isExact = rows[0].n <= 1000
      expect((await ask(query)).total).toEqual({ count: isExact ? rows[0].n : 1000, isExact })
    })
  },
)

test('without a search: to the last page, each offer once, while others are posted', async () => {
  const newUser = await signUp(testApp().app, 'new_user')
  let posted = 0
  const before = await testApp().owner.query("select id from offers where type = 'sell' and fiat_currency = 'EUR'")
  const ids = await walk({ type: 'sell', currency: 'EUR', sort: 'price_percentage' }, async () => {
    if (posted++ % 10 === 0) await postOffer(newUser, { pricePercentage: String((posted / 10) % 10) })
  })
  expect(new Set(ids).size).toBe(ids.length)
  expect(before.rows.filter(({ id }) => !ids.includes(id))).toEqual([])
  const { rows } = await testApp().owner.query(
    "select count(*)::int as n from offers where type = 'sell' and fiat_currency = 'EUR'",
  )
  const { total } = await ask({ type: 'sell', currency: 'EUR' })
  expect(total).toEqual({ count: rows[0].n, isExact: true })
})

test('the default order is the best price first; numbered pages equal those of the cursors, in both directions', async () => {
  const query = { type: 'buy' }
  const walked = await walk(query)
  expect(walked).toEqual(await walk({ ...query, sort: 'best_price', direction: 'desc' }))
  for (const page of [1, 2, 5]) {
    const ids = (await ask({ ...query, page: String(page) })).offers.map(({ id }) => id)
    expect(ids).toEqual(walked.slice((page - 1) * 10, page * 10))
  }
  let page = await ask({ ...query, page: '5' })
  for (let at = 4; at >= 1; at--) {
    page = await ask({ ...query, cursor: page.previousCursor! })
    expect(page.offers.map(({ id }) => id)).toEqual(walked.slice((at - 1) * 10, at * 10))
    expect(page.nextCursor).not.toBeNull()
  }
  expect(page.previousCursor).toBeNull()
})

test('the viewer’s own offers are neither listed nor counted', async () => {
  const [owner, viewer] = [await signUp(testApp().app, 'owner'), await signUp(testApp().app, 'viewer')]
  const query = { search: owner.username }
  const offer = await postOffer(owner, { type: 'buy' })
  expect((await ask(query, owner)).offers).toEqual([])
  expect((await ask(query, owner)).total).toEqual({ count: 0, isExact: true })
  expect((await ask(query, viewer)).offers.map(({ id }) => id)).toEqual([offer.id])
  const figures = async (user: Caller) => (await user.get('/api/market/counts')).body
  const [mine, theirs] = [await figures(owner), await figures(viewer)]
  expect(theirs.traders.count - mine.traders.count).toBe(1)
  expect(theirs.buy.count - mine.buy.count).toBe(1)
  expect(theirs.newToday.count - mine.newToday.count).toBe(1)
  expect(theirs.sell).toEqual(mine.sell)
})

test('an offer is new for 24 hours, and not a minute longer', async () => {
  const { app, owner } = testApp()
  const [seller, viewer] = [await signUp(app, 'seller'), await signUp(app, 'viewer')]
  const offer = await postOffer(seller)
  const newToday = async () => (await viewer.get('/api/market/counts')).body.newToday.count
  const whenPosted = await newToday()
  await agePosting(owner, offer.id, 24 * 60 - 1)
  expect(await newToday()).toBe(whenPosted)
  await agePosting(owner, offer.id, 2)
  expect(await newToday()).toBe(whenPosted - 1)
  expect((await ask({ search: seller.username }, viewer)).offers).toHaveLength(1)
})

test('an offer is listed exactly while it can be taken', async () => {
  const [owner, viewer] = await signUpMany(testApp().app, 2, 'trader')
  if (!owner || !viewer) throw new Error('no users were created')
  const offer = await postOffer(owner, {
    maxOpenTrades: 1,
    minAmount: '100',
    pricePercentage: '0',
    availableUsdt: '150',
  })
  const isShown = async () => (await ask({ search: owner.username })).offers.length === 1
  const press = (verb: string) => owner.post(`/api/offers/${offer.id}/${verb}`)
  expect(await isShown()).toBe(true)
  await press('pause')
  expect(await isShown()).toBe(false)
  await press('activate')
  expect(await isShown()).toBe(true)
  const trade = await openTradeBetween(viewer, offer.id, '100')
  expect(await isShown()).toBe(false)
  await move(viewer, trade, 'cancel', 'awaiting_payment')
  expect(await isShown()).toBe(true)
  const second = await openTradeBetween(viewer, offer.id, '100')
  await move(viewer, second, 'mark-paid', 'awaiting_payment')
  await move(owner, second, 'confirm-receipt', 'payment_sent')
  // 41.304348 USDT are left, the minimum takes 108.695652.
  expect(await isShown()).toBe(false)
  const [seen] = [(await owner.get('/api/my-offers')).body.offers[0]]
  await owner.post(`/api/offers/${offer.id}`, {
    ...OFFER,
    availableUsdt: '',
    seenVersion: 1,
    seenInventoryUsdt: seen.inventoryUsdt,
  })
  expect(await isShown()).toBe(true)
  await ageOffer(testApp().owner, offer.id, 31)
  expect(await isShown()).toBe(false)
  await press('activate')
  expect(await isShown()).toBe(true)
  await owner.delete(`/api/offers/${offer.id}`)
  expect(await isShown()).toBe(false)
})

test('completed trades change the order by trades', async () => {
  const [seasoned, fresh, buyer] = await signUpMany(testApp().app, 3, 'ranked')
  if (!seasoned || !fresh || !buyer) throw new Error('no users were created')
  const terms = `Ranked among ${seasoned.username}.`
  const [first, second] = [await postOffer(seasoned, { terms }), await postOffer(fresh, { terms })]
  const trade = await openTradeBetween(buyer, first.id)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seasoned, trade, 'confirm-receipt', 'payment_sent')
  const ids = async (direction: string) =>
    (await ask({ search: terms, sort: 'completed_trades', direction })).offers.map(({ id }) => id)
  expect(await ids('desc')).toEqual([first.id, second.id])
  expect(await ids('asc')).toEqual([second.id, first.id])
})

test('a search matches wildcard characters literally, and short texts at the beginning of a word', async () => {
  const owner = await signUp(testApp().app, 'zx')
  const offer = await postOffer(owner, { terms: '100% fast, صرّاف ومحترف \\ safe' })
  const find = async (search: string) => (await ask({ search })).offers.map(({ id }) => id)
  for (const search of ['100%', '100% FAST', 'صرّاف', '\\ safe', 'zx', '  fast,   '])
    expect(await find(search)).toContain(offer.id)
  for (const search of ['%%%', '___%', "' or 1=1 --", 'qqqq']) expect(await find(search)).not.toContain(offer.id)
})

test('a search finds offers by username, terms and payment method, in any case', async () => {
  const owner = await signUp(testApp().app, 'searched')
  const terms = `Searched terms of ${owner.username}`
  const [sepa, revolut] = [
    await postOffer(owner, { terms, paymentMethods: ['sepa_instant'] }),
    await postOffer(owner, { terms, paymentMethods: ['revolut'] }),
  ]
  const both = [sepa.id, revolut.id].toSorted()
  const find = async (search: string) => (await ask({ search })).offers.map(({ id }) => id).toSorted()
  expect(await find(owner.username.toUpperCase())).toEqual(both)
  expect(await find(terms.toUpperCase())).toEqual(both)
  const found = (await walk({ search: 'sepa INSTANT' })).filter((id) => both.includes(id))
  expect(found).toEqual([sepa.id])
})

test.each([
  ['page=0', 'page'],
  ['page=6', 'page'],
  ['type=gold', 'type'],
  ['sort=reputation', 'sort'],
  ['direction=up', 'direction'],
  ['currency=GBP', 'currency'],
  ['method=Cash', 'method'],
  [`search=${'x'.repeat(61)}`, 'search'],
  ['cursor=nonsense', 'cursor'],
  ['cursor=max_amount.next.1.00000000-0000-4000-8000-000000000000', 'cursor'],
  ['limit=1000', 'limit'],
])('%s is refused', async (query, field) => {
  expect(await call(testApp().app, 'GET', `/api/offers?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field },
  })
})

test('a currency with a method of another currency finds nothing', async () => {
  expect(await ask({ currency: 'EUR', method: 'd17' })).toMatchObject({
    offers: [],
    total: { count: 0, isExact: true },
    nextCursor: null,
  })
})
