/** What stops a start is said in one sentence: which setting, why, and what to do. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectClient } from './db/connect-client.ts'
import { listenRefusal, startRefusal } from './start-refusal.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sarraf-refusal-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => expect.unreachable('it worked'),
    (error: unknown) => error,
  )
}

const listen = (host: string, port: number) =>
  new Promise<ReturnType<typeof createServer>>((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(port, host, () => done(server))
  })

const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 20_000 })
  client.on('error', () => {})
  await connectClient(client, 'DATABASE_URL')
  await client.end()
}

test('a port that is taken, and a host that is not of this machine', async () => {
  const taken = await listen('127.0.0.1', 0)
  const { port } = taken.address() as AddressInfo
  const refusal = (host: string, at: number) =>
    errorOf(() => listen(host, at)).then((error) => listenRefusal(error, { host, port: at }))
  expect(await refusal('127.0.0.1', port)).toBe(`port ${port} is already in use; set PORT to another one`)
  const metrics = await errorOf(() => listen('127.0.0.1', port))
  expect(listenRefusal(metrics, { host: '127.0.0.1', port }, 'METRICS_')).toBe(
    `port ${port} is already in use; set METRICS_PORT to another one`,
  )
  expect(await refusal('203.0.113.7', 0)).toBe(
    'HOST is 203.0.113.7, which is no address of this machine; 0.0.0.0 listens on all of them',
  )
  expect(await refusal('host.invalid', 0)).toContain('HOST is host.invalid, which is no address of this machine')
  taken.close()
})

test('a data folder that is a file, or in one', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const refusal = async (dataDir: string) => {
    vi.stubEnv('DATA_DIR', dataDir)
    const error = await errorOf(() => mkdir(join(file, 'data'), { recursive: true }))
    return startRefusal(error)
  }
  const found = `"${join(file, 'data')}" cannot be used: a part of the path is a file.`
  expect(await refusal(join(file, 'data'))).toBe(`${found} Set DATA_DIR to a folder that this user may write.`)
  expect(await refusal(join(folder, 'another-folder'))).toBe(found)
  vi.unstubAllEnvs()
})

test.skipIf(process.getuid?.() === 0)('a data folder that this user may not write', async () => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o500 })
  expect(startRefusal(await errorOf(() => mkdir(join(closed, 'data'))))).toContain(
    'this user may not read or write there',
  )
  await chmod(closed, 0o700)
})

test('a disk that is full', async () => {
  const full = await errorOf(() => writeFile('/dev/full', 'x'))
  expect(startRefusal(full)).toContain('the disk is full')
})

test.each([
  ['is not there', (url: URL) => (url.pathname = '/nowhere'), 'there is no such database'],
  ['does not know the login', (url: URL) => (url.username = 'nobody_here'), 'The database refuses DATABASE_URL'],
  ['offers no TLS', (url: URL) => url.searchParams.set('sslmode', 'require'), 'which does not offer TLS'],
])('a database that %s', async (_, change, sentence) => {
  const url = new URL(process.env.TEST_DATABASE_URL!)
  change(url)
  const refusal = startRefusal(await errorOf(() => connect(url.href)))
  expect(refusal).toContain(sentence)
  expect(refusal).not.toContain('\n')
})

test('a database where nothing listens, and one on an unknown host', async () => {
  const closed = await listen('127.0.0.1', 0)
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  expect(startRefusal(await errorOf(() => connect(`postgres://a@127.0.0.1:${port}/sarraf`)))).toBe(
    `The database of DATABASE_URL at 127.0.0.1:${port} cannot be reached: nothing listens there (ECONNREFUSED).`,
  )
  expect(startRefusal(await errorOf(() => connect('postgres://a@db.invalid/sarraf')))).toMatch(
    /^The database of DATABASE_URL at db\.invalid cannot be reached: (no such host is known|the name server does not answer) /,
  )
})

test('an error of the program keeps its words and loses its stack', () => {
  expect(startRefusal(new TypeError('x is not a function\n  at y'))).toBe('x is not a function')
  expect(startRefusal('gone')).toBe('gone')
})
