import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('each test database is migrated, separate, and removed by drop', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await query(one.connectionString, 'create table only_here ()')
  expect(await query(other.connectionString, "select to_regclass('only_here') as found")).toEqual([{ found: null }])
  const [applied] = await query(other.connectionString, 'select count(*)::int as number from migrations')
  expect(applied.number).toBeGreaterThan(0)

  await Promise.all([one.drop(), other.drop()])
  await expect(query(one.connectionString, 'select 1')).rejects.toThrow(/does not exist/)
})

async function query(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
