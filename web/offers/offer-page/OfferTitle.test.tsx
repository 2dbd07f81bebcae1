/** The heads of the pages of an offer and of a trader. */
import { expect, test } from 'vitest'
import type { Language } from '../../../domain/languages.ts'
import TraderPage from '../trader/TraderPage.tsx'
import { openPage } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID, offer } from '../../testing/samples.ts'
import OfferPage from './OfferPage.tsx'

const content = (name: string) =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')

const openOffer = (changes: Partial<typeof offer> = {}, language: Language = 'en') =>
  openPage(OfferPage, {
    path: '/offer/:offerId',
    address: `/offer/${ID}`,
    answers: { [`GET /api/offers/${ID}`]: { ...offer, ...changes } },
    language,
  })

test.each([
  ['en', 'Selling USDT for EUR at 0.934 by SEPA Instant', 'Limits: 10.00 – 1,000.00 EUR. Trader: karim, New trader.'],
  [
    'fr',
    'Vend des USDT contre EUR à 0,934 par SEPA Instant',
    'Limites\u00A0: 10,00 – 1\u202F000,00 EUR. Membre\u00A0: karim, Nouveau membre.',
  ],
  [
    'ar',
    'يبيع USDT مقابل EUR بسعر 0,934 عبر SEPA Instant',
    'الحدود: من 10,00 إلى 1\u202F000,00 EUR. المتداول: karim، متداول جديد.',
  ],
] as const)('the title of an offer says in %s what is offered', async (language, title, description) => {
  await openOffer({}, language)
  await waitFor(() => expect(document.title).toBe(`${title} · Sarraf`))
  expect([content('description'), content('og:image:alt'), content('robots')]).toEqual([description, title, undefined])
  const prefix = language === 'en' ? '' : `/${language}`
  expect(content('og:image')).toBe(`${location.origin}${prefix}/og/offer/${ID}.png?v=1`)
})

test('the description of an offer goes by what is left, and labels the record of a demo trader', async () => {
  await openOffer({ tradableUsdt: '267.558000', owner: { ...offer.owner, isDemo: true, completedTrades: 12 } })
  await waitFor(() =>
    expect(content('description')).toBe('Limits: 10.00 – 249.84 EUR. Trader: karim, Demo · 12 trades.'),
  )
})

test('an offer that takes no trades is not listed', async () => {
  await openOffer({ status: 'paused', type: 'buy' })
  await waitFor(() => expect(document.title).toBe('Buying USDT for EUR at 0.934 by SEPA Instant · Sarraf'))
  expect(content('robots')).toBe('noindex')
})

test.each([
  [false, '12 trades'],
  [true, 'Demo · 12 trades'],
])('the title of a trader (of the demonstration: %s) is the name with the record', async (isDemo, record) => {
  const reputation = {
    completedTrades: 12,
    completionRate: '97.5',
    medianPaySeconds: null,
    medianReleaseSeconds: null,
    rating: null,
    partners: 4,
    disputesLost: 0,
    disputesConfirmed: 0,
    disputesReleasedLate: 0,
    memberSince: '2026-11-22T09:41:00.000Z',
  }
  await openPage(TraderPage, {
    path: '/trader/:username',
    address: '/trader/karim',
    answers: {
      'GET /api/traders/karim': {
        username: 'karim',
        avatar: null,
        isVerified: true,
        isDemo,
        bio: '',
        location: '',
        reputation,
        methods: [],
      },
      'GET /api/traders/karim/open-offers': { offers: [] },
      'GET /api/traders/karim/ratings': { ratings: [], nextCursor: null },
    },
  })
  await waitFor(() => expect(document.title).toBe(`\u2068karim\u2069 · ${record} · Sarraf`))
  expect(content('description')).toBe(`Trader karim: ${record}, completion rate 97.5%.`)
  expect(content('og:image')).toBe(`${location.origin}/og/trader/karim.png?v=12`)
})
