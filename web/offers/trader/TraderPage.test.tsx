import { expect, test } from 'vitest'
import { openPage } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { offer } from '../../testing/samples.ts'
import TraderPage from './TraderPage.tsx'

const reputation = {
  completedTrades: 12,
  completionRate: '97.5',
  medianPaySeconds: 120,
  medianReleaseSeconds: 420,
  rating: null,
  partners: 4,
  disputesLost: 1,
  disputesConfirmed: 0,
  disputesReleasedLate: 0,
  memberSince: '2026-11-22T09:41:00.000Z',
}
const methods = [
  { paymentMethod: 'sepa_instant', completedTrades: 9, medianPaySeconds: 120, medianReleaseSeconds: 420 },
  { paymentMethod: 'd17', completedTrades: 3, medianPaySeconds: null, medianReleaseSeconds: 60 },
]

test('a trader’s page has the open offers with their buttons first, then the record by method and what counts', async () => {
  await openPage(TraderPage, {
    path: '/trader/:username',
    address: '/trader/karim',
    answers: {
      'GET /api/traders/karim': {
        username: 'karim',
        avatar: null,
        isVerified: true,
        isDemo: false,
        bio: '',
        location: '',
        reputation,
        methods,
      },
      'GET /api/traders/karim/open-offers': { offers: [offer] },
    },
  })
  const buttons = () => [...document.querySelectorAll('li a')].map((link) => link.textContent)
  await waitFor(() => expect(buttons().join(' ')).toContain('Buy from'))
  // The head of the page names the trader, with the record; the rows begin with the reader's side.
  const [row] = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(row).toMatch(/^You buy USDTFrom an account in your own name.Details0\.934 EUR/)
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(rows).toEqual([
    ['SEPA Instant', '9', '2 mins', '7 mins'],
    ['D17', '3', '–', '60 secs'],
  ])
  const headings = [...document.querySelectorAll('h2')].map((heading) => heading.textContent)
  expect(headings).toEqual(['Open offers', 'Trading record', 'By payment method', 'What counts', 'Ratings'])
  expect(document.querySelector('header')?.textContent.replaceAll('\u00A0', ' ')).toBe(
    // The tile begins with the initial.
    'KkarimEmail confirmed12 trades · 97.5% completed · releases in 7 mins',
  )
  expect(document.body.textContent).toContain('Trades with the same trader count once in 30 days.')
})

test('bio and location have their own direction, so that a full stop stays at the end of its sentence', async () => {
  const bio = 'Online every evening.'
  const trader = {
    username: 'karim',
    avatar: null,
    isVerified: true,
    isDemo: false,
    bio,
    location: 'Sfax',
    reputation,
    methods,
  }
  await openPage(TraderPage, {
    path: '/trader/:username',
    address: '/trader/karim',
    answers: { 'GET /api/traders/karim': trader, 'GET /api/traders/karim/open-offers': { offers: [] } },
  })
  const apart = () => [...document.querySelectorAll('bdi')].map((element) => element.textContent)
  await waitFor(() => expect(apart()).toEqual(expect.arrayContaining([bio, 'Sfax'])))
})

test('the title isolates the name, so that an Arabic record after it is read from the right', async () => {
  const trader = {
    username: 'karim',
    avatar: null,
    isVerified: true,
    isDemo: false,
    bio: '',
    location: '',
    reputation,
    methods,
  }
  await openPage(TraderPage, {
    path: '/trader/:username',
    address: '/trader/karim',
    answers: { 'GET /api/traders/karim': trader, 'GET /api/traders/karim/open-offers': { offers: [] } },
    language: 'ar',
  })
  await waitFor(() => expect(document.title).toBe('\u2068karim\u2069 · 12 صفقة · Sarraf'))
})
