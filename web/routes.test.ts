import { afterEach, expect, test, vi } from 'vitest'
import { INDEXED_PAGES, MOVED_PAGES, PRIVATE_PAGES } from '../domain/pages.ts'
import { pathsOf, routes } from './routes.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('every page is listed by search engines, private, or leads to another one', () => {
  expect([...INDEXED_PAGES, ...PRIVATE_PAGES, ...MOVED_PAGES].toSorted()).toEqual(pathsOf(routes).toSorted())
})

test.each([
  ['development', true],
  ['production', false],
  [undefined, false],
])('with NODE_ENV %s, the page of the interface’s parts is a route: %s', async (environment, isRoute) => {
  vi.stubEnv('NODE_ENV', environment)
  vi.resetModules()
  const own = await import('./routes.ts')
  expect(pathsOf(own.routes).includes('/dev/ui')).toBe(isRoute)
})
