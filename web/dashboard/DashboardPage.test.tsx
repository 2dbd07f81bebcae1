import { expect, test } from 'vitest'
import { openPage } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import DashboardPage from './DashboardPage.tsx'

test.each([
  ['', 'Dashboard · Sarraf'],
  ['?tab=trades', 'Trades · Dashboard · Sarraf'],
  ['?tab=alerts', 'Alerts · Dashboard · Sarraf'],
])('the title of /dashboard%s names its tab', async (search, title) => {
  await openPage(DashboardPage, { path: '/dashboard', address: `/dashboard${search}` })
  await waitFor(() => expect(document.title).toBe(title))
})
