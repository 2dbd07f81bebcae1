import { useEffect, type ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { pathsOf, routes, type Route } from '../routes.ts'
import type { PlaceName } from '../layout/places/places.ts'
import { useSections } from '../layout/places/sections.ts'
import { expectAccessible, openPage, pending, type Answers } from '../testing/page.tsx'
import { render, waitFor } from '../testing/render.tsx'
import { ID, user } from '../testing/samples.ts'

afterEach(() => vi.unstubAllGlobals())

/** Every address of a thing that is elsewhere now: of bookmarks, of links in emails and pushes that were sent, and of returns from identity providers. */
const FORMER: readonly [former: string, present: string][] = [
  ['/dashboard?tab=trades', '/trades'],
  ['/dashboard?tab=trades&state=open', '/trades?state=open'],
  ['/dashboard?tab=trades&state=completed', '/trades?state=completed'],
  ['/dashboard?tab=trades&state=cancelled', '/trades?state=cancelled'],
  ['/dashboard?tab=offers', '/my-offers'],
  ['/dashboard?tab=reputation', '/account?tab=reputation'],
  ['/dashboard?tab=traders', '/account?tab=traders'],
  ['/dashboard?tab=profile', '/account'],
  ['/dashboard?tab=security', '/settings?tab=security'],
  ['/dashboard?tab=security&linked=google', '/settings?tab=security&linked=google'],
  ['/dashboard?tab=security&problem=identity_taken', '/settings?tab=security&problem=identity_taken'],
  ['/dashboard?tab=team', '/account?tab=team'],
  ['/profile', '/account'],
  ['/profile/', '/account'],
  ['/profile#notifications', '/settings?tab=notifications'],
]

test.each(FORMER)('%s leads to %s, signed in or not', async (former, present) => {
  for (const session of [{ user }, { user: null }]) {
    const { address } = await open(former, { 'GET /api/session': session })
    await waitFor(() => expect(address()).toBe(present))
  }
  expect(pathsOf(routes)).toContain(present.split('?')[0])
})

test.each(['/dashboard', '/dashboard?tab=overview', '/dashboard?tab=alerts', '/dashboard?tab=unknown'])(
  '%s stays where it is',
  async (kept) => {
    const { address } = await open(kept, { 'GET /api/session': { user } })
    await waitFor(() => expect(heading()).toBe('Welcome, amina'))
    expect(address()).toBe(kept)
  },
)

test('each section of each place has one address, at which it is the open tab of its place', async () => {
  const places = await allPlaces()
  const sections = Object.entries(places).flatMap(([place, { sections: own }]) =>
    own.map((section) => ({ place: place as PlaceName, ...section })),
  )
  const addresses = sections.map(({ to }) => to)
  expect(addresses).toEqual([...new Set(addresses)])
  const titles = new Set<string>()
  for (const { place, label, to } of sections) {
    await open(to, { 'GET /api/session': { user } })
    await waitFor(() => expect(selected('[role=tab][aria-selected=true]')).toEqual([label]))
    expect(selected('nav [aria-current]')).toEqual([places[place].label])
    expect(selected('nav a')).toEqual(['Overview', 'Trades', 'Offers', 'Account', 'Settings'])
    titles.add(document.title)
  }
  expect(titles.size).toBe(sections.length)
  await expectAccessible()
})

test.each([
  [['chat'], ['Trades']],
  [['offers'], ['Offers']],
  [
    ['release', 'offers'],
    ['Trades', 'Offers'],
  ],
])('a member who acts with %j has only the places %j', async (roles, expected) => {
  await open('/account', {
    'GET /api/session': { user, actingFor: { id: ID, username: 'karim', avatar: null, roles } },
  })
  await waitFor(() => expect(selected('nav a')).toEqual(expected))
  expect(selected('[role=tab]')).toEqual([])
})

/** What the pages read. */
const CALLS =
  'dashboard profile trades my-offers notifications tiers limits rehearsals saved-searches business-hours teams relations sessions sign-ins factors identities keys payment-accounts push telegram webhooks'

/** Opens the page of the route with this path. Calls without an answer never end. */
async function open(address: string, answers: Answers) {
  const path = address.split(/[?#]/)[0]!.replace(/\/$/, '')
  const { default: Page } = await routeOf(path, routes)!.lazy()
  const calls = [...CALLS.split(' '), 'trades/waiting', 'notifications/settings', 'team/acts', 'team/members']
  return openPage(Page as ComponentType, {
    path,
    address,
    answers: { ...Object.fromEntries(calls.map((call) => [`GET /api/${call}`, pending])), ...answers },
  })
}

function routeOf(path: string, of: readonly Route[]): Route | undefined {
  return of.find((route) => route.path === path) ?? of.map((route) => routeOf(path, route.children ?? [])).find(Boolean)
}

async function allPlaces(): Promise<ReturnType<typeof useSections>> {
  let found: ReturnType<typeof useSections> | undefined
  function Read() {
    const sections = useSections()
    useEffect(() => {
      found = sections
    }, [sections])
    return null
  }
  await render(<Read />)
  return found!
}

function heading(): string | null | undefined {
  return document.querySelector('h1')?.textContent
}

function selected(selector: string): (string | undefined)[] {
  return [...document.querySelectorAll(`main ${selector}`)].map((element) => element.textContent?.trim())
}
