import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import BusinessHoursPage from '../../offers/business-hours/BusinessHoursPage.tsx'
import DashboardPage from '../../dashboard/DashboardPage.tsx'
import AccountPage from '../../dashboard/AccountPage.tsx'
import SettingsPage from '../../dashboard/SettingsPage.tsx'
import SavedSearchesPage from '../../offers/saved-searches/SavedSearchesPage.tsx'
import TradeAgainPage from '../../offers/trade-again/TradeAgainPage.tsx'
import RehearsalPage from '../../trades/rehearsals/RehearsalPage.tsx'
import RehearsalsPage from '../../trades/rehearsals/RehearsalsPage.tsx'
import NewTradePage from '../../offers/opening/NewTradePage.tsx'
import { alerts, expectAccessible, openPage, pressButton, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID, user } from '../../testing/samples.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const actingFor = { id: ID, username: 'karim', avatar: null, roles: ['chat'] }

test.each<[address: string, ComponentType, path?: string]>([
  ['/dashboard', DashboardPage],
  ['/dashboard?tab=alerts', DashboardPage],
  ['/account', AccountPage],
  ['/account?tab=limits', AccountPage],
  ['/settings', SettingsPage],
  ['/settings?tab=notifications', SettingsPage],
  ['/rehearsal', RehearsalsPage],
  ['/rehearsal/fake_receipt', RehearsalPage, '/rehearsal/:scenario'],
  ['/saved-searches', SavedSearchesPage],
  ['/trade-again/karim', TradeAgainPage, '/trade-again/:username'],
  ['/business-hours', BusinessHoursPage],
  [`/trade/new?offer=${ID}`, NewTradePage],
])('%s tells a member who acts for an owner to stop first, and opens then', async (address, Page, path) => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const { calls, answer } = await openPage(Page, {
    path: path ?? address.split(/[?#]/)[0]!,
    address,
    answers: { 'GET /api/session': { user, actingFor } },
  })
  await waitFor(() => expect(text()).toContain('This page belongs to your own account'))
  expect(text()).toContain('You’re acting for karim. To open this page, switch back to your account.')
  expect(alerts()).toEqual([])
  expect(
    calls.filter((call) =>
      /dashboard|profile|limits|searches|notifications|keys|sessions|rehearsals|trade-again|business-hours/.test(call),
    ),
  ).toEqual([])
  await expectAccessible()
  answer({ 'POST /api/session/acting-for': { user } })
  await pressButton('Switch back to my account')
  await waitFor(() => expect(reload).toHaveBeenCalled())
})
