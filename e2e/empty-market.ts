/** A market without users: another database on the same Postgres, and another server. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, type BrowserContext } from '@playwright/test'
import pg from 'pg'
import { OWNER_LOGIN } from '../server/db/logins.ts'
import { registrationCode } from '../server/testing/accounts/account-state.ts'
import { DETAILS } from '../server/testing/accounts/payment-accounts.ts'
import { ready, startServer, stopServer } from './server.ts'
import { PASSWORD, uniqueName } from './users.ts'

export type EmptyMarket = { address: string; databaseUrl: string; close: () => Promise<void> }

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

/** Signs a browser up as a trader with an account for euros; returns how it calls the market, and the id of that account. */
export async function joinEmptyMarket(context: BrowserContext, { address, databaseUrl }: EmptyMarket) {
  const send = async (path: string, data: object) => {
    const headers = { origin: address, 'idempotency-key': crypto.randomUUID() }
    const answer = await context.request.post(`${address}${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const username = uniqueName('first')
  const email = `${username}@example.org`
  await send('/api/register', { username, email, password: PASSWORD, confirmPassword: PASSWORD, acceptsTerms: true })
  await send('/api/register/confirm', { code: await registrationCode(databaseUrl, email) })
  const { id: paymentAccountId } = await send('/api/payment-accounts', DETAILS.sepa_instant)
  return { send, paymentAccountId: paymentAccountId as string }
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
