import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FoundUser } from '../../../domain/api/staff/staff.ts'
import type { User } from '../../../domain/api/accounts/sessions.ts'
import {
  descriptionOf,
  expectAccessible,
  field,
  fill,
  openPage,
  pending,
  pressButton,
  text,
} from '../../testing/page.tsx'
import type { Answers } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, factors, user } from '../../testing/samples.ts'
import AdminPage from './AdminPage.tsx'
import { EndSessions } from '../users/EndSessions.tsx'
import { UsersTab } from '../users/UsersTab.tsx'

afterEach(() => vi.unstubAllGlobals())

const karim: FoundUser = {
  id: ID,
  username: 'karim',
  memberSince: '2026-11-22T09:41:00.000Z',
  isVerified: true,
  openSessions: 2,
  hasSecondFactor: false,
  suspendedAt: null,
}
const newest: Answers = { 'GET /api/staff/users': { users: [karim], nextCursor: null } }

test.each<[string, User | null]>([
  ['a visitor', null],
  ['a trader', user],
  ['an arbiter', { ...user, roles: ['arbiter'] }],
])('for %s the page does not exist', async (_, reader) => {
  const { calls } = await openPage(AdminPage, { path: '/admin', answers: { 'GET /api/session': { user: reader } } })
  await waitFor(() => expect(text()).toContain('Page not found'))
  expect(text()).not.toContain('Administration')
  expect(calls.filter((call) => call.includes('/staff/'))).toEqual([])
})

test('a name that no user can have is refused before the search', async () => {
  const { calls } = await openPage(UsersTab, { path: '/', answers: newest })
  await waitFor(() => expect(text()).toContain('karim'))
  await fill('Username', 'no way')
  await waitFor(() =>
    expect(descriptionOf(field('Username'))).toContain('Username can only contain letters, numbers, and underscores'),
  )
  expect(text()).not.toContain('karim')
  expect(calls.filter((call) => call.includes('/staff/users'))).toHaveLength(1)
  await expectAccessible()
})

test('before a search the newest users are listed; what can be done to one is on the user’s page', async () => {
  await openPage(UsersTab, { path: '/', answers: newest })
  await waitFor(() => expect(text()).toContain('Newest users'))
  await waitFor(() => expect(text()).toContain('2 active sessions'))
  expect(document.querySelector('ul a')?.getAttribute('href')).toContain(ID)
  expect(document.querySelector('ul button')).toBeNull()
  await expectAccessible()
})

test('ending a user’s sessions needs a reason of ten characters', async () => {
  const { calls } = await openPage(() => <EndSessions userId={ID} onDone={() => {}} />, { path: '/' })
  await fill('Reason', 'Because')
  await pressButton('End all sessions')
  await waitFor(() => expect(text()).toContain('Write 10 to 500 characters.'))
  expect(calls).toEqual([])
  await expectAccessible()
})

describe('the counts beside the tabs', () => {
  const message = {
    id: ID,
    reference: 'C-00000000',
    name: 'Lea Martin',
    email: 'lea@example.org',
    subject: 'security',
    message: 'Where is my trade?',
    at: '2026-11-22T09:41:00.000Z',
    username: null,
    answered: null,
  }
  const admin: Answers = {
    'GET /api/session': { user: { ...user, roles: ['admin'] } },
    'GET /api/factors': { ...factors, totpSince: '2026-11-22T09:41:00.000Z' },
    'GET /api/staff/messages': { messages: [message], nextCursor: null },
    [`POST /api/staff/messages/${ID}/answered`]: async () => Response.json({ done: true }),
  }
  const counts = (messages: number) => ({ 'GET /api/staff/waiting': { messages, reports: 100, unassignedCases: 0 } })
  const badges = () =>
    Object.fromEntries(
      [...document.querySelectorAll('[role=tab]')]
        .map((tab) => [tab.firstChild?.textContent, tab.querySelector('span:not(.invisible)')?.textContent])
        .filter(([, count]) => count !== undefined),
    )
  const markAnswered = async () => {
    await pressButton('Mark as answered: C-00000000')
    await fill('Note for the audit log', 'Answered by mail today.')
    await pressButton('Mark as answered')
  }

  test('count what waits, and fall after the admin’s own act', async () => {
    const { answer } = await openPage(AdminPage, { path: '/admin', answers: { ...admin, ...counts(3) } })
    await waitFor(() => expect(badges()).toEqual({ Inbox: '3', Reports: '99+' }))
    await expectAccessible()
    answer(counts(2))
    await markAnswered()
    await waitFor(() => expect(badges()).toEqual({ Inbox: '2', Reports: '99+' }))
  })

  test('are hidden while they may still include what was just settled', async () => {
    const { answer } = await openPage(AdminPage, { path: '/admin', answers: { ...admin, ...counts(1) } })
    await waitFor(() => expect(badges()).toEqual({ Inbox: '1', Reports: '99+' }))
    answer({ 'GET /api/staff/waiting': pending })
    await markAnswered()
    await waitFor(() => expect(text()).toContain('Marked as answered'))
    await waitFor(() => expect(badges()).toEqual({}))
  })
})

describe('what a tab shows is in the address, so that going back restores it', () => {
  const lists: Answers = {
    'GET /api/session': { user: { ...user, roles: ['admin'] } },
    'GET /api/factors': { ...factors, totpSince: '2026-11-22T09:41:00.000Z' },
    'GET /api/staff/messages': { messages: [], nextCursor: null },
    'GET /api/staff/reports': { reports: [], nextCursor: null },
    'GET /api/staff/users': { users: [], nextCursor: null },
    'GET /api/staff/offers': { offers: [], nextCursor: null },
  }
  const choice = (label: string) =>
    [...document.querySelectorAll('label')]
      .find(({ textContent }) => textContent === label)
      ?.querySelector<HTMLInputElement>('input[type=radio]')

  test.each([
    ['/admin', 'All messages', 'Unanswered', '/admin?show=all'],
    ['/admin?tab=reports', 'Closed', 'Open', '/admin?tab=reports&show=closed'],
    ['/admin?tab=users', 'Suspended', 'Search', '/admin?tab=users&show=suspended'],
    ['/admin?tab=offers', 'Hidden', 'Search', '/admin?tab=offers&show=hidden'],
  ])('on %s the choice “%s”', async (start, chosen, first, then) => {
    const { address } = await openPage(AdminPage, { path: '/admin', address: start, answers: lists })
    await waitFor(() => expect(choice(chosen)).toBeTruthy())
    await press(choice(chosen)!)
    await waitFor(() => expect(address()).toBe(then))
    expect(choice(chosen)?.checked).toBe(true)
    await press(choice(first)!)
    await waitFor(() => expect(address()).toBe(start))
  })

  test.each([
    ['users', 'username'],
    ['offers', 'trader'],
  ])('on the tab of %s the searched name', async (tab, name) => {
    const { address, calls } = await openPage(AdminPage, {
      path: '/admin',
      address: `/admin?tab=${tab}&${name}=kar`,
      answers: lists,
    })
    await waitFor(() => expect(field('Username').value).toBe('kar'))
    await waitFor(() => expect(calls).toContain(`GET /api/staff/${tab}`))
    await fill('Username', 'karim')
    await waitFor(() => expect(address()).toBe(`/admin?tab=${tab}&${name}=karim`))
  })
})
