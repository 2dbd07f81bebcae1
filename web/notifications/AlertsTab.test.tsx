import { afterEach, expect, test, vi } from 'vitest'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { openPage } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { user } from '../testing/samples.ts'
import { AlertsTab } from './AlertsTab.tsx'

afterEach(() => vi.unstubAllGlobals())

const [FIRST, SECOND] = ['0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d', '1b1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'] as const
const alert = (id: string, changes: Partial<Notification>): Notification => ({
  id: `${id}a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d`,
  event: 'message_received',
  isUrgent: false,
  tradeId: FIRST,
  username: 'karim',
  sender: 'seller',
  text: '',
  values: {},
  bond: null,
  at: '2026-11-22T09:41:00.000Z',
  isSeen: true,
  isUnread: true,
  ...changes,
})

test('alerts are grouped by trade, the group with the newest first, and one without a trade is alone', async () => {
  const notifications = [
    alert('6', { text: 'newest' }),
    alert('5', { tradeId: SECOND, username: 'amina', text: 'of another trade' }),
    alert('4', { tradeId: null, username: null, event: 'account_restored', sender: null }),
    alert('3', { text: 'oldest' }),
  ]
  await openPage(AlertsTab, {
    path: '/',
    answers: { 'GET /api/session': { user }, 'GET /api/notifications': { notifications, nextCursor: null } },
  })
  const groups = () => [...document.querySelectorAll('section')]
  await waitFor(() => expect(groups()).toHaveLength(3))
  expect(groups().map((group) => group.querySelector('h2')?.textContent)).toEqual([
    'Trade #0A1B2C3D with karim',
    'Trade #1B1B2C3D with amina',
    undefined,
  ])
  expect(groups().map((group) => group.querySelectorAll('li').length)).toEqual([2, 1, 1])
  expect(groups()[0]!.textContent).toMatch(/newest.*oldest/)
})
