import { createMemoryRouter, RouterProvider } from 'react-router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { press, render, select, type } from '../../testing/render.tsx'
import { QuickTrade } from './QuickTrade.tsx'

const RATES = [
  ['TND', '3.210000'],
  ['EUR', '0.920000'],
  ['USD', '1.000000'],
].map(([fiatCurrency, rate]) => ({
  fiatCurrency,
  rate,
  sources: ['fixed'],
  unavailableSince: null,
  asOf: '2026-11-22T00:00:00.000Z',
  isAvailable: fiatCurrency !== 'EUR',
}))

test('the amount is bought at 0.2% above the rate, or refused with its text', async () => {
  const { container, amount } = await open()
  expect(container.querySelector('label:has(:checked)')?.textContent).toBe('Buy')
  // 100 / (3.21 x 1.002)
  expect(container.textContent).toContain('31.090467 USDT')
  await type(amount, 'ninety-two')
  expect(container.textContent).toContain('Please enter a valid amount')
  await type(amount, '321')
  expect(container.textContent).toContain('99.800399 USDT')
})

test('the button leads to the offers that sell, for the amount typed', async () => {
  const { container, amount, address } = await open()
  await type(amount, '92')
  await press(container.querySelector('button')!)
  await expect.poll(address).toBe('/offers/buy?currency=TND&amount=92')
})

test('a currency that is switched off has no estimate, and stays in the choice', async () => {
  const { container, amount } = await open()
  const currency = container.querySelector('select')!
  await select(currency, 'EUR')
  expect(currency.value).toBe('EUR')
  expect(container.textContent).toContain('Offers in EUR are not available at the moment')
  await type(amount, 'ninety-two')
  expect(container.textContent).not.toContain('Please enter a valid amount')
  await select(currency, 'USD')
  expect(container.textContent).not.toContain('not available')
})

async function open() {
  const router = createMemoryRouter([
    { path: '/', Component: QuickTrade },
    { path: '/offers/buy', Component: () => null },
  ])
  const client = new QueryClient()
  client.setQueryData(['market'], { asset: 'USDT', rates: RATES })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    container,
    amount: container.querySelector<HTMLInputElement>('input[inputmode]')!,
    address: () => router.state.location.pathname + router.state.location.search,
  }
}
