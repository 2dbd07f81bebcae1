/** The client of the store against a real server, and against stores that fail in every way that a reader would notice. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { collectGarbage } from '../testing/collect-garbage.ts'
import { startObjectStore } from '../testing/servers/object-store.ts'
import type { TestStore } from '../testing/servers/object-store.ts'
import { ObjectUnusable, StoreError, openObjectStore } from './object-store.ts'

const LIMITS = { GET: 500, PUT: 500, DELETE: 500 }

let store: TestStore
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.close())

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A store that answers so; returns its client. */
async function hostile(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return openObjectStore({ ...store.settings, url: `http://127.0.0.1:${port}/files` }, LIMITS)
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('an object is put, given back, and deleted once or more often', async () => {
  const objects = openObjectStore(store.settings)
  for (const bytes of [randomBytes(1), randomBytes(6_000_056)]) {
    const key = crypto.randomUUID()
    await objects.put(key, bytes)
    expect((await objects.get(key, bytes.length)).equals(bytes)).toBe(true)
    expect(await failureOf(objects.get(key, bytes.length + 1))).toBeInstanceOf(ObjectUnusable)
    await objects.delete(key)
    await objects.delete(key)
    expect(await failureOf(objects.get(key, bytes.length))).toBeInstanceOf(ObjectUnusable)
  }
  expect([...(await store.objects()).keys()]).toEqual([])
})

test('a wrong secret and a bucket that is not there are named', async () => {
  const refused = openObjectStore({ ...store.settings, secretAccessKey: 'another' })
  expect(await failureOf(refused.put('key', randomBytes(8)))).toMatchObject({
    status: 403,
    message: 'The store answers with 403 (SignatureDoesNotMatch).',
  })
  const elsewhere = openObjectStore({ ...store.settings, url: store.settings.url.replace('/files', '/others') })
  for (const work of [
    () => elsewhere.put('key', randomBytes(8)),
    () => elsewhere.get('key', 8),
    () => elsewhere.delete('key'),
  ])
    expect(await failureOf(work())).toMatchObject({ status: 404, message: expect.stringContaining('(NoSuchBucket)') })
})

test.each([
  ['403 without a word', 403],
  ['500', 500],
  ['503', 503],
  ['304 without a body', 304],
  ['200 of a partial kind', 206],
])('an answer of %s is a failure of the store', async (_what, status) => {
  const objects = await hostile((_request, response) => response.writeHead(status).end())
  expect(await failureOf(objects.get('key', 5))).toMatchObject({ name: 'StoreError', status })
  expect(await failureOf(objects.put('key', randomBytes(5)))).toMatchObject({ name: 'StoreError', status })
})

test('a redirect is not followed, so that no other server gets a file or a signature', async () => {
  let followed = 0
  const objects = await hostile((request, response) => {
    if (request.url === '/elsewhere') followed++
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  for (const work of [
    () => objects.put('key', randomBytes(5)),
    () => objects.get('key', 5),
    () => objects.delete('key'),
  ])
    expect(await failureOf(work())).toMatchObject({ name: 'StoreError', status: 307 })
  expect(followed).toBe(0)
})

test('a store that does not answer, or stops in the middle, is given up in time', async () => {
  const silent = await hostile(() => {})
  const stopping = await hostile((_request, response) =>
    response.writeHead(200, { 'content-length': 10 }).write('12345'),
  )
  for (const objects of [silent, stopping]) {
    const before = performance.now()
    expect(await failureOf(objects.get('key', 10))).toMatchObject({
      name: 'StoreError',
      message: 'The store does not answer within 0.5 s.',
    })
    expect(performance.now() - before).toBeLessThan(5000)
  }
  expect(await failureOf(silent.put('key', randomBytes(10)))).toBeInstanceOf(StoreError)
})

test('it is given up in time also where garbage is collected meanwhile', async () => {
  const silent = await hostile(() => {})
  const collecting = setInterval(collectGarbage, 50)
  try {
    expect(await failureOf(silent.put('key', randomBytes(10)))).toMatchObject({
      message: 'The store does not answer within 0.5 s.',
    })
  } finally {
    clearInterval(collecting)
  }
}, 30_000)

test('after an object that was not given in time, others are refused for a while without a call', async () => {
  let asked = 0
  const silent = await hostile(() => asked++)
  expect(await failureOf(silent.get('key', 10))).toBeInstanceOf(StoreError)
  expect(await failureOf(silent.get('other', 10))).toMatchObject({ status: null })
  expect(asked).toBe(1)
})

test.each(['text/html', 'application/xml'])(
  'a 404 of %s without the code of a missing object is a failure',
  async (type) => {
    const objects = await hostile((_request, response) =>
      response.writeHead(404, { 'content-type': type }).end('<h1>No</h1>'),
    )
    for (const work of [() => objects.get('key', 5), () => objects.delete('key')])
      expect(await failureOf(work())).toMatchObject({ name: 'StoreError', status: 404 })
  },
)

test('a store that is closed ends the calls under way, and makes no other', async () => {
  const objects = await hostile(() => {})
  const failing = failureOf(objects.put('key', randomBytes(10)))
  objects.close()
  expect(await failing).toMatchObject({ message: 'The store cannot be reached.' })
  expect(await failureOf(objects.get('key', 10))).toBeInstanceOf(StoreError)
})

test('a connection that is cut, and one that is refused, are failures of the store', async () => {
  const cut = await hostile((request) => request.socket.destroy())
  expect(await failureOf(cut.get('key', 10))).toMatchObject({
    message: expect.stringMatching(/^The store cannot be reached \(\w+\)\.$/),
  })
  const half = await hostile((request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('12345', () => request.socket.destroy())
  })
  expect(await failureOf(half.get('key', 10))).toBeInstanceOf(StoreError)
  const gone = await hostile(() => {})
  for (const close of closing.splice(0)) close()
  expect(await failureOf(gone.get('key', 10))).toMatchObject({ message: 'The store cannot be reached (ECONNREFUSED).' })
})

test('an answer without an end is cut off where the object would end', async () => {
  let sent = 0
  const objects = await hostile((request, response) => {
    response.writeHead(200)
    const more = () => {
      while (!request.socket.destroyed && sent < 500_000_000 && response.write(Buffer.alloc(65_536))) sent += 65_536
    }
    response.on('drain', more)
    more()
  })
  expect(await failureOf(objects.get('key', 100_000))).toMatchObject({
    name: 'ObjectUnusable',
    message: 'The object in the store has another size.',
  })
  expect(sent).toBeLessThan(100_000_000)
})
