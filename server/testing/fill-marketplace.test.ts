import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'
import { fillMarketplace } from './fill-marketplace.ts'

test('a filled marketplace has as many offers and traders as it counts', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Pool({ connectionString: database.connectionString, max: 1 })
  // Dropping the database may end the connection before the pool has.
  owner.on('error', () => {})
  await fillMarketplace(owner, 400)
  const { rows } = await owner.query(`select (select count(distinct offer_id)::int from market_offers) as offers,
    (select sum(offers)::int from market_counts) as counted, (select sum(traders)::int from market_trader_counts) as traders`)
  await owner.end()
  await database.drop()
  expect(rows).toEqual([{ offers: 400, counted: 400, traders: 4 }])
})
