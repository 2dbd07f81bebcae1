import pg from 'pg'
import { OWNER_LOGIN, createLogins } from '../logins.ts'
import type { Address } from './tcp.ts'

/** The connection string of one database at an address, for the cluster's superuser, which the product uses to set the cluster up. */
export function connectionStringOf(address: Address, database: string): string {
  const url = new URL(`postgres://sarraf@localhost/${database}`)
  if (address.password !== undefined) url.password = address.password
  const host = encodeURIComponent(address.host)
  return `${url.href}?host=${host}&port=${address.port}`
}

/** The owner a server reports; `token` is null for a server that was not started by us. */
export type Ownership = { isReachable: false } | { isReachable: true; token: string | null }

/** Asks a server for its owner. A server that is starting, stopping or gone is not reachable. */
export async function currentOwner(connectionString: string): Promise<Ownership> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('sarraf.owner', true) as token")
    return { isReachable: true, token: rows[0].token }
  } catch {
    return { isReachable: false }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the logins, and the product's database where the cluster is new. */
export async function ensureDatabase(adminConnection: string): Promise<void> {
  await createLogins(adminConnection, async (admin) => {
    const { rowCount } = await admin.query("select from pg_database where datname = 'sarraf'")
    if (rowCount === 0) await admin.query(`create database sarraf owner ${OWNER_LOGIN}`)
  })
}
