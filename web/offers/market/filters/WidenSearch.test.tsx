import { act } from 'react'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { press, render } from '../../../testing/render.tsx'
import { BROWSE_FILTERS, filtersOf } from './filters.ts'
import { WidenSearch } from './WidenSearch.tsx'

beforeEach(() => localStorage.clear())

test.each([
  ['Show any amount', '?currency=EUR&amount=999999&sort=rating', '?currency=EUR&sort=rating'],
  ['Show all offers', '?currency=EUR&method=revolut&sort=rating', '?sort=rating'],
])('an empty list leads on with “%s”', async (label, search, wider) => {
  localStorage.setItem('filters:/offers/buy', search.slice(1))
  const filters = filtersOf(`http://localhost/offers/buy${search}`, BROWSE_FILTERS)
  const element = <WidenSearch filters={filters} names={BROWSE_FILTERS} />
  const router = createMemoryRouter([{ path: '/offers/buy', element }], { initialEntries: [`/offers/buy${search}`] })
  const { container } = await render(<RouterProvider router={router} />)
  const button = container.querySelector('button')!
  expect(button.textContent).toBe(label)
  await press(button)
  await act(async () => undefined)
  expect(router.state.location.search).toBe(wider)
  // The next visit begins with what is shown now.
  expect(localStorage.getItem('filters:/offers/buy')).toBe(wider.slice(1))
})
