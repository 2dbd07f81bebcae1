/** public/sw.js in an environment of the test: the offline page, and notifications. */
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const ORIGIN = 'https://sarraf.example'
const source = readFileSync(new URL('../../../public/sw.js', import.meta.url), 'utf8')

/** As the server writes it: base64url. */
const KEY = 'a-_z'

function subscription(endpoint: string, key = KEY) {
  return {
    options: { applicationServerKey: Buffer.from(key, 'base64url') },
    unsubscribe: async () => true,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  }
}

type Handler = (event: Record<string, unknown>) => void
type Shown = { title: string; tag: string; lang: string; data: string; silent: boolean }

let worker: ReturnType<typeof start>
beforeEach(() => {
  worker = start()
})

const KEPT = {
  language: 'ar',
  direction: 'rtl',
  texts: { title: 'Sarraf can’t be reached', notice: 'Notice', heading: 'Trades', none: 'None', retry: 'Try again' },
  trades: [
    {
      path: '/trade/1',
      title: '<img src=x onerror=alert(1)>',
      amount: '"1"',
      status: 'Paid',
      asOf: 'Last known state: 9:41',
    },
  ],
}

test('the offline page shows what was kept, as text, under a policy that allows no script', async () => {
  await worker.keep(KEPT)
  const { response } = await worker.navigate('/trades')
  const html = await response!.text()
  expect(response!.status).toBe(503)
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('Last known state: 9:41')
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
  expect(html).not.toContain('<img')
  expect(response!.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
  )
  expect(response!.headers.get('cache-control')).toBe('no-store')
})

test('without a kept state the browser shows its own page', async () => {
  await expect(worker.navigate('/trades')).rejects.toThrow('offline')
})

test('calls of the API and files are left to the browser', async () => {
  await worker.keep(KEPT)
  expect((await worker.navigate('/api/account/export')).isHandled).toBe(false)
  expect((await worker.navigate('/api/trades', 'cors')).isHandled).toBe(false)
  expect((await worker.navigate('/assets/a.js', 'no-cors')).isHandled).toBe(false)
})

test('a page that is online is neither changed nor kept', async () => {
  worker.answer = new Response('online')
  expect(await (await worker.navigate('/trades')).response!.text()).toBe('online')
  expect(worker.keptNames()).toEqual([])
})

const MESSAGE = { id: 'a', title: 'Your turn', path: '/trade/1', language: 'fr', direction: 'ltr' }

test('a message that the push service delivers twice takes the place of the first, without a sound', async () => {
  await worker.push(MESSAGE)
  await worker.push(MESSAGE)
  await worker.push({ ...MESSAGE, id: 'b' })
  expect(worker.shown.map(({ tag, title, lang, data, silent }) => [tag, title, lang, data, silent])).toEqual([
    ['a', 'Your turn', 'fr', '/trade/1', false],
    ['a', 'Your turn', 'fr', '/trade/1', true],
    ['b', 'Your turn', 'fr', '/trade/1', false],
  ])
})

test('a full storage keeps no message from being shown', async () => {
  worker.isStorageFull = true
  await worker.push(MESSAGE)
  await worker.push({ ...MESSAGE, id: 'b' })
  expect(worker.shown.map(({ tag }) => tag)).toEqual(['a', 'b'])
})

test.each([
  ['the one it names', subscription('https://push.example/new'), 'https://push.example/new'],
  ['one that is made', null, 'https://push.example/made'],
  ['one for the server’s key', subscription('https://push.example/new', 'another'), 'https://push.example/made'],
])('a subscription that the browser has replaced is registered again: %s', async (_, named, expected) => {
  worker.answer = Response.json({ publicKey: KEY, endpoint: 'https://push.example/old' })
  await worker.changeSubscription(named)
  expect(worker.sent).toEqual([
    { to: '/api/push' },
    { to: '/api/push', method: 'POST', body: { endpoint: expected, p256dh: 'p', auth: 'a' } },
  ])
})

test('where the user has turned notifications off, no subscription is registered', async () => {
  worker.answer = Response.json({ publicKey: KEY, endpoint: null })
  await worker.changeSubscription(subscription('https://push.example/new'))
  expect(worker.sent).toEqual([{ to: '/api/push' }])
})

test('of a visitor no subscription is registered', async () => {
  worker.answer = new Response(null, { status: 401 })
  await worker.changeSubscription(subscription('https://push.example/new'))
  expect(worker.sent).toEqual([{ to: '/api/push' }])
})

test('a press focuses the window that shows the trade, or opens one; another site is never opened', async () => {
  await worker.click('/trade/1')
  worker.windows.push(`${ORIGIN}/trade/1?tab=chat`)
  await worker.click('/trade/1')
  await worker.click('https://attacker.example/')
  expect(worker.acts).toEqual([`open ${ORIGIN}/trade/1`, `focus ${ORIGIN}/trade/1?tab=chat`])
})

function start() {
  const handlers = new Map<string, Handler>()
  const stores = new Map<string, Map<string, Response>>()
  const state = {
    shown: [] as Shown[],
    windows: [] as string[],
    acts: [] as string[],
    answer: null as Response | null,
    isStorageFull: false,
    sent: [] as object[],
    changeSubscription: (newSubscription: object | null) => run('pushsubscriptionchange', { newSubscription }),
    keep: async (kept: unknown) => (await open('open-trades')).put('/open-trades', Response.json(kept)),
    keptNames: () => [...stores].filter(([, store]) => store.size > 0).map(([name]) => name),
    push: (message: unknown) => run('push', { data: { json: () => message } }),
    click: (data: string) => run('notificationclick', { notification: { data, close: () => {} } }),
    async navigate(path: string, mode = 'navigate') {
      let answer: Promise<Response> | undefined
      const respondWith = (given: Promise<Response>) => (answer = given)
      handlers.get('fetch')!({ request: { url: ORIGIN + path, mode }, respondWith })
      return { isHandled: answer !== undefined, response: await answer }
    },
  }

  async function open(name: string) {
    if (state.isStorageFull) throw new DOMException('The storage is full.', 'QuotaExceededError')
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (key: string) => store.get(key)?.clone(),
      put: async (key: string, response: Response) => void store.set(key, response),
      keys: async () => [...store.keys()],
      delete: async (key: string) => store.delete(key),
    }
  }

  async function run(name: string, event: Record<string, unknown>): Promise<void> {
    let work: unknown
    handlers.get(name)!({ ...event, waitUntil: (given: unknown) => (work = given) })
    await work
  }

  const self = {
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
    location: new URL(ORIGIN),
    registration: {
      pushManager: {
        getSubscription: async () => null,
        subscribe: async () => subscription('https://push.example/made'),
      },
      showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
        void state.shown.push({ title, ...options }),
    },
    clients: {
      matchAll: async () => state.windows.map((url) => ({ url, focus: () => state.acts.push(`focus ${url}`) })),
      openWindow: async (url: string) => state.acts.push(`open ${url}`),
    },
  }
  const answer = async (to: string | Request, init?: { method: string; body: string }) => {
    if (typeof to === 'string')
      state.sent.push(init ? { to, method: init.method, body: JSON.parse(init.body) as object } : { to })
    if (!state.answer) throw new Error('offline')
    return state.answer
  }
  runInNewContext(source, { self, caches: { open }, fetch: answer, Response, URL, TextEncoder, crypto, btoa })
  return state
}
