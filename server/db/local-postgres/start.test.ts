import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isAlive } from './owner.ts'
import { startLocalPostgres } from './start.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 })

const isRoot = process.getuid?.() === 0
const unprivilegedUid = 65534

// Most tests share one cluster, one after the other; those that need an empty folder ask for it.
const made: string[] = []
let shared: string
let dataDir: string
let owners: ChildProcess[]

beforeAll(async () => {
  shared = await useNewFolder()
})

beforeEach(() => {
  dataDir = shared
  owners = []
})

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL')
  await gone(await postmasterPid().catch(() => 0))
})

afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true })
})

async function useNewFolder(): Promise<string> {
  dataDir = await mkdtemp(join(tmpdir(), 'sarraf-local-'))
  made.push(dataDir)
  return dataDir
}

test('the first start makes a database, a second start is quick and finds the data', async () => {
  await useNewFolder()
  const began = performance.now()
  const first = await startLocalPostgres({ dataDir })
  const firstMs = performance.now() - began
  await query(first.connectionString, 'create table kept as select 7 as number')
  await first.stop()

  const beganAgain = performance.now()
  const second = await startLocalPostgres({ dataDir })
  // The first one creates the files of the database.
  expect(performance.now() - beganAgain).toBeLessThan(firstMs)
  expect(await query(second.connectionString, 'select number from kept')).toEqual([{ number: 7 }])
  await second.stop()
})

test('the application’s login and the owner’s are no superusers, and the database belongs to the owner', async () => {
  const server = await startLocalPostgres({ dataDir })
  const logins = `
    select current_user as login, rolsuper as "isSuperuser", pg_get_userbyid(datdba) as owner
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`
  expect(await query(server.appUrl, logins)).toEqual([
    { login: 'sarraf_app', isSuperuser: false, owner: 'sarraf_owner' },
  ])
  expect(await query(server.ownerUrl, logins)).toEqual([
    { login: 'sarraf_owner', isSuperuser: false, owner: 'sarraf_owner' },
  ])
  await server.stop()
})

test('the cluster is durable, checksummed, UTF-8 and silent on TCP', async () => {
  const server = await startLocalPostgres({ dataDir })
  const settings = await query(
    server.connectionString,
    `select name, setting from pg_settings where name = any('{data_checksums,fsync,listen_addresses,
       server_encoding,synchronous_commit}') order by name`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  })
  await server.stop()
  await server.stop()
})

test.each([
  ['with spaces, a comma and quotes', 'My "own" data, here'],
  ['too deep for a socket', 'deep/'.repeat(30)],
])('works in a folder %s', async (_, inside) => {
  await useNewFolder()
  const server = await startLocalPostgres({ dataDir: join(dataDir, inside) })
  expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  made.push(new URL(server.connectionString).searchParams.get('host')!)
})

test('a pid file left by a crash that names a live foreign process does not prevent the start', async () => {
  await startLocalPostgres({ dataDir }).then((server) => server.stop())
  const stale = `${process.pid}\n${dataDir}/postgres\n1700000000\n5432\n${dataDir}/postgres\n\n  1 1\nready\n`
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), stale)
  const server = await startLocalPostgres({ dataDir })
  expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
})

