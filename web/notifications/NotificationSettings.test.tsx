import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { press, render, waitFor } from '../testing/render.tsx'
import { notificationSettings } from '../testing/samples.ts'
import { ToastProvider } from '../ui/notices/Toast.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'

const ENDPOINT = 'https://push.example/1'

afterEach(() => vi.unstubAllGlobals())

/** Shows the settings; later calls are recorded and not answered. */
async function open(changes: Partial<typeof notificationSettings> = {}, address = '/settings', isOn = false) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    if (path === '/api/push') return Response.json({ publicKey: 'key-', endpoint: isOn ? ENDPOINT : null })
    if (path === '/api/telegram') return Response.json({ isOffered: false, bot: null, chat: null, refusedAt: null })
    if (method === 'GET') return Response.json({ ...notificationSettings, ...changes })
    sent.push([path, JSON.parse(body ?? '')])
    return new Promise<Response>(() => {})
  })
  const { container } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <MemoryRouter initialEntries={[address]}>
          <NotificationSettings />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(container.querySelector('input[type=checkbox]')).not.toBeNull())
  const box = (name: string) => container.querySelector<HTMLInputElement>(`input[type=checkbox][name="${name}"]`)!
  return { container, sent, box }
}

test('the three checkboxes of the specification have its defaults, and each is turned over and saved', async () => {
  const { sent, box } = await open()
  const wanted = { trades: true, matches: true, marketing: false }
  for (const [group, isOn] of Object.entries(wanted)) {
    expect([group, box(`${group}-email`).checked]).toEqual([group, isOn])
  }
  await press(box('marketing-email'))
  await waitFor(() =>
    expect(sent).toEqual([['/api/notifications/settings', { group: 'marketing', channel: 'email', isOn: true }]]),
  )
  await waitFor(() => expect(box('marketing-email').checked).toBe(true))
})

test('the webhook has a box where a key has one', async () => {
  expect((await open()).box('offers-webhook')).toBeNull()
  const { sent, box } = await open({ hasWebhook: true })
  await press(box('offers-webhook'))
  await waitFor(() =>
    expect(sent).toEqual([['/api/notifications/settings', { group: 'offers', channel: 'webhook', isOn: false }]]),
  )
})

test('Telegram has boxes where a chat is linked', async () => {
  const none = await open()
  expect([none.box('offers-telegram'), none.box('escalationTelegram')]).toEqual([null, null])
  const { sent, box } = await open({ hasTelegram: true })
  expect(box('escalationTelegram')).not.toBeNull()
  await press(box('trades-telegram'))
  await waitFor(() =>
    expect(sent).toEqual([['/api/notifications/settings', { group: 'trades', channel: 'telegram', isOn: false }]]),
  )
})

test('what cannot be turned off is no control', async () => {
  const { container, box } = await open()
  expect(box('trades-in_app')).toBeNull()
  expect(container.querySelector('li')!.textContent).toContain('Always')
})

test.each([
  ['off', false],
  ['on', true],
])('where push is %s in this browser, the boxes for push are explained: %s', async (_, isOn) => {
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  const subscription = { endpoint: ENDPOINT, options: { applicationServerKey: Buffer.from('key-', 'base64url') } }
  const registration = { pushManager: { getSubscription: async () => subscription } }
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => registration },
    configurable: true,
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  const { container } = await open({}, '/settings', isOn)
  await waitFor(() => expect(container.textContent).toContain(isOn ? 'Turn off push' : 'Turn on push'))
  const notes = [...container.querySelectorAll('[role=note]')].map(({ textContent }) => textContent)
  expect(notes).toEqual(
    isOn
      ? []
      : ['Push notifications are off in this browser. Your choices for push apply only in browsers where it is on.'],
  )
})

test('quiet hours are saved with the time zone of the browser', async () => {
  const { container, sent, box } = await open()
  await press(box('quietHours'))
  await press(container.querySelector<HTMLElement>('button[type=submit]')!)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await waitFor(() =>
    expect(sent).toEqual([
      [
        '/api/notifications/preferences',
        {
          timeZone,
          quietHours: { from: '22:00', until: '07:00' },
          escalationMinutes: 5,
          escalationChannels: ['email'],
        },
      ],
    ]),
  )
})
