/** Postgres freezes (SIGSTOP) while connections to it are open: each call is refused within seconds, and all work again afterwards. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '../testing/accounts/create-user.ts'
import { TEST_SECRET } from '../testing/accounts/secret.ts'
import { signalPostgres } from '../testing/servers/signal-postgres.ts'
import { startServerProcess } from '../testing/servers/server-process.ts'
import { startLocalPostgres } from './local-postgres/start.ts'
import { migrate } from './migrate.ts'
import { POOL_SIZE, openPool } from './pool.ts'
import { SYSTEM } from './scope.ts'
import { STATEMENT_SECONDS, allowedMs } from './time-limits.ts'

const PASSWORD = 'correct horse battery'
/** A probe of HAProxy waits for 5 s (docs/operations.md, "Probes"). */
const PROBED_WITHIN_MS = 5000
/** A connection and a statement are each given up in time; a machine that runs other tests is slower than these limits alone. */
const REFUSED_WITHIN_MS = 2 * allowedMs(STATEMENT_SECONDS)
const WORKS_AGAIN_WITHIN_MS = 30_000

type Reply = { status: number; code: string | undefined; ms: number }

test.skipIf(process.platform === 'win32')(
  'no probe, read, write or sign-in hangs, and each is refused as busy',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-frozen-'))
    const { appUrl, ownerUrl, stop } = await startLocalPostgres({ dataDir })
    onTestFinished(async () => {
      await signalPostgres(dataDir, 'SIGCONT')
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    await migrate(ownerUrl)
    const cookie = await newSession(appUrl)
    const server = await startServerProcess(appUrl, { PUBLIC_READ_MS: '1000' })
    onTestFinished(() => server.kill())

    const call = async (method: string, path: string, body?: object): Promise<Reply> => {
      const began = performance.now()
      const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { ...headers, 'sec-fetch-site': 'same-origin' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      })
      const { code } = (await response.json()) as { code?: string }
      return { status: response.status, code, ms: performance.now() - began }
    }
    const read = () => call('GET', '/api/notifications')
    const list = () => call('GET', '/api/offers?type=sell&currency=EUR')
    const write = () => call('POST', '/api/saved-searches', { type: 'sell', fiatCurrency: 'EUR' })
    const signIn = () => call('POST', '/api/sign-in', { email: 'frozen@example.org', password: PASSWORD })
    const probe = () => call('GET', '/readyz')

    // All connections of the pools are open and idle.
    const warm = await Promise.all(Array.from({ length: 2 * POOL_SIZE }, (_, n) => (n % 2 === 0 ? read() : list())))
    expect(new Set(warm.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await probe()).status).toBe(200)

    await signalPostgres(dataDir, 'SIGSTOP')
    const calls = await Promise.all([read(), list(), write(), signIn()])
    const probed = await probe()
    expect(probed.status).toBe(503)
    expect(probed.ms).toBeLessThan(PROBED_WITHIN_MS)
    for (const { status, code, ms } of calls) {
      expect([status, code]).toEqual([503, 'busy'])
      expect(ms).toBeLessThan(REFUSED_WITHIN_MS)
    }

    await signalPostgres(dataDir, 'SIGCONT')
    for (const works of [probe, read, list])
      await expect.poll(async () => (await works()).status, { timeout: WORKS_AGAIN_WITHIN_MS }).toBe(200)
    expect((await signIn()).status).toBe(200)
  },
  180_000,
)

/** The cookie of a new user. */
async function newSession(appUrl: string): Promise<string> {
  const pool = await openPool(appUrl, 1, SYSTEM)
  const names = { username: 'frozen', email: 'frozen@example.org', password: PASSWORD }
  const secrets = { current: TEST_SECRET, previous: null }
  const { session } = await createUser(pool.db, secrets, { ...names, language: 'en', userAgent: 'test' })
  await pool.close()
  return `sid=${encodeURIComponent(session)}`
}
