import { afterEach, expect, test, vi } from 'vitest'
import { openPage, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { profile, user } from '../testing/samples.ts'
import { ProfileTab } from './ProfileTab.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the tab leads to the settings that it does not have', async () => {
  await openPage(ProfileTab, {
    path: '/dashboard',
    answers: { 'GET /api/session': { user }, 'GET /api/profile': profile },
  })
  await waitFor(() => expect(text()).toContain('View public page'))
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Profile settings')
  expect(link?.getAttribute('href')).toBe('/profile')
})
