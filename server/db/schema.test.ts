/** schema.sql is what the migrations make: `npm run schema` writes it, and reviews read its changes. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { dumpSchema } from './dump-schema.ts'

/** Other versions of Postgres format expressions and views differently. */
const BUNDLED_VERSION = 18

test('schema.sql is the schema of a migrated database', async ({ skip }) => {
  const database = await createTestDatabase()
  try {
    if ((await majorVersion(database.connectionString)) !== BUNDLED_VERSION) skip()
    await expect(await dumpSchema(database.connectionString)).toMatchFileSnapshot('./schema.sql')
  } finally {
    await database.drop()
  }
})

async function majorVersion(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
    return rows[0].major
  } finally {
    await client.end()
  }
}