test('the server ends with an owner that is killed, and the next start does not wait for it', async () => {
  const owner = await startOwner()
  const pid = await postmasterPid()
  await kill(owner)
  const next = await startLocalPostgres({ dataDir })
  expect(await postmasterPid()).not.toBe(pid)
  expect(isAlive(pid)).toBe(false)
  expect(await query(next.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('no Postgres is left behind when the owner is killed', async () => {
  const owner = await startOwner()
  const pid = await postmasterPid()
  await kill(owner)
  expect(await gone(pid)).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'a server whose guard was killed too is taken down by the next start',
  async () => {
    const owner = await startOwner()
    const pid = await postmasterPid()
    const guard = Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[3])
    const children = (await readFile(`/proc/${guard}/task/${guard}/children`, 'utf8')).trim().split(' ')
    for (const child of children) if (Number(child) !== pid) process.kill(Number(child), 'SIGKILL')
    process.kill(guard, 'SIGKILL')
    await kill(owner)
    const next = await startLocalPostgres({ dataDir })
    expect(isAlive(pid)).toBe(false)
    await next.stop()
  },
)

test('a second process uses the server of the first and leaves it running', async () => {
  const owner = await startOwner()
  const joined = await startLocalPostgres({ dataDir })
  expect(await query(joined.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await joined.stop()
  expect(await query(owner.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second process takes the server over when the first one leaves', async () => {
  const owner = await startOwner()
  const joined = await startLocalPostgres({ dataDir })
  await kill(owner)
  await vi.waitFor(() => query(joined.connectionString, 'select 1 as one'), {
    timeout: 10_000,
    interval: 100,
  })
  await vi.waitFor(async () => expect(await ownerPid(joined.connectionString)).toBe(process.pid), {
    timeout: 10_000,
    interval: 100,
  })
  await joined.stop()
})

test('a server that is killed comes back at the same address with what was committed', async () => {
  const server = await startLocalPostgres({ dataDir })
  await query(server.connectionString, 'create table if not exists survivors as select 3 as number')
  process.kill(await postmasterPid(), 'SIGKILL')
  const rows = await vi.waitFor(() => query(server.connectionString, 'table survivors'), {
    timeout: 10_000,
    interval: 100,
  })
  expect(rows).toEqual([{ number: 3 }])
  await server.stop()
})

test('processes that start at the same moment on an empty folder share one server', async () => {
  await useNewFolder()
  const all = await Promise.all([startOwner(), startOwner(), startOwner()])
  const rows = await Promise.all(
    all.map(({ connectionString }) => query(connectionString, 'select pg_postmaster_start_time()::text as started')),
  )
  expect(new Set(rows.map(([row]) => row.started)).size).toBe(1)
})

test.runIf(isRoot)('a plain user can start it, without a home to write to', async () => {
  await useNewFolder()
  await chown(dataDir, unprivilegedUid, unprivilegedUid)
  const owner = await startOwner({ uid: unprivilegedUid, env: { HOME: '/nonexistent' } })
  const pid = await postmasterPid()
  expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t65534/m)
  await kill(owner)
  expect(await gone(pid)).toBe(true)
})

test.runIf(isRoot)('a plain user gets an error when the folder belongs to another user', async () => {
  await useNewFolder()
  await chmod(dataDir, 0o755)
  await expect(startOwner({ uid: unprivilegedUid })).rejects.toThrow(/belongs to another user/)
})

test.runIf(isRoot)('root without user namespaces runs it as an unprivileged user', async () => {
  await useNewFolder()
  const owner = await startOwner({ env: { PATH: '/nowhere' } })
  const pid = await postmasterPid()
  expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t65534/m)
  await kill(owner)
  expect(await gone(pid)).toBe(true)
  // With namespaces allowed again, the cluster stays with its present user.
  const next = await startLocalPostgres({ dataDir })
  expect(await query(next.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('a cluster that cannot start says why', async () => {
  await useNewFolder()
  await startLocalPostgres({ dataDir }).then((server) => server.stop())
  await appendFile(join(dataDir, 'postgres/postgresql.conf'), '\nshared_buffers = many\n')
  await expect(startLocalPostgres({ dataDir })).rejects.toThrow(/shared_buffers/)
})

type Owner = { process: ChildProcess; connectionString: string }

/** Starts the server in a separate process, which owns it until it is killed. */
async function startOwner(as: { uid?: number; env?: NodeJS.ProcessEnv } = {}): Promise<Owner> {
  const script = `
    import { startLocalPostgres } from ${JSON.stringify(new URL('./start.ts', import.meta.url).href)};
    const server = await startLocalPostgres({ dataDir: process.env.DATA_DIR });
    process.stdout.write(server.connectionString);
    setInterval(() => {}, 1000);`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, DATA_DIR: dataDir, ...as.env },
    ...(as.uid === undefined ? {} : { uid: as.uid, gid: as.uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  owners.push(child)
  let problems = ''
  child.stderr.on('data', (part: Buffer) => (problems += part.toString()))
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  if (!Buffer.isBuffer(said)) throw new Error(problems)
  return { process: child, connectionString: said.toString() }
}

async function kill(owner: Owner): Promise<void> {
  owner.process.kill('SIGKILL')
  await once(owner.process, 'exit')
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Waits up to 10 s for a process to end. */
async function gone(pid: number): Promise<boolean> {
  if (!(pid > 0) || pid === process.pid) return true
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(20)) {
    if (!isAlive(pid)) return true
  }
  return false
}

async function ownerPid(connectionString: string): Promise<number> {
  const [row] = await query(connectionString, "select current_setting('sarraf.owner') as token")
  return Number(row.token.split('-')[0])
}

async function query(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
