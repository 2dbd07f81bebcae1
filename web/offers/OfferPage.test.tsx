import { expect, test } from 'vitest'
import type { Offer } from '../../domain/api.ts'
import type { Language } from '../../domain/languages.ts'
import { expectAccessible, openPage, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { ID, offer, user } from '../testing/samples.ts'
import OfferPage from './OfferPage.tsx'

test.each([
  ['en', 'sell', false, 'You buy USDT, you pay EUR by SEPA Instant'],
  ['en', 'buy', false, 'You sell USDT, you receive EUR by SEPA Instant'],
  ['en', 'sell', true, 'You sell USDT, you receive EUR by SEPA Instant'],
  ['en', 'buy', true, 'You buy USDT, you pay EUR by SEPA Instant'],
  ['fr', 'sell', false, 'Vous achetez des USDT, vous payez en EUR par SEPA Instant'],
  ['ar', 'sell', false, 'تشتري USDT وتدفع EUR عبر SEPA Instant'],
] as const)('in %s, an offer to %s (own: %s) says what the reader does', async (language, type, isMine, words) => {
  await open({ type, isMine }, language)
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(words))
})

test('the act comes before the details, and the other party’s record beside them', async () => {
  const owner = { ...offer.owner, completedTrades: 12, completionRate: '97.5', medianSeconds: 420 }
  await open({ owner })
  await waitFor(() => expect(text()).toContain('Open trade'))
  const places = ['0.934', '10.00 – 1,000.00 EUR', 'Open trade', 'Payment window'].map((words) => text().indexOf(words))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  const party = document.querySelector('section[aria-label=Trader]')!
  expect([...party.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'No ratings yet',
    '12',
    '97.5%',
    '7 mins',
    '22 Nov 2026',
  ])
  expect(party.querySelector('a')?.getAttribute('href')).toBe('/trader/karim')
  await expectAccessible()
})

test('a trader without trades is called new, without figures of nothing', async () => {
  await open({})
  await waitFor(() => expect(text()).toContain('New trader'))
  expect(text()).not.toContain('Completion rate')
})

function open(changes: Partial<Offer>, language: Language = 'en') {
  return openPage(OfferPage, {
    path: '/offer/:offerId',
    address: `/offer/${ID}`,
    language,
    answers: { 'GET /api/session': { user }, [`GET /api/offers/${ID}`]: { ...offer, ...changes } },
  })
}
