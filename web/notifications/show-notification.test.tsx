import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamEvent } from '../../domain/api/notifications/stream.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { makeQueryClient } from '../layout/queries.ts'
import { openPage } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { ID } from '../testing/samples.ts'
import { showNotification } from './show-notification.ts'

let visibility: DocumentVisibilityState = 'hidden'

beforeEach(() => {
  visibility = 'hidden'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a trade that needs the reader marks the tab of any page in the background, until the reader looks at it', async () => {
  await openDashboard()
  await receive('trade_paid', true)
  await receive('dispute_opened', true)
  expect(document.title).toBe('Your turn · Dashboard · Sarraf')
  visibility = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(document.title).toBe('Dashboard · Sarraf')
})

test('an event that needs no act leaves the tab as it is', async () => {
  await openDashboard()
  await receive('trade_completed', false)
  expect(document.title).toBe('Dashboard · Sarraf')
})

async function openDashboard() {
  await openPage(() => <PageTitle title="Dashboard" />, { path: '/' })
  await waitFor(() => expect(document.title).toBe('Dashboard · Sarraf'))
}

function receive(event: 'trade_paid' | 'dispute_opened' | 'trade_completed', isUrgent: boolean) {
  const data = { tradeId: ID, messages: [], notification: { id: ID, event, isUrgent } }
  const screen = { client: makeQueryClient(), path: '/dashboard', show: vi.fn<() => void>(), open: vi.fn<() => void>() }
  return showNotification({ seq: 1, kind: 'notification', data } as StreamEvent, screen)
}
