import { expect, test } from 'vitest'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { ERRORS } from '../../../domain/errors.ts'
import type { Language } from '../../../domain/languages.ts'
import { expectAccessible, fill, openPage, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID, offer, user } from '../../testing/samples.ts'
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

test.each([
  ['karim', ['offers'], 'This is karim’s offer', true],
  ['karim', ['chat'], 'This is karim’s offer', false],
  ['amina', ['offers'], 'Team members don’t open trades.', false],
])('a team member who acts for %s with %j reads: %s', async (username, roles, expected, hasEdit) => {
  await open({}, 'en', user, { id: ID, username, avatar: null, roles })
  await waitFor(() => expect(text()).toContain(expected))
  expect(text()).not.toContain('Open trade')
  expect(text()).not.toContain('Report')
  expect([...document.querySelectorAll('a')].some(({ textContent }) => textContent === 'Edit')).toBe(hasEdit)
})

test('a suspended trader reads why in place of the amount', async () => {
  await open({}, 'en', { ...user, suspension: { at: offer.createdAt, reason: 'False proofs.' } })
  await waitFor(() => expect(text()).toContain('Your account is suspended: “\u2068False proofs.\u2069”'))
  expect(text()).not.toContain('Open trade')
})

test('an arbiter reads why in place of the amount', async () => {
  await open({}, 'en', { ...user, roles: ['arbiter'] })
  await waitFor(() => expect(text()).toContain(ERRORS.arbiter_may_not_trade.text))
  expect(text()).not.toContain('Open trade')
})

test('a visitor takes the amount along to sign in, if it is within the limits', async () => {
  await open({}, 'en', null)
  const link = () => [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Sign in to trade')
  const next = () => new URL(link()!.href).searchParams.get('next')
  await waitFor(() => expect(next()).toBe(`/trade/new?offer=${ID}`))
  await fill('You pay', '150')
  expect(next()).toBe(`/trade/new?offer=${ID}&amount=150`)
  expect(text()).toContain('You receive 159.830799 USDT after the fee')
  await fill('You pay', '5')
  expect(next()).toBe(`/trade/new?offer=${ID}`)
  expect(text()).toContain('Limits 10.00 – 1,000.00 EUR')
})

test('where open trades leave less than the limit, the page, its field and its link go by what is left', async () => {
  await open({ tradableUsdt: '267.558000' }, 'en', null)
  const link = () => [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Sign in to trade')
  const next = () => new URL(link()!.href).searchParams.get('next')
  await waitFor(() => expect(text()).toContain('10.00 – 249.84 EUR'))
  // Rounded it would be 267.56, more than may be traded.
  expect(text()).toContain('10.71 – 267.55 USDT')
  await fill('You pay', '249.84')
  expect(next()).toBe(`/trade/new?offer=${ID}&amount=249.84`)
  await fill('You pay', '249.85')
  expect(next()).toBe(`/trade/new?offer=${ID}`)
  expect(text()).toContain('Limits 10.00 – 249.84 EUR')
})

test('where not even the smallest trade is left, the page shows only where the limits begin', async () => {
  const refusal = { code: 'counterparty_limit', values: { availableUsdt: '5.000000' } }
  await open({ tradableUsdt: '5.000000', refusal })
  await waitFor(() => expect(text()).toContain('from 10.00 EUR'))
  expect(text()).toContain('from 10.71 USDT')
  expect(text()).not.toContain('1,000.00')
})

test('how a trade works is explained to visitors only', async () => {
  await open({}, 'en', null)
  await waitFor(() => expect(text()).toContain('How a trade works'))
  await open({})
  await waitFor(() => expect(text()).toContain('Open trade'))
  expect(text()).not.toContain('How a trade works')
})

test('an offer that takes no trades leads to others of its currency and side', async () => {
  await open({ status: 'paused' }, 'en', null)
  await waitFor(() => expect(text()).toContain(ERRORS.offer_unavailable.text))
  const others = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Browse other offers')
  expect(others?.getAttribute('href')).toBe('/offers/buy?currency=EUR')
})

function open(
  changes: Partial<Offer>,
  language: Language = 'en',
  reader: typeof user | null = user,
  actingFor?: object,
) {
  return openPage(OfferPage, {
    path: '/offer/:offerId',
    address: `/offer/${ID}`,
    language,
    answers: {
      'GET /api/session': { user: reader, ...(actingFor && { actingFor }) },
      [`GET /api/offers/${ID}`]: { ...offer, ...changes },
    },
  })
}
