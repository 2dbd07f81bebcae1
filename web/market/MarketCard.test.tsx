import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Offer } from '../../domain/api.ts'
import { NO_REQUIREMENTS } from '../../domain/relations.ts'
import { render } from '../testing/render.tsx'
import { MarketCard } from './MarketCard.tsx'

const offer: Offer = {
  id: '00000000-0000-4000-8000-000000000000',
  version: 1,
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  minAmount: '50.00',
  maxAmount: '500.00',
  minUsdt: '53.544656',
  maxUsdt: '535.446562',
  pricePercentage: '1.5',
  price: '0.9338',
  terms: 'From an account in your own name.',
  status: 'active',
  paymentWindowMinutes: 30,
  referencePolicy: 'optional',
  amountTail: false,
  trustedOnly: false,
  requirements: NO_REQUIREMENTS,
  refusal: null,
  createdAt: '2026-11-22T00:00:00.000Z',
  owner: {
    username: 'amina',
    avatar: null,
    isVerified: true,
    completedTrades: 0,
    completionRate: null,
    medianSeconds: null,
    rating: null,
    memberSince: '2026-01-01T00:00:00.000Z',
  },
  isMine: false,
}

test.each([
  ['en', 'sell', 'Selling USDT for EUR', 'Selling', 'Open trade: amina'],
  ['en', 'buy', 'Buying USDT for EUR', 'Buying', 'View details: amina'],
  ['fr', 'sell', 'Vend des USDT contre EUR', 'Vend', 'Ouvrir un échange\u00A0: amina'],
  ['fr', 'buy', 'Achète des USDT contre EUR', 'Achète', 'Voir les détails\u00A0: amina'],
  ['ar', 'sell', 'يبيع USDT مقابل EUR', 'يبيع', 'فتح صفقة: amina'],
  ['ar', 'buy', 'يشتري USDT مقابل EUR', 'يشتري', 'التفاصيل: amina'],
] as const)(
  'in %s, a %s offer is described from its owner’s side, not the reader’s',
  async (language, type, title, badge, action) => {
    const { container } = await render(
      <MemoryRouter>
        <MarketCard offer={{ ...offer, type }} now={offer.createdAt} isSignedOut={false} onStart={() => undefined} />
      </MemoryRouter>,
      { language },
    )
    expect(container.querySelector('h2')?.textContent).toBe(title)
    expect(container.querySelector('h2 + span')?.textContent).toBe(badge)
    expect([...container.querySelectorAll('a, button')].map(({ textContent }) => textContent)).toContain(action)
  },
)

test.each([
  ['2026-11-22T00:59:59.000Z', 'Just now'],
  ['2026-11-22T03:00:00.000Z', '3h ago'],
  ['2026-11-23T12:00:00.000Z', 'Yesterday'],
])('a card shows the trader, price, limits, method, terms and, at %s, “%s”', async (now, posted) => {
  const owner = { ...offer.owner, completedTrades: 12 }
  const { container } = await render(
    <MemoryRouter>
      <MarketCard offer={{ ...offer, owner }} now={now} isSignedOut={false} onStart={() => undefined} />
    </MemoryRouter>,
  )
  const details = [...container.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ])
  expect(details).toEqual([
    ['Price', '0.934 EUR (+1.5%)'],
    ['Limits', '50.00 – 500.00 EUR'],
    ['Payment', 'SEPA Instant'],
  ])
  expect(container.textContent).toContain('50.00 – 500.00 EUR by SEPA Instant, +1.5% vs market')
  expect(container.textContent).toContain(`amina · 12 trades · ${posted}`)
  expect(container.querySelector('.line-clamp-2')?.textContent).toBe(offer.terms)
})
