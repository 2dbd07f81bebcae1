import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Offer } from '../../domain/api.ts'
import { render } from '../testing/render.tsx'
import { offer as sample } from '../testing/samples.ts'
import { MarketCard } from './MarketCard.tsx'

const offer: Offer = {
  ...sample,
  minAmount: '50.00',
  maxAmount: '500.00',
  createdAt: '2026-11-22T00:00:00.000Z',
  owner: { ...sample.owner, username: 'amina' },
}

test.each([
  ['en', 'sell', 'You buy USDT for EUR', 'Open trade: amina'],
  ['en', 'buy', 'You sell USDT for EUR', 'View details: amina'],
  ['fr', 'sell', 'Vous achetez des USDT contre EUR', 'Ouvrir un échange\u00A0: amina'],
  ['fr', 'buy', 'Vous vendez des USDT contre EUR', 'Voir les détails\u00A0: amina'],
  ['ar', 'sell', 'أنت تشتري USDT مقابل EUR', 'فتح صفقة: amina'],
  ['ar', 'buy', 'أنت تبيع USDT مقابل EUR', 'التفاصيل: amina'],
] as const)('in %s, a %s offer is described from the reader’s side', async (language, type, title, action) => {
  const { container } = await render(
    <MemoryRouter>
      <MarketCard offer={{ ...offer, type }} now={offer.createdAt} isSignedOut={false} onStart={() => undefined} />
    </MemoryRouter>,
    { language },
  )
  expect(container.querySelector('h2')?.textContent).toBe(title)
  expect([...container.querySelectorAll('a, button')].map(({ textContent }) => textContent)).toContain(action)
})

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
    ['Price', '0.934 EUR (+1.5% vs market)'],
    ['Limits', '50.00 – 500.00 EUR'],
    ['Payment', 'SEPA Instant'],
  ])
  expect(container.textContent).toContain(`amina · 12 trades · ${posted}`)
  expect(container.querySelector('.line-clamp-2')?.textContent).toBe(offer.terms)
})
