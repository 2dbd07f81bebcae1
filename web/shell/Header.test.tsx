import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { openPage, pressButton } from '../testing/page.tsx'
import { press, waitFor } from '../testing/render.tsx'
import { user } from '../testing/samples.ts'
import { Header } from './Header.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a visitor of an offer signs in or registers from the header and returns to it', async () => {
  await openPage(Header, { path: '/offer/1', answers: { 'GET /api/session': { user: null } } })
  const hrefs = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toContain('/login?next=%2Foffer%2F1')
  expect(hrefs).toContain('/register?next=%2Foffer%2F1')
})

test.each([
  ['/create-offer', ['/create-offer']],
  ['/create-offer?copy=1', ['/create-offer']],
  ['/create-offer?edit=1', []],
])('the current places at %s', async (address, current) => {
  await openPage(Header, {
    path: '/create-offer',
    address,
    answers: { 'GET /api/session': { user }, 'GET /api/unread': { unread: 0 } },
  })
  await waitFor(() => expect(document.querySelector('nav a[href="/create-offer"]')).not.toBeNull())
  const links = [...document.querySelectorAll('nav [aria-current=page]')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(current)
})

test.each([
  ['the account menu', 'Account: amina', '[role=menuitem]'],
  ['the menu of small screens', 'Menu', '[role=dialog] button'],
])('a signed-in user signs out by %s', async (_menu, opener, items) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const answers = {
    'GET /api/session': { user },
    'GET /api/unread': { unread: 0 },
    'POST /api/sign-out': { user: null },
  }
  const { calls } = await openPage(Header, { path: '/', answers })
  await pressButton(opener)
  const signOut = () =>
    [...document.querySelectorAll<HTMLElement>(items)].find((item) => item.textContent === 'Sign out')
  await waitFor(() => expect(signOut()).toBeDefined())
  await press(signOut()!)
  await waitFor(() => expect(calls).toContain('POST /api/sign-out'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
})

test.each([
  ['the account menu', 'Account: amina', '[role=menuitem]'],
  ['the menu of small screens', 'Menu', '[role=dialog] button'],
])('a member of a team acts for its owner by %s', async (_menu, opener, items) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const membership = { avatar: null, roles: ['chat'], invitedAt: user.memberSince }
  const teams = [
    { ...membership, id: user.id, ownerId: user.id, username: 'karim', acceptedAt: user.memberSince },
    { ...membership, id: user.id, ownerId: user.id, username: 'nour', acceptedAt: null },
  ]
  const answers = {
    'GET /api/session': { user },
    'GET /api/unread': { unread: 0 },
    'GET /api/teams': { teams },
    'POST /api/session/acting-for': {
      user,
      actingFor: { id: user.id, username: 'karim', avatar: null, roles: ['chat'] },
    },
  }
  await openPage(Header, { path: '/', answers })
  await pressButton(opener)
  const ofTeams = () =>
    [...document.querySelectorAll<HTMLElement>(items)].filter(({ textContent }) => textContent.startsWith('Act for'))
  await waitFor(() => expect(ofTeams().map(({ textContent }) => textContent)).toEqual(['Act for karim']))
  await press(ofTeams()[0]!)
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/trades'))
})

test.each([
  ['the account menu', 'Account: amina', '[role=menuitem]'],
  ['the menu of small screens', 'Menu', '[role=dialog] nav a'],
])(
  'an arbiter, who has no offers, is led to the desk first and to no new offer by %s',
  async (_menu, opener, items) => {
    const arbiter: User = { ...user, roles: ['arbiter'] }
    await openPage(Header, {
      path: '/',
      answers: { 'GET /api/session': { user: arbiter }, 'GET /api/unread': { unread: 0 } },
    })
    await pressButton(opener)
    const places = () => [...document.querySelectorAll(items)].map(({ textContent }) => textContent)
    await waitFor(() => expect(places()[0]).toBe('Arbiter’s desk'))
    expect(document.querySelector('a[href="/create-offer"]')).toBeNull()
  },
)
