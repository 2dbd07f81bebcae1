import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { parsePrice } from '../../../domain/money.ts'
import { OFFER_DEFAULTS, type OfferInput } from '../../../domain/offers/offer-form.ts'
import { render } from '../../testing/render.tsx'
import { OfferPreview, Worth } from './OfferPreview.tsx'

const form: OfferInput = {
  ...OFFER_DEFAULTS,
  minAmount: '500',
  maxAmount: '',
  pricePercentage: '1.5',
  terms: '',
  availableUsdt: '',
}

// 500 EUR at 0.9338 EUR are 535.446562 USDT, and 0.5 % of that are 2.677232 USDT.
test.each([
  [
    'sell',
    'You release 535.446562\u00A0USDT and get 500.00\u00A0EUR. The buyer gets 532.769330\u00A0USDT after the fee.',
  ],
  ['buy', 'You pay 500.00\u00A0EUR and get 535.446562\u00A0USDT.'],
] as const)('a %s offer shows what a trade at its limit gives after the fee', async (type, text) => {
  expect(await textOf({ ...form, type })).toContain(text)
})

test.each([
  ['sell', 'You release 535.45\u00A0USDT and get 500.00\u00A0EUR.'],
  ['buy', 'You pay 500.00\u00A0EUR and get 535.44\u00A0USDT.'],
] as const)(
  'in short, a %s offer promises no more than is received, and no less than is released',
  async (type, text) => {
    const { container } = await render(
      <Worth offer={{ ...form, type }} fiat="500" price={parsePrice('0.9338')} isShort />,
    )
    expect(container.textContent).toBe(text)
  },
)

async function textOf(offer: OfferInput): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['market'], {
    rates: [
      {
        fiatCurrency: 'EUR',
        rate: '0.920000',
        sources: ['fixed'],
        asOf: '2026-11-22T00:00:00.000Z',
        unavailableSince: null,
        isAvailable: true,
      },
    ],
  })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <OfferPreview offer={offer} />
    </QueryClientProvider>,
  )
  return container.textContent ?? ''
}
