import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { press, render, waitFor } from '../../testing/render.tsx'
import { PushSettings } from './PushSettings.tsx'

const requestPermission = vi.fn<() => Promise<NotificationPermission>>()
const unsubscribe = vi.fn<() => Promise<boolean>>()
const getSubscription = vi.fn<() => Promise<typeof subscription | null>>()

/** What the browser's push manager returns after the permission was given. */
const subscription = {
  unsubscribe,
  options: { applicationServerKey: Buffer.from('key-', 'base64url') },
  endpoint: 'https://push.example.org/1',
  toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'public', auth: 'secret' } }),
}

beforeEach(() => {
  requestPermission.mockResolvedValue('granted')
  unsubscribe.mockResolvedValue(true)
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { requestPermission, permission: 'granted' })
  getSubscription.mockResolvedValue(subscription)
  const registration = {
    pushManager: { getSubscription, subscribe: async () => subscription },
  }
  const serviceWorker = {
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** Shows the settings, with a server that answers to "GET /api/push" and so on; what is sent is recorded. */
async function open(answers: Record<string, () => Response>) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    if (method !== 'GET') sent.push([method, body === undefined ? undefined : JSON.parse(body)])
    return answers[`${method} ${path}`]!()
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <PushSettings />
    </QueryClientProvider>,
  )
  const button = () => container.querySelector<HTMLElement>(':scope > section > button')!
  return { container, sent, button, alert: () => container.querySelector('[role=alert]') }
}

const push = (isOn: boolean, endpoint = subscription.endpoint) => {
  return () => Response.json({ publicKey: 'key-', endpoint: isOn ? endpoint : null })
}
const failing = () => Response.json({ code: 'internal', text: 'Something failed' }, { status: 500 })

test('settings that cannot be read show the error, and the retry reads them', async () => {
  const answers = { 'GET /api/push': failing as () => Response }
  const { alert, button } = await open(answers)
  await waitFor(() => expect(alert()).not.toBeNull())
  answers['GET /api/push'] = push(false)
  await press(alert()!.querySelector('button')!)
  await waitFor(() => expect(alert()).toBeNull())
  expect(button().textContent).toBe('Turn on push')
})

test('the subscription of the browser is sent after the permission, and removed again', async () => {
  const { button, sent } = await open({
    'GET /api/push': push(false),
    'POST /api/push': push(true),
    'DELETE /api/push': push(false),
  })
  await waitFor(() => expect(button()?.textContent).toBe('Turn on push'))
  expect(requestPermission).not.toHaveBeenCalled()
  await press(button())
  await waitFor(() => expect(button().textContent).toBe('Turn off push'))
  const { endpoint, keys } = subscription.toJSON()
  expect(sent).toEqual([['POST', { endpoint, ...keys }]])
  // That of an earlier session ends before the new one.
  expect(unsubscribe).toHaveBeenCalledTimes(1)

  await press(button())
  await waitFor(() => expect(button().textContent).toBe('Turn on push'))
  expect(unsubscribe).toHaveBeenCalledTimes(2)
  expect(sent.at(-1)).toEqual(['DELETE', undefined])
})

test('a browser that has lost its subscription is asked again, although the server knows one', async () => {
  getSubscription.mockResolvedValue(null)
  const { button, sent } = await open({ 'GET /api/push': push(true) })
  await waitFor(() => expect(button()?.textContent).toBe('Turn on push'))
  expect(sent).toEqual([])
})

test('a subscription that the browser has replaced is registered', async () => {
  const { button, sent } = await open({
    'GET /api/push': push(true, 'https://push.example.org/old'),
    'POST /api/push': push(true),
  })
  await waitFor(() => expect(button()?.textContent).toBe('Turn off push'))
  const { endpoint, keys } = subscription.toJSON()
  expect(sent).toEqual([['POST', { endpoint, ...keys }]])
})

test('a subscription for another key than the server’s is none: nothing could be sent to it', async () => {
  getSubscription.mockResolvedValue({ ...subscription, options: { applicationServerKey: Buffer.from('other') } })
  const { button, sent } = await open({ 'GET /api/push': push(true) })
  await waitFor(() => expect(button()?.textContent).toBe('Turn on push'))
  expect(sent).toEqual([])
})

test('a browser that blocks notifications says where to allow them, and nothing is sent', async () => {
  requestPermission.mockResolvedValue('denied')
  const { button, sent, alert } = await open({ 'GET /api/push': push(false) })
  await waitFor(() => expect(button()).not.toBeNull())
  await press(button())
  await waitFor(() => expect(alert()?.textContent).toContain('Your browser blocks notifications'))
  expect(sent).toEqual([])
})

test('a browser without push notifications has no button', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  const { container } = await open({ 'GET /api/push': push(false) })
  await waitFor(() => expect(container.textContent).toContain('This browser can’t show push notifications.'))
  expect(container.querySelector('button')).toBeNull()
})
