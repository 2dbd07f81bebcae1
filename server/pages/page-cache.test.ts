import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'
import { compressBetter, makeRenderedPage, type Page } from './page.ts'

function pageOf(body: string): Page {
  return makeRenderedPage(200, ['', '', '', body], 'https://sarraf.example')
}

/** A cache with a clock that the test moves, and a renderer that numbers its pages. */
function setUp() {
  let [now, renders] = [0, 0]
  const sentAgain: string[] = []
  const cache = createPageCache(
    ({ html }) => sentAgain.push(html.toString()),
    () => now,
  )
  const render = async () => pageOf(`page ${++renders}`)
  const get = async (address = '/offers', by: () => Promise<Page | null> = render) =>
    (await cache.get(address, by))?.html.toString()
  return { cache, get, pass: (ms: number) => (now += ms), renders: () => renders, sentAgain }
}

test('a page is rendered once for all who ask within five seconds, also at the same moment', async () => {
  const { get, pass, renders } = setUp()
  expect(await Promise.all([get(), get(), get()])).toEqual(['page 1', 'page 1', 'page 1'])
  pass(4999)
  expect(await get()).toBe('page 1')
  expect(renders()).toBe(1)
})

test('a page that is sent again is compressed better, once', async () => {
  const { get, sentAgain } = setUp()
  await get()
  expect(sentAgain).toEqual([])
  await get()
  await get()
  expect(sentAgain).toEqual(['page 1'])

  const page = pageOf(await readFile(new URL('../db/schema.sql', import.meta.url), 'utf8'))
  const { length } = page.brotli
  await compressBetter(page)
  expect(page.brotli.length).toBeLessThan(length)
  expect(brotliDecompressSync(page.brotli)).toEqual(page.html)
})

test('an older page is sent while the next one is rendered, once', async () => {
  const { get, pass, renders } = setUp()
  await get()
  pass(5000)
  expect(await Promise.all([get(), get()])).toEqual(['page 1', 'page 1'])
  await expect.poll(() => get()).toBe('page 2')
  expect(renders()).toBe(2)
})

test('a page that was not requested for half a minute is rendered before it is sent', async () => {
  const { get, pass } = setUp()
  await get()
  pass(30_000)
  expect(await get()).toBe('page 2')
})

test('after a change of the market no former page is sent, also not one whose rendering had begun', async () => {
  const { cache, get, pass } = setUp()
  await get()
  cache.marketChanged()
  expect(await get()).toBe('page 2')
  pass(250)
  const begun = Promise.withResolvers<Page>()
  cache.marketChanged()
  const early = get('/offers', () => begun.promise)
  pass(250)
  cache.marketChanged()
  begun.resolve(pageOf('early'))
  expect(await early).toBe('early')
  expect(await get()).toBe('page 3')
})

test('many changes remove the pages once in a quarter of a second, and the last one is not lost', async () => {
  const { cache, get, renders } = setUp()
  await get()
  for (let change = 0; change < 100; change++) {
    cache.marketChanged()
    await get()
  }
  expect(renders()).toBe(2)
  await expect.poll(() => get()).toBe('page 3')
})

test('a page that could not be rendered is not kept', async () => {
  const { get } = setUp()
  expect(await get('/offers', async () => null)).toBeUndefined()
  await expect(get('/offers', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await get()).toBe('page 1')
})

test('a visitor beyond a limit takes a page from no other visitor', async () => {
  const { get, pass } = setUp()
  const refused = get('/offers', async () => null)
  expect(await Promise.all([refused, get()])).toEqual([undefined, 'page 1'])
  expect(await get()).toBe('page 1')
  pass(5000)
  expect(await get('/offers', async () => null)).toBe('page 1')
  await expect(get('/offers', () => Promise.reject(new Error('broken')))).resolves.toBe('page 1')
  expect(await get()).toBe('page 1')
  await expect.poll(() => get()).toBe('page 2')
})

test('two hundred addresses are kept: those that were asked for last', async () => {
  const { get } = setUp()
  for (let n = 0; n <= 200; n++) await get(`/offer/${n}`)
  expect(await get('/offer/1')).toBe('page 2')
  expect(await get('/offer/0')).toBe('page 202')
})
