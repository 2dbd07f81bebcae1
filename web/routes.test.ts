import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterEach, expect, test, vi } from 'vitest'
import { INDEXED_PAGES, PRIVATE_PAGES } from '../domain/pages.ts'
import routes from './routes.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** A layout has no address of its own. The last route takes every other address and answers 404. */
function addressesOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children }) => {
    if (children) return addressesOf(children)
    return index ? ['/'] : path === '*' ? [] : [`/${path}`]
  })
}

test('every page is either listed by search engines or private', () => {
  expect([...INDEXED_PAGES, ...PRIVATE_PAGES].toSorted()).toEqual(addressesOf(routes).toSorted())
})

test.each([
  ['development', true],
  ['production', false],
  [undefined, false],
])('with NODE_ENV %s, the page of the interface’s parts is a route: %s', async (environment, isRoute) => {
  vi.stubEnv('NODE_ENV', environment)
  vi.resetModules()
  const { default: own } = await import('./routes.ts')
  expect(addressesOf(own).includes('/dev/ui')).toBe(isRoute)
})
