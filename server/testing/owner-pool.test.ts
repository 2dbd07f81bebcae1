import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './database.ts'
import { openOwnerPool } from './owner-pool.ts'
import { asOutsider } from './time-travel.ts'

test('a connection that breaks during a transaction fails the transaction and not the process', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const owner = openOwnerPool(database.connectionString, 1)
  onTestFinished(() => owner.end())

  await expect(asOutsider(owner, ['select pg_terminate_backend(pg_backend_pid())'])).rejects.toThrow(/terminat/)
  await expect(owner.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
})
