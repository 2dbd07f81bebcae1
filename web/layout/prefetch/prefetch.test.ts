import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageModule } from '../document/page-data.ts'
import { createPrefetch } from './prefetch.ts'

const PAGE = `data:text/javascript,export const handle = {
  read: (client, { href }) => [client.ensureQueryData({ queryKey: [href], queryFn: () => globalThis.called.push(href) })],
}`
const called: string[] = []
const links: HTMLLinkElement[] = []
const head = { append: (link: HTMLLinkElement) => links.push(link) }

beforeEach(() => {
  vi.stubGlobal('called', called)
  vi.stubGlobal('document', { createElement: () => ({}), head })
  called.length = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a page is read once, in the language of its address; an unknown address is not read', async () => {
  const { prepare } = open()
  prepare(new URL('http://localhost/fr/offers?currency=EUR'))
  prepare(new URL('http://localhost/fr/nothing'))
  await vi.waitFor(() => expect(called).toEqual(['http://localhost/fr/offers?currency=EUR']))
  prepare(new URL('http://localhost/fr/offers?currency=EUR'))
  prepare(new URL('http://localhost/fr/offers'))
  await vi.waitFor(() => expect(called).toHaveLength(2))
})

test('pages that are not opened cause at most 20 calls in a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { prepare } = open()
  for (let page = 0; page < 30; page++) prepare(new URL(`http://localhost/fr/offers?page=${page}`))
  await vi.waitFor(() => expect(called).toHaveLength(20))
  await new Promise((resolve) => setImmediate(resolve))
  expect(called).toHaveLength(20)
  vi.advanceTimersByTime(60_000)
  prepare(new URL('http://localhost/fr/offers?page=30'))
  await vi.waitFor(() => expect(called).toHaveLength(21))
})

test('scripts that have not run are downloaded once, and do not run', async () => {
  const { download } = open()
  download(new URL('http://localhost/fr/offers'))
  download(new URL('http://localhost/fr/offers?currency=EUR'))
  download(new URL('http://localhost/fr/faq'))
  await vi.waitFor(() => expect(links).toHaveLength(2))
  expect(links).toMatchObject([
    { rel: 'modulepreload', href: '/assets/offers.js', fetchPriority: 'low' },
    { rel: 'modulepreload', href: '/assets/shared.js', fetchPriority: 'low' },
  ])
  expect(called).toEqual([])
})

test('each link, and each file, is found and asked for in a task of its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  links.length = 0
  const { download } = open()
  download(new URL('http://localhost/fr/faq'))
  download(new URL('http://localhost/fr/offers'))
  const asked: number[] = []
  for (let task = 0; task < 5; task++) {
    await vi.advanceTimersToNextTimerAsync()
    asked.push(links.length)
  }
  expect(asked).toEqual([0, 0, 1, 2, 2])
})

function open() {
  return createPrefetch(new QueryClient({ defaultOptions: { queries: { retry: false } } }), {
    routes: [
      { path: '/offers', lazy: () => import(/* @vite-ignore */ PAGE) as Promise<PageModule> },
      { path: '/faq', lazy: async () => ({ default: () => null }) },
    ],
    basename: '/fr',
    loadFiles: async () => ({ '/offers': ['/assets/offers.js', '/assets/shared.js'], '/faq': ['/assets/shared.js'] }),
  })
}
