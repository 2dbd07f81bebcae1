import { act } from 'react'
import { RouterProvider, createMemoryRouter, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { press, render, select, type } from '../../../testing/render.tsx'
import { ResetButton } from './FilterForm.tsx'
import { filtersOf, type Filters } from './filters.ts'
import { MarketFilters } from './MarketFilters.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('two filters typed in quick succession both reach the address', async () => {
  const { search, inputNamed } = await openFilters('')
  await type(inputNamed('amount'), '150')
  await type(inputNamed('trader'), 'ami')
  await settle()
  expect(search()).toBe('?amount=150&trader=ami')
})

test.each(['side first', 'filter first'])(
  'a side and a filter chosen while the other still loads both apply: %s',
  async (order) => {
    const { router, sideNamed, selectNamed } = await openFilters('?minTrades=1')
    const choices = [() => press(sideNamed('Sell')), () => select(selectNamed('currency'), 'EUR')]
    for (const choose of order === 'side first' ? choices : choices.toReversed()) await choose()
    await settle()
    const { pathname, search } = router.state.location
    expect(pathname + search).toBe('/offers/sell?minTrades=1&currency=EUR')
  },
)

test('Reset filters removes every filter permanently, and keeps the order', async () => {
  const { search, inputNamed, clear } = await openFilters('?currency=EUR&amount=150&trader=ami&sort=best_price')
  await press(clear()!)
  await settle()
  expect(search()).toBe('?sort=best_price')
  expect([inputNamed('amount').value, inputNamed('trader').value]).toEqual(['', ''])
  expect(clear()).toBe(undefined)
})

test('a choice that is repeated, as React does with one made before it took over the page, is one entry of the history', async () => {
  const { router, search, selectNamed } = await openFilters('')
  await select(selectNamed('currency'), 'EUR')
  await settle()
  const { key } = router.state.location
  await select(selectNamed('currency'), 'EUR')
  await settle()
  expect([search(), router.state.location.key]).toEqual(['?currency=EUR', key])
})

test.each(['', '?currency=EUR', '?type=buy'])(
  'pressing the side that is chosen already adds no entry to the history: /offers%s',
  async (address) => {
    const { router, search, sideNamed } = await openFilters(address)
    const { key } = router.state.location
    await press(sideNamed('Buy'))
    await settle()
    expect([search(), router.state.location.key]).toEqual([address, key])
    await press(sideNamed('Sell'))
    await settle()
    expect(router.state.location.pathname).toBe('/offers/sell')
  },
)

test.each([
  ['?currency=TND&amount=150,500', 'Did you mean 150.5 or 150\u202F500?'],
  ['?currency=TND&amount=150%20%E2%82%AC', 'This is in EUR. Enter the amount in TND.'],
  ['?amount=many', 'The list isn’t filtered by it yet.'],
  ['?amount=150.505', 'The list isn’t filtered by it yet.'],
])('an amount that cannot filter says so: %s', async (search, problem) => {
  const { inputNamed } = await openFilters(search)
  expect(inputNamed('amount').value).not.toBe('')
  expect(document.body.textContent).toContain(problem)
})

function Page() {
  const filters = useLoaderData<Filters>()
  return (
    <>
      <MarketFilters side="buy" filters={filters} />
      <ResetButton filters={filters} />
    </>
  )
}

/** The filters, with pages that load more slowly than the delay after typing. */
async function openFilters(search: string) {
  const loader = async ({ request }: { request: Request }) => {
    await new Promise((done) => setTimeout(done, 500))
    return filtersOf(request.url)
  }
  const paths = ['/offers', '/offers/buy', '/offers/sell']
  const router = createMemoryRouter(
    paths.map((path) => ({ path, Component: Page, loader, HydrateFallback: () => null })),
    { initialEntries: [`/offers${search}`] },
  )
  const { container } = await render(<RouterProvider router={router} />)
  await settle()
  return {
    router,
    search: () => router.state.location.search,
    inputNamed: (name: string) => container.querySelector<HTMLInputElement>(`input[name="${name}"]`)!,
    selectNamed: (name: string) => container.querySelector<HTMLSelectElement>(`select[name="${name}"]`)!,
    sideNamed: (name: string) => [...container.querySelectorAll('a')].find(({ textContent }) => textContent === name)!,
    clear: () => [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reset filters'),
  }
}

async function settle() {
  for (let i = 0; i < 40; i++) await act(async () => vi.advanceTimersByTimeAsync(100))
}
