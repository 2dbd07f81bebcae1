import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { MarketRate } from '../../../../domain/api/offers/market.ts'
import { expectAccessible } from '../../../testing/page.tsx'
import { press, render, waitFor } from '../../../testing/render.tsx'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import { RateNote, RatesNote } from './RateNote.tsx'

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
const HOURS = [
  { hour: '2026-11-22T08:00:00.000Z', rate: '0.850000', low: '0.850000', high: '0.860000' },
  { hour: '2026-11-22T09:00:00.000Z', rate: '0.860000', low: '0.850000', high: '0.860000' },
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
  vi.stubGlobal('fetch', async () => Response.json({ hours: HOURS }))
  await open(<RateNote currency="EUR" />, [rate('EUR')])
  expect(text()).toMatch(/^Reference rate 0\.860, 22 Nov, \d\d:42$/)
  await press(document.querySelector('button')!)
  await waitFor(() => expect(dialog()).toContain('The median of Kraken, Coinbase and our staff'))
  await waitFor(() => expect(dialog()).toContain('EUR per USDT, last 7 days'))
  expect(document.querySelectorAll('[role=dialog] tbody tr')).toHaveLength(2)
  await expectAccessible()
})

test('a rate that is not current says so, in its line and in that of all currencies', async () => {
  const rates = [rate('EUR', { unavailableSince: AT }), rate('USD')]
  await open(<RateNote currency="EUR" />, rates)
  expect(text()).toMatch(/^Reference rate 0\.860, from 22 Nov, \d\d:42: not current$/)
  await press(document.querySelector('button')!)
  await waitFor(() => expect(dialog()).toContain('no trade can be opened in EUR until there’s a new one'))
  await open(<RatesNote />, rates)
  expect(text()).toMatch(/^Reference rate of EUR from 22 Nov, \d\d:42: not current$/)
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
