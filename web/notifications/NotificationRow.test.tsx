import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { NOTIFICATION_EVENTS, type NotificationEvent } from '../../domain/notifications/notifications.ts'
import { press, render, waitFor } from '../testing/render.tsx'
import { notificationText } from './notification-texts.ts'
import { NotificationRow } from './NotificationRow.tsx'

afterEach(() => vi.unstubAllGlobals())

const notification: Notification = {
  id: '1a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  event: 'message_received',
  isUrgent: false,
  tradeId: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  username: 'karim',
  sender: 'seller',
  text: 'Which account?',
  values: {},
  bond: null,
  at: '2026-11-22T09:41:00.000Z',
  isSeen: false,
  isUnread: true,
}

test('an excerpt is isolated, so that a Latin text stays under its Arabic title', async () => {
  const { container } = await show(notification, 'ar')
  const excerpt = container.querySelector('p')
  expect(excerpt?.getAttribute('dir')).toBeNull()
  expect(excerpt?.querySelector('bdi')?.textContent).toBe('Which account?')
  // The element that is cut has the direction of its text.
  expect(excerpt?.querySelector('bdi')?.className).toBe('truncate')
  expect(container.querySelector('a')?.textContent).toBe('رسالة جديدة من \u2068karim\u2069، غير مقروء')
})

test.each([
  ['trade_paid', 'karim marked the trade as paid, unread'],
  ['trade_payment_window_extended', 'karim extended the payment window, unread'],
  ['trade_payee_no_match', 'karim recorded that the name on your account doesn’t match, unread'],
  ['trade_payment_mark_withdrawn', 'karim undid “paid”: the payment wasn’t sent, unread'],
] as const)('%s: what the buyer says is a claim', async (event, text) => {
  const { container } = await show({ ...notification, event, sender: null, text: '' }, 'en')
  expect(container.querySelector('a')?.textContent.replaceAll(/[\u2068\u2069]/g, '')).toBe(text)
})

test('a message of the arbiter is not announced as the counterparty’s', async () => {
  const { container } = await show({ ...notification, sender: 'arbiter' }, 'en')
  expect(container.querySelector('a')?.textContent).toBe(
    'New message from the arbiter of your trade with \u2068karim\u2069, unread',
  )
})

test('one is marked as read by its button', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return Response.json({ unread: 0 })
  })
  const { container } = await show(notification, 'en')
  await press(container.querySelector('button')!)
  await waitFor(() => expect(sent).toEqual([['/api/notifications/read', { ids: [notification.id] }]]))
})

test.each([
  ['buyer', 'returned', 'Your bond of 3.212680 USDT was returned to you.'],
  ['buyer', 'awarded', 'Your bond of 3.212680 USDT was paid to the seller.'],
  ['seller', 'awarded', 'The buyer’s bond of 3.212680 USDT was paid to you.'],
  ['seller', 'burned', 'The buyer’s bond of 3.212680 USDT was burned by the arbiter, for neither party.'],
] as const)('to the %s an alert says that the bond was %s', async (role, outcome, text) => {
  const ended = { ...notification, event: 'trade_expired' as const, sender: null, text: '' }
  const { container } = await show({ ...ended, bond: { amount: '3.212680', outcome, role } }, 'en')
  expect(container.querySelector('p')?.textContent.replaceAll(/[\u2068\u2069]/g, '')).toBe(text)
})

test('every event has a text of its own', async () => {
  await show(notification, 'en')
  const events = Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[]
  const texts = events.map((event) => notificationText({ ...notification, event }))
  expect(new Set(texts).size).toBe(events.length)
})

function show(shown: Notification, language: 'en' | 'ar') {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <NotificationRow notification={shown} />
      </MemoryRouter>
    </QueryClientProvider>,
    { language },
  )
}
