import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let owner: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Pool({ connectionString: database.connectionString, max: 1 })
  owner.on('error', () => {})
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('three processes that start at once on an empty database make one schema', async () => {
  await owner.query('drop schema public cascade; create schema public')
  await Promise.all([1, 2, 3].map(() => migrate(database.connectionString)))
  const { rows } = await owner.query('select count(*)::int as n from violations')
  expect(rows).toEqual([{ n: 0 }])
})

test('what was on its way when somebody left goes with the next program', async () => {
  const left = '00000000-0000-4000-8000-000000000001'
  await asOutsider(owner, [
    "delete from migrations where name = '0027_left_over.sql'",
    `insert into users (id, username, email, deleted_at)
     values ('${left}', 'deleted_00000001', '${left}@deleted.invalid', clock_timestamp())`,
    `insert into mails (user_id, kind, to_address, language, values)
     values ('${left}', 'new_device', 'left@example.org', 'en', '{}'), ('${left}', 'account_deleted', 'left@example.org', 'en', '{}')`,
    `insert into commands (actor_id, key, route, fingerprint) values ('${left}', '${left}', 'POST /api/offers', '')`,
    `insert into contact_messages (key, name, email, subject, message, user_id)
     values ('${left}', 'Somebody', 'left@example.org', 'general', 'What was on its way.', '${left}')`,
  ])
  const found = async () => (await owner.query('select rule, id from violations')).rows
  expect(await found()).toEqual([{ rule: 'something of somebody who has left is there', id: left }])
  await migrate(database.connectionString)
  expect(await found()).toEqual([])
  const { rows } = await owner.query('select kind from mails where user_id = $1', [left])
  expect(rows).toEqual([{ kind: 'account_deleted' }])
})

test('a database made by a newer program is refused', async () => {
  await owner.query("insert into migrations (name, checksum) values ('9999_later.sql', '')")
  await expect(migrate(database.connectionString)).rejects.toThrow(
    'newer than this program: it has the migration 9999_later.sql',
  )
  await owner.query("delete from migrations where name = '9999_later.sql'")
})

test('a migration that was edited after it was applied is refused', async () => {
  await owner.query("update migrations set checksum = 'other' where name = '0002_offers.sql'")
  await expect(migrate(database.connectionString)).rejects.toThrow(
    '0002_offers.sql was changed after this database was made',
  )
})
