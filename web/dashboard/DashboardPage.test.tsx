import { expect, test } from 'vitest'
import { openPage, refusal, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { user } from '../testing/samples.ts'
import DashboardPage from './DashboardPage.tsx'

test.each([
  ['', 'Dashboard · Sarraf'],
  ['?tab=alerts', 'Alerts · Overview · Sarraf'],
])('the title of /dashboard%s names its tab', async (search, title) => {
  await openPage(DashboardPage, {
    path: '/dashboard',
    address: `/dashboard${search}`,
    answers: { 'GET /api/session': { user } },
  })
  await waitFor(() => expect(document.title).toBe(title))
})

test('a user whose session ends while the dashboard is open reads so', async () => {
  let reads = 0
  await openPage(DashboardPage, {
    path: '/dashboard',
    answers: {
      'GET /api/session': async () => Response.json({ user: reads++ === 0 ? user : null }),
      'GET /api/trades/waiting': refusal('signed_out'),
      'GET /api/dashboard': refusal('signed_out'),
    },
  })
  await waitFor(() => expect(text()).toContain('Your session has ended. Sign in to continue.'))
})
