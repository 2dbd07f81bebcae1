/** A market without users: another database on the same Postgres, and another server. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { OWNER_LOGIN } from '../server/db/logins.ts'
import { ready, startServer, stopServer } from './server.ts'

type EmptyMarket = { address: string; databaseUrl: string; close: () => Promise<void> }

/** Settings that differ from those of the shared server, by its address. */
type Settings = (address: string) => Promise<Record<string, string>>

/** Opens one; `address` is its URL, and `close` removes all of it. */
export async function openEmptyMarket(settings: Settings = async () => ({})): Promise<EmptyMarket> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
  const databaseUrl = new URL(String(process.env.E2E_DATABASE_URL))
  databaseUrl.pathname = name
  await asOwner(`create database ${name} owner ${OWNER_LOGIN}`)
  const address = `http://localhost:${await freePort()}`
  const env = await settings(address)
  const server = startServer({ databaseUrl: databaseUrl.href, baseUrl: address, demo: false, env })
  const close = async () => {
    await stopServer(server)
    await asOwner(`drop database ${name} with (force)`)
  }
  try {
    await ready(server, address)
    return { address, databaseUrl: databaseUrl.href, close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await owner.connect()
  try {
    await owner.query(statement)
  } finally {
    await owner.end()
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
