/** Reads that need no account: each has a time limit, and does not wait for the reads of others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PoolClient } from 'pg'
import { call } from '../testing/app.ts'
import { ANSWERING, addressOf } from '../testing/contract.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp({ publicReadMs: 200 })

const TIMED = [
  'getTrader',
  'getAvatar',
  'getMarket',
  'getMarketCounts',
  'listCurrencies',
  'listLandingOffers',
  'listOffers',
  'listTraderOffers',
  'listRatings',
  'listTiers',
  'getOffer',
  'getTradeEstimate',
  'suggestUsername',
  'getOffersNow',
  'getReceiptKeys',
  'getTransparency',
  'getMarketStatistics',
  'getRateHistory',
]
/** They read what belongs to the caller's cookies, the settings or the demo. */
const OTHERS = [
  'getSession',
  'getRegistration',
  'listSignInMethods',
  'getSecondFactorChallenge',
  'getPendingSignUp',
  'getDevelopment',
  'listCaughtMails',
  'getCaughtMail',
  'getCaughtMailPage',
]

const publicReads = ANSWERING.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.isPublic)
const timed = publicReads.filter(({ name }) => TIMED.includes(name))

let locking: PoolClient
beforeAll(async () => {
  locking = await testApp().owner.connect()
  await locking.query('begin')
  await locking.query(
    'lock table offers, market_offers, market_counts, market_trader_counts, users, avatars, signing_keys, transparency, tiers, currencies, rate_hours in access exclusive mode',
  )
})
afterAll(async () => {
  await locking.query('rollback')
  locking.release()
})

/** What the query of a call must have. */
const QUERIES: Record<string, string> = { getOffersNow: `?shown=${crypto.randomUUID()}` }

test.each(timed)('$name gives up at the time limit and says when to try again', async ({ name, endpoint }) => {
  const began = performance.now()
  const url = addressOf(endpoint, { username: 'amina' }) + (QUERIES[name] ?? '')
  const { status, body, headers } = await call(testApp().app, 'GET', url)
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'timed_out', '1'])
  expect(performance.now() - began).toBeLessThan(2000)
})

test('every public read of the contract has the limit, or is listed without', () => {
  expect(publicReads.map(({ name }) => name).toSorted()).toEqual([...TIMED, ...OTHERS].toSorted())
})

test('their connections cannot write', async () => {
  const { publicReads: db } = testApp().context
  await expect(
    db.executeQuery({ sql: 'delete from rate_limits', parameters: [], query: { kind: 'RawNode' } } as never),
  ).rejects.toMatchObject({ code: '25006' })
})
