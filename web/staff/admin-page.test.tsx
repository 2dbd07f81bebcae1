import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '../../domain/api.ts'
import { descriptionOf, expectAccessible, field, fill, openPage, pressButton, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { ID, user } from '../testing/samples.ts'
import AdminPage from './AdminPage.tsx'
import { EndSessions } from './EndSessions.tsx'
import { UsersTab } from './UsersTab.tsx'

afterEach(() => vi.unstubAllGlobals())

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
  const { calls } = await openPage(UsersTab, { path: '/' })
  await fill('Username', 'no way')
  await waitFor(() =>
    expect(descriptionOf(field('Username'))).toContain('Username can only contain letters, numbers, and underscores'),
  )
  expect(calls).toEqual([])
  await expectAccessible()
})

test('ending a user’s sessions needs a reason of ten characters', async () => {
  const { calls } = await openPage(() => <EndSessions userId={ID} onDone={() => {}} />, { path: '/' })
  await fill('Reason for the audit log', 'Because')
  await pressButton('End all sessions')
  await waitFor(() => expect(text()).toContain('Write 10 to 500 characters.'))
  expect(calls).toEqual([])
  await expectAccessible()
})
