/** The address of Postgres itself, for what a pooler by transaction cannot carry: the notifications between processes. */
import pg from 'pg'
import { assertConfinedLogin } from './confined-login.ts'
import { connectClient } from './connect-client.ts'
import type { DatabaseSetting } from './connect-client.ts'
import { ANSWER_WITHIN_MS, assertSettingsHold } from './session-settings.ts'

/** Throws unless the address leads to the database of `DATABASE_URL`, around every pooler, with a login that is confined as well. */
export async function assertDirect(directUrl: string, databaseUrl: string): Promise<void> {
  await assertSettingsHold('DATABASE_DIRECT_URL', directUrl)
  const identify = async (client: pg.Client) => {
    await assertConfinedLogin(client, 'DATABASE_DIRECT_URL')
    return identityOf(client)
  }
  const direct = await withClient(directUrl, identify, 'DATABASE_DIRECT_URL')
  if (direct !== (await withClient(databaseUrl, identityOf)))
    throw new Error('DATABASE_DIRECT_URL and DATABASE_URL lead to two databases: give both the same one.')
}

/** Of the database, and of the run of its server: a replica and a copy have another one. The same in every time zone. */
export async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    "select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity",
  )
  return rows[0]!.identity
}

/** Works on a connection of its own, which fails within seconds where the database does not answer. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  setting: DatabaseSetting = 'DATABASE_URL',
): Promise<T> {
  const limits = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => {})
  try {
    await connectClient(client, setting)
    return await work(client)
  } finally {
    await client.end()
  }
}
