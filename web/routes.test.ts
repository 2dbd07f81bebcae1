import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { INDEXED_PAGES, PRIVATE_PAGES } from '../domain/pages.ts'
import routes from './routes.ts'

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
