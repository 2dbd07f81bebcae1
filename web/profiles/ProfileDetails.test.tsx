import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { ProfileDetails } from './ProfileDetails.tsx'

test.each([
  [true, 'Email confirmed'],
  [false, 'Email not confirmed'],
])('isVerified %s is shown as “%s”', async (isVerified, status) => {
  const profile = {
    email: 'amina@example.org',
    memberSince: '2026-01-15T12:00:00.000Z',
    completedTrades: 3,
    rating: null,
    isVerified,
  }
  const { container } = await render(<ProfileDetails profile={profile} />)
  const rows = [...container.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.parentElement?.querySelector('dd')?.textContent,
  ])
  expect(rows).toEqual([
    ['Email', 'amina@example.org'],
    ['Trader since', '15 Jan 2026'],
    ['Completed trades', '3'],
    ['Rating', 'No ratings yet'],
    ['Status', status],
  ])
})
