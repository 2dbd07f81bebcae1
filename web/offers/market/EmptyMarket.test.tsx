import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { makeQueryClient } from '../../layout/queries.ts'
import { press, render } from '../../testing/render.tsx'
import { EmptyMarket } from './EmptyMarket.tsx'
import { filtersOf } from './filters/filters.ts'

beforeEach(() => localStorage.clear())

test.each([
  ['Show any amount', '?currency=EUR&amount=999999&sort=rating', '/offers/buy?currency=EUR&sort=rating'],
  ['Show all offers', '?currency=EUR&method=revolut&sort=rating', '/offers/buy?sort=rating'],
  ['Show offers in TND', '?currency=EUR&method=revolut&amount=5&trader=ami', '/offers/buy?currency=TND&trader=ami'],
  ['Show offers in USD', '?country=Tunisia', '/offers/buy?currency=USD'],
  ['Sell USDT', '?minTrades=5', '/offers/sell?minTrades=5'],
])('an empty list leads on with “%s”', async (label, search, wider) => {
  const element = <EmptyMarket side="buy" filters={filtersOf(`http://localhost/offers/buy${search}`)} />
  const router = createMemoryRouter([{ path: '/offers/:side', element }], { initialEntries: [`/offers/buy${search}`] })
  const { container } = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await press(
    [...container.querySelectorAll<HTMLElement>('a, button')].find(({ textContent }) => textContent === label)!,
  )
  const { location } = router.state
  expect(location.pathname + location.search).toBe(wider)
  // The next visit begins with what is shown now, but for names.
  expect(localStorage.getItem('market')).toBe(wider.replace('&trader=ami', ''))
})
