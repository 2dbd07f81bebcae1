/**
 * `npm run drill -- restart`, `npm run drill -- keys`: two servers behind HAProxy are restarted one after the other while users trade, also for each step of a
 * rotation of SECRET and of the database login (docs/operations.md). No request fails, no one is signed out, and everything is sealed under the new secret.
 */
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startLocalPostgres } from '../../db/local-postgres/start.ts'
import { migrate } from '../../db/migrate.ts'
import { TEST_SECRET as FORMER } from '../accounts/secret.ts'
import { differences } from '../chaos/assertions.ts'
import { newWire } from '../chaos/retry-until-acknowledged.ts'
import type { Wire } from '../chaos/retry-until-acknowledged.ts'
import { gatherTraders } from '../chaos/trading.ts'
import { exampleBeginning } from '../operations-page.ts'
import { hasHaproxy } from '../servers/haproxy.ts'
import { startRollingServers } from './rolling-servers.ts'
import { plainEnvironment } from '../plain-environment.ts'

/** Restarts of both servers before those of the rotation. */
const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 0)
/** Few in the short form: it runs beside the stories, and more would take their processor time. */
const LANES = Number(process.env.DRILL_TRADERS ?? 2)
const TRADERS = process.env.DRILL_ROUNDS === undefined ? 10 : undefined
const SEED = Number(process.env.DRILL_SEED ?? randomInt(2 ** 31))
const NEW = 'the secret that comes after it, just as long'
const FORMER_LOGIN = 'sarraf_app'
const ROTATE = fileURLToPath(new URL('../../../scripts/rotate-keys.ts', import.meta.url))
const execute = promisify(execFile)

test.skipIf(!hasHaproxy)(
  'servers restart one after the other, also for a new SECRET and database login: no request fails, and every trader stays signed in',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-drill-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const { connectionString, appUrl, ownerUrl, stop } = await startLocalPostgres({ dataDir })
    onTestFinished(stop)
    await migrate(ownerUrl)
    const servers = await startRollingServers(appUrl)
    const wire = newWire(servers.url)
    const trading = await gatherTraders(wire, connectionString, SEED, LANES, TRADERS)
    trading.start()
    try {
      for (let round = 0; round < ROUNDS; round++) await servers.restart({})
      await trading.enough(3)
      await servers.restart({ SECRET: FORMER, SECRET_PREVIOUS: NEW })
      const secondUrl = await changeLogin(connectionString, appUrl)
      await servers.restart({ SECRET: NEW, SECRET_PREVIOUS: FORMER, DATABASE_URL: secondUrl })
      const left = await connect(appUrl)
      await run(connectionString, await exampleBeginning(`alter role ${FORMER_LOGIN}`))
      await expect(left.query('select 1')).rejects.toThrow()
      await expect(run(appUrl, 'select 1')).rejects.toThrow(/not permitted to log in/)
      const env = { ...plainEnvironment(), DATABASE_OWNER_URL: ownerUrl, SECRET: NEW, SECRET_PREVIOUS: FORMER }
      expect((await execute(process.execPath, [ROTATE], { env })).stderr).toBe('')
      expect(await trading.signedOut()).toEqual([])
      await servers.restart({ SECRET: NEW, DATABASE_URL: secondUrl })
      expect(await trading.signedOut()).toEqual([])
    } finally {
      await trading.stop()
    }
    await trading.settled()
    report(wire, servers.restarts())
    expect(await differences(connectionString, trading.journal)).toEqual([])
    // A server with too much to do may refuse as busy, restart or not.
    expect({ cut: wire.cut, faults: wire.faults }).toEqual({ cut: 0, faults: [] })
    expect([...trading.journal.refusals.keys()]).not.toContain('signed_out')
  },
  1_200_000,
)

/** Makes a second login of the server, and returns the address with it. */
async function changeLogin(adminUrl: string, appUrl: string): Promise<string> {
  const statement = await exampleBeginning(`create role ${FORMER_LOGIN}_`)
  const [, login] = /^create role (\w+)/.exec(statement)!
  await run(adminUrl, statement)
  const url = new URL(appUrl)
  expect(url.username).toBe(FORMER_LOGIN)
  url.username = login!
  return url.href
}

async function run(connectionString: string, statements: string): Promise<void> {
  const client = await connect(connectionString)
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

/** Without a listener the process would end with a connection that is ended. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

function report(wire: Wire, restarts: number): void {
  console.log(
    `seed ${SEED}: ${restarts} restarts, ${wire.sent} requests, ${wire.cut} failed, ${wire.busy} refused as busy`,
  )
}
