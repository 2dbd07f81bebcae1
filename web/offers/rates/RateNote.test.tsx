import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { MarketRate } from '../../../domain/api/offers/market.ts'
import { expectAccessible } from '../../testing/page.tsx'
import { press, render, waitFor } from '../../testing/render.tsx'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { RateNote, RatesNote } from './RateNote.tsx'
import { ratesQuery } from './rates.ts'

const AT = '2026-11-22T10:42:00.000Z'
const rate = (fiatCurrency: MarketRate['fiatCurrency'], changes: Partial<MarketRate> = {}): MarketRate => ({
  fiatCurrency,
  rate: '0.860000',
  sources: ['kraken', 'coinbase', 'manual'],
  asOf: AT,
  unavailableSince: null,
  isAvailable: true,
  ...changes,
})
const POINTS = [
  { from: '2026-11-22T08:00:00.000Z', rate: '0.850000', low: '0.850000', high: '0.860000' },
  { from: '2026-11-22T10:00:00.000Z', rate: '0.860000', low: '0.860000', high: '0.860000' },
]

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a fixed rate says so, and its dialog that it follows no market', async () => {
  await open(<RateNote currency="EUR" />, [rate('EUR', { sources: ['fixed'] })])
  expect(text()).toBe('Reference rate 0.860: fixed table')
  await press(document.querySelector('button')!)
  await waitFor(() => expect(dialog()).toContain('A fixed table: it follows no market.'))
  expect(dialog()).not.toContain('Week')
})

test('a rate of sources has its time; its dialog names them and draws the history', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ points: POINTS }))
  await open(<RateNote currency="EUR" />, [rate('EUR')])
  expect(text()).toMatch(/^Reference rate 0\.860, 22 Nov, \d\d:42$/)
  await press(document.querySelector('button')!)
  await waitFor(() => expect(dialog()).toContain('The median of Kraken, Coinbase and our staff'))
  await waitFor(() => expect(dialog()).toContain('EUR per USDT, last 7 days'))
  const rows = [...document.querySelectorAll('[role=dialog] tbody td')].map((cell) => cell.textContent)
  expect(rows).toEqual(['0.860 EUR', 'no rate', '0.850 EUR (0.850 – 0.860)'])
  // A line on either side of the hour without a rate.
  expect(document.querySelectorAll('[role=dialog] svg path[stroke-width="2"]')).toHaveLength(2)
  await expectAccessible()
})

test('a rate that is not current says so, in its line and in that of all currencies', async () => {
  const rates = [rate('EUR', { unavailableSince: AT }), rate('USD')]
  await open(<RateNote currency="EUR" />, rates)
  expect(text()).toMatch(/^Reference rate 0\.860, from 22 Nov, \d\d:42: not current$/)
  await press(document.querySelector('button')!)
  await waitFor(() => expect(dialog()).toContain('new trades in EUR have to wait'))
  await open(<RatesNote />, rates)
  expect(text()).toMatch(/^Reference rate of EUR from 22 Nov, \d\d:42: not current$/)
})

test('beside a quoted price stands the rate of the quote, once another one is present', async () => {
  await open(<RateNote currency="EUR" quoted="0.860000" />, [rate('EUR')])
  expect(text()).toMatch(/^Reference rate 0\.860, /)
  await open(<RateNote currency="EUR" quoted="0.850000" />, [rate('EUR')])
  expect(text()).toBe('Reference rate 0.850 when quoted')
})

test('the line of all currencies has the time of the oldest', async () => {
  await open(<RatesNote />, [rate('EUR'), rate('TND', { asOf: '2026-11-21T09:00:00.000Z' })])
  expect(text()).toMatch(/^Reference rates, 21 Nov, /)
})

test('prices that are not live are read again with the rate that they follow, and no others', async () => {
  const client = new QueryClient()
  const stale = (key: QueryKey) => client.getQueryState(key)?.isInvalidated
  const priced = [
    ['offers', 'one', 'a'],
    ['offers', 'trader', 'b'],
    ['offers', 'landing'],
    ['my-offers', 'all'],
  ]
  const others = [
    ['offers', 'market', {}],
    ['my-offer', 'a'],
    ['offers', 'market-counts'],
  ]
  for (const key of [...priced, ...others]) client.setQueryData(key, {})
  const answer = (changes: Partial<MarketRate>) =>
    vi.stubGlobal('fetch', async () => Response.json({ asset: 'USDT', rates: [rate('EUR', changes)] }))
  answer({})
  await client.fetchQuery({ ...ratesQuery, staleTime: 0 })
  answer({ asOf: '2026-11-22T10:43:00.000Z' })
  await client.fetchQuery({ ...ratesQuery, staleTime: 0 })
  expect(priced.map(stale)).toEqual([false, false, false, false])
  answer({ rate: '0.870000' })
  await client.fetchQuery({ ...ratesQuery, staleTime: 0 })
  expect([priced.map(stale), others.map(stale)]).toEqual([
    [true, true, true, true],
    [false, false, false],
  ])
})

test('a market whose sources have not answered yet does not call its rate fixed', async () => {
  await open(<RateNote currency="EUR" />, [rate('EUR', { sources: ['fixed'], unavailableSince: AT })])
  expect(text()).toMatch(/not current$/)
})

test('a currency that is switched off is not missed', async () => {
  await open(<RatesNote />, [rate('EUR', { unavailableSince: AT, isAvailable: false }), rate('USD')])
  expect(text()).toMatch(/^Reference rates, 22 Nov, \d\d:42$/)
})

async function open(note: React.ReactNode, rates: MarketRate[]): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['market'], { asset: 'USDT', rates })
  await render(
    <QueryClientProvider client={client}>
      <UiProvider direction="ltr">
        <main>{note}</main>
      </UiProvider>
    </QueryClientProvider>,
  )
}

function text(): string {
  return document.querySelector('main')?.textContent ?? ''
}

function dialog(): string {
  return document.querySelector('[role=dialog]')?.textContent ?? ''
}
