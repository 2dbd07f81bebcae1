/** Every connection to a Postgres that takes encrypted ones only verifies its certificate, by a private authority and the host. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_SECRET } from '../testing/accounts/secret.ts'
import { openOwnerPool } from '../testing/owner-pool.ts'
import {
  createDatabase,
  hasDistributionPostgres,
  startDistributionPostgres,
} from '../testing/servers/distribution-postgres.ts'
import type { DistributionPostgres, Replica } from '../testing/servers/distribution-postgres.ts'
import { makePrivateAuthority } from '../testing/servers/private-authority.ts'
import type { PrivateAuthority } from '../testing/servers/private-authority.ts'
import { startServerProcess } from '../testing/servers/server-process.ts'
import { assertDirect } from './direct-connection.ts'
import { freePort } from './local-postgres/free-port.ts'
import { urlsOf } from './logins.ts'
import { assertMigrated, migrate } from './migrate.ts'
import { openPool, openPublicReads } from './pool.ts'
import { openReplicaReads } from './replica.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The superuser, who is the test's own, also copies the cluster. */
const TLS_ONLY = `
hostssl all all 127.0.0.1/32 trust
hostnossl all postgres 127.0.0.1/32 trust
hostnossl replication postgres 127.0.0.1/32 trust
`

describe.skipIf(!hasDistributionPostgres)('a database with a certificate of a private authority', () => {
  let folder: string
  let authority: PrivateAuthority
  let another: PrivateAuthority
  let server: DistributionPostgres
  let replica: Replica
  let urls: Record<'app' | 'owner' | 'replica', string>

  beforeAll(async () => {
    folder = await mkdtemp('/tmp/sarraf-tls-')
    await chmod(folder, 0o755)
    authority = await makePrivateAuthority(folder)
    another = await makePrivateAuthority(folder)
    const { certificate, key } = await authority.issue('localhost')
    const hba = join(folder, 'pg_hba.conf')
    await writeFile(hba, TLS_ONLY)
    const settings = { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key, hba_file: hba }
    server = await startDistributionPostgres(settings)
    const { appUrl, ownerUrl } = urlsOf(await createDatabase(server.connectionString, 'sarraf'))
    await migrate(verified(ownerUrl))
    replica = await server.startReplica(settings)
    const ofReplica = urlsOf(new URL('/sarraf', replica.connectionString).href).appUrl
    urls = { app: verified(appUrl), owner: verified(ownerUrl), replica: verified(ofReplica) }
  })
  afterAll(async () => {
    await replica?.stop()
    await server?.stop()
    await rm(folder, { recursive: true })
  })

  function verified(url: string, host = 'localhost', { certificate } = authority): string {
    const address = new URL(url)
    address.hostname = host
    address.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: certificate }).toString()
    return address.href
  }
  const byAnotherAuthority = (url: string) => verified(url, 'localhost', another)
  const ofAnotherHost = (url: string) => verified(url, '127.0.0.1')

  async function connections(of: DistributionPostgres): Promise<{ login: string; name: string; ssl: boolean }[]> {
    const owner = openOwnerPool(of.connectionString, 1)
    try {
      const { rows } = await owner.query(
        `select distinct usename as login, application_name as name, ssl
         from pg_stat_activity join pg_stat_ssl using (pid) where usename like 'sarraf%'`,
      )
      return rows
    } finally {
      await owner.end()
    }
  }

  test('carries a server with its listening connection, its metrics and its replica', async () => {
    const process = await startServerProcess(urls.app, {
      DATABASE_OWNER_URL: urls.owner,
      DATABASE_DIRECT_URL: urls.app,
      DATABASE_REPLICA_URL: urls.replica,
      METRICS_PORT: String(await freePort('127.0.0.1')),
    })
    try {
      const ready = async () => (await fetch(`${process.url}/readyz`)).json()
      await expect.poll(ready).toEqual({ ok: true })
      const listening = { login: 'sarraf_app', name: 'sarraf-live', ssl: true }
      await expect.poll(() => connections(server)).toContainEqual(listening)
      const all = [...(await connections(server)), ...(await connections(replica))]
      expect(all.filter(({ ssl }) => !ssl)).toEqual([])
    } finally {
      await process.stop()
    }
  })

  test('is doctored, migrated and read by an operator’s commands', async () => {
    const settings = { DATABASE_URL: urls.app, DATABASE_OWNER_URL: urls.owner, DATABASE_REPLICA_URL: urls.replica }
    const doctor = await run('doctor.ts', { ...settings, SECRET: TEST_SECRET, RATES: 'fixed' })
    for (const check of ['database', 'pooler', 'replica', 'login', 'owner login', 'schema', 'sealed columns'])
      expect(doctor).toMatch(new RegExp(`^ok +${check} `, 'm'))
    expect(await run('migrate.ts', settings)).toBe('The schema is up to date.\n')
    expect(await run('audit-verify.ts', settings)).toContain('0')
  })

  const log = pino({ level: 'silent' })
  const opened: [string, () => string, (url: string) => Promise<unknown>][] = [
    ['DATABASE_URL', () => urls.app, (url) => openPool(url, 1)],
    ['DATABASE_URL', () => urls.app, (url) => openPool(url, 1, '', 'transaction')],
    ['DATABASE_URL', () => urls.app, (url) => assertMigrated(url)],
    ['DATABASE_OWNER_URL', () => urls.owner, (url) => migrate(url)],
    ['DATABASE_DIRECT_URL', () => urls.app, (url) => assertDirect(url, urls.app)],
    [
      'DATABASE_REPLICA_URL',
      () => urls.replica,
      async (url) => {
        const primary = openPublicReads(urls.app, 1000)
        const options = { primary, primaryUrl: urls.app, mode: 'session' as const, timeoutMs: 1000, log }
        try {
          await openReplicaReads(url, options)
        } finally {
          await primary.close()
        }
      },
    ],
  ]
  test.each(opened)('of another authority or another host is refused by the name of %s', async (name, url, open) => {
    const { port } = new URL(url())
    await expect(open(byAnotherAuthority(url()))).rejects.toThrow(
      `${name} leads to localhost:${port}, whose certificate is of an authority that is not trusted`,
    )
    await expect(open(ofAnotherHost(url()))).rejects.toThrow(
      `${name} leads to 127.0.0.1:${port}, whose certificate is of another host`,
    )
  })

  test('of another authority stops the start of a server, and an operator’s commands in one sentence', async () => {
    const { port } = new URL(urls.app)
    const refusal = (setting: string) =>
      `${setting} leads to localhost:${port}, whose certificate is of an authority that is not trusted: sslmode=verify-full&` +
      'sslrootcert=/path/of/ca.pem in the address names the file of a private one (UNABLE_TO_VERIFY_LEAF_SIGNATURE).'
    await expect(startServerProcess(byAnotherAuthority(urls.app))).rejects.toThrow(refusal('DATABASE_URL'))
    const settings = { DATABASE_URL: urls.app, DATABASE_OWNER_URL: byAnotherAuthority(urls.owner) }
    expect(await run('migrate.ts', settings)).toBe(`${refusal('DATABASE_OWNER_URL')}\n`)
    expect(await run('doctor.ts', { ...settings, SECRET: TEST_SECRET, RATES: 'fixed' })).toMatch(
      /^failed +owner login +DATABASE_OWNER_URL leads to localhost:\d+, whose certificate/m,
    )
  })
})

/** What a command prints, whatever its exit code. */
function run(script: string, settings: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, [join(ROOT, 'scripts', script)], { cwd: ROOT, env: settings }, (_, out, err) =>
      done(out + err),
    )
  })
}
