import { createRoutesStub, useLocation } from 'react-router'
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
  let shown = ''
  function Page() {
    const location = useLocation()
    shown = location.pathname + location.search
    return <EmptyMarket side="buy" filters={filtersOf(`http://localhost${shown}`)} />
  }
  const Stub = createRoutesStub([{ path: '/offers/:side', Component: Page }])
  const { container } = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <Stub initialEntries={[`/offers/buy${search}`]} />
    </QueryClientProvider>,
  )
  await press(
    [...container.querySelectorAll<HTMLElement>('a, button')].find(({ textContent }) => textContent === label)!,
  )
  await expect.poll(() => shown).toBe(wider)
  // The next visit begins with what is shown now, but for names.
  expect(localStorage.getItem('market')).toBe(wider.replace('&trader=ami', ''))
})
