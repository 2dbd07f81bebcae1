/** The benchmarks fill today's tables. They run seldom, so that a changed column would be noticed late. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../server/testing/database.ts'
import { insertUser } from '../../server/testing/accounts/insert-user.ts'
import { fillMarketplace } from '../../server/testing/fill-marketplace.ts'
import { fillLists } from './lists.ts'

async function openDatabase(): Promise<pg.Pool> {
  const database = await createTestDatabase()
  const owner = new pg.Pool({ connectionString: database.connectionString, max: 1 })
  // Dropping the database may end the connection before the pool has.
  owner.on('error', () => {})
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
  return owner
}

test('the marketplace of the benchmark has as many offers and traders as it counts', async () => {
  const owner = await openDatabase()
  await fillMarketplace(owner, 400)
  const { rows } = await owner.query(`select (select count(*)::int from market_offers) as offers,
    (select sum(offers)::int from market_counts) as counted, (select sum(traders)::int from market_trader_counts) as traders`)
  expect(rows).toEqual([{ offers: 400, counted: 400, traders: 4 }])
})

test('the lists of the benchmark have the rows that it says', async () => {
  const owner = await openDatabase()
  const viewer = await insertUser(owner, 'viewer')
  await fillLists(owner, viewer, 2000)
  const { rows: counts } = await owner.query(`select (select count(*)::int from ratings) as ratings,
    (select count(*)::int from notifications) as notifications, (select count(*)::int from reports) as reports`)
  expect(counts).toEqual([{ ratings: 2000, notifications: 2000, reports: 2000 }])
})
