/** Every page that loads data says what it waits for, says when it failed, and loads again. */
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OfferPage } from '../../domain/api/offers/offers.ts'
import { OfferBoard } from '../offers/market/OfferBoard.tsx'
import OffersPage from '../offers/market/OffersPage.tsx'
import { ProfileSection } from '../profiles/ProfileSection.tsx'
import { alerts, openPage, pending, pressButton, refusal, text, type Answers } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { dashboard, notificationSettings, offer, profile, user } from '../testing/samples.ts'
import TradesPage from '../trades/list/TradesPage.tsx'
import { WithDashboard } from './WithDashboard.tsx'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

const PAGES: readonly [string, ComponentType, string, object, { waiting: string; failed: string; loaded: string }][] = [
  [
    'the profile',
    ProfileSection,
    'GET /api/profile',
    profile,
    { waiting: 'Loading profile…', failed: 'Failed to load profile', loaded: 'amina@example.org' },
  ],
  [
    'the dashboard',
    () => <WithDashboard>{() => 'Total volume'}</WithDashboard>,
    'GET /api/dashboard',
    dashboard,
    { waiting: 'Loading dashboard…', failed: UNEXPECTED, loaded: 'Total volume' },
  ],
  [
    'the offers',
    () => <OfferBoard side="buy" filters={{}} query={{}} page={1} />,
    'GET /api/offers',
    {
      offers: [offer],
      total: { count: 1, isExact: true },
      nextCursor: null,
      previousCursor: null,
      searched: null,
      now: offer.createdAt,
    } satisfies OfferPage,
    { waiting: 'Loading offers…', failed: UNEXPECTED, loaded: 'karim' },
  ],
  [
    'the trades',
    TradesPage,
    'GET /api/trades',
    { trades: [], nextCursor: null },
    { waiting: 'Loading trades…', failed: UNEXPECTED, loaded: 'No trades yet' },
  ],
]

afterEach(() => vi.unstubAllGlobals())

test.each(PAGES)('%s says what it waits for', async (_, Page, address, answer, { waiting, loaded }) => {
  const ready = Promise.withResolvers<Response>()
  await open(Page, { [address]: () => ready.promise })
  await waitFor(() => expect(names()).toContain(waiting))
  ready.resolve(Response.json(answer))
  await waitFor(() => expect(text()).toContain(loaded))
  expect(names()).not.toContain(waiting)
})

test.each(PAGES)('%s says when it failed to load, and loads again', async (_, Page, address, answer, texts) => {
  const opened = await open(Page, { [address]: refusal('internal') })
  await waitFor(() => expect(alerts()[0]).toContain(texts.failed))
  opened.answer({ [address]: answer })
  await pressButton('Try again')
  await waitFor(() => expect(text()).toContain(texts.loaded))
  await waitFor(() => expect(alerts()).toEqual([]))
})

test.each([
  ['a failure of the server', 3, refusal('internal')],
  ['a lost connection', 3, () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a refusal', 1, refusal('not_found')],
])('after %s, a page asks %i times in all before it says that it failed', async (_, times, answer) => {
  const seen: string[][] = []
  const asked = () => {
    seen.push(alerts())
    return answer()
  }
  await open(ProfileSection, { 'GET /api/profile': asked }, { retries: true })
  await waitFor(() => expect(alerts().join()).toContain('Failed to load profile'))
  expect(seen).toEqual(Array.from({ length: times }, () => []))
})

test('the market says what its counts wait for', async () => {
  const answers = { 'GET /api/offers': pending, 'GET /api/market/counts': pending }
  await openPage(OffersPage, { path: '/', answers })
  await waitFor(() => expect(names().split('Loading offers…')).toHaveLength(3))
})

function open(Page: ComponentType, answers: Answers, more: { retries?: boolean } = {}) {
  return openPage(Page, {
    path: '/',
    ...more,
    answers: {
      'GET /api/session': { user },
      'GET /api/my-offers': pending,
      'GET /api/notifications/settings': notificationSettings,
      // Of the other parts of the pages: without an answer they would fail, and their alerts appear at any time.
      'GET /api/push': pending,
      'GET /api/telegram': pending,
      'GET /api/trades/waiting': { trades: [], now: offer.createdAt },
      'GET /api/dashboard': pending,
      'GET /api/payment-accounts': pending,
      ...answers,
    },
  })
}

/** The text and the names of what is loading. */
function names(): string {
  const labels = [...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label'))
  return [text(), ...labels].join(' ')
}
