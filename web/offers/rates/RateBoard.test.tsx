import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { press, render } from '../../testing/render.tsx'
import { DRIFT_EVERY_MS } from './drift.ts'
import { RateBoard } from './RateBoard.tsx'

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
}))

beforeEach(() => {
  vi.useFakeTimers()
  // The largest step upwards: 700 parts in a million.
  vi.spyOn(Math, 'random').mockReturnValue(0.999_999)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the ticker moves every 5 seconds, says that it is simulated, and can be stopped', async () => {
  preferReducedMotion(false)
  const { container, change, wait } = await open()
  expect(container.querySelector('p')?.textContent).toBe('Market ticker, 1 USDT · Simulated')
  expect([...container.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
    'USDT/TND3.2100.00%',
    'USDT/EUR0.9200.00%',
    'USDT/USD1.0000.00%',
  ])
  expect(DRIFT_EVERY_MS).toBe(5000)
  await wait(4999)
  expect(change()).toBe('0.00%')
  await wait(1)
  expect(change()).toBe('▲+0.07%')
  await wait(5000)
  expect(change()).toBe('▲+0.14%')

  await press(button(container, 'Pause ticker'))
  await wait(30_000)
  expect(change()).toBe('▲+0.14%')
})

test('for a visitor who prefers reduced motion the ticker is stopped until it is started', async () => {
  preferReducedMotion(true)
  const { container, change, wait } = await open()
  await wait(30_000)
  expect(change()).toBe('0.00%')
  await press(button(container, 'Start ticker'))
  expect(button(container, 'Pause ticker')).toBeDefined()
  await wait(5000)
  expect(change()).toBe('▲+0.07%')
})

function preferReducedMotion(matches: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => {}, removeEventListener: () => {} }))
}

async function open() {
  const client = new QueryClient()
  client.setQueryData(['market'], { asset: 'USDT', rates: RATES })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <RateBoard />
    </QueryClientProvider>,
  )
  const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const euro = container.querySelectorAll('dl > div')[1]!
  return { container, wait, change: () => euro.querySelector('dd:last-child')?.textContent }
}

function button(container: HTMLElement, name: string): HTMLElement {
  const shown = [...container.querySelectorAll('button :not(.invisible)')].find(
    ({ textContent }) => textContent === name,
  )
  return shown!.closest('button')!
}
