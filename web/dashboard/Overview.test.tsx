import { afterEach, expect, test, vi } from 'vitest'
import type { Dashboard } from '../../domain/api/profiles/profiles.ts'
import type { User } from '../../domain/api/accounts/sessions.ts'
import type { WaitingTrade } from '../../domain/api/trades/waiting-trades.ts'
import { shortId } from '../../domain/trades/trades.ts'
import { WAITING_ACTS } from '../../domain/trades/waiting-trades.ts'
import { alerts, expectAccessible, openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { dashboard, trade, user, waitingTrade } from '../testing/samples.ts'
import TradesPage from '../trades/list/TradesPage.tsx'
import { Overview } from './Overview.tsx'

const NOW = '2026-11-22T09:41:00.000Z'
const OTHER = '11111111-0000-4000-8000-000000000000'
const withTrades = {
  ...dashboard,
  statuses: dashboard.statuses.map((each) => (each.status === 'awaiting_payment' ? { ...each, trades: 2 } : each)),
  recentTrades: [trade],
  escrow: { locked: '800.116430', incoming: '159.830799' },
} satisfies Dashboard

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('what waits for the reader comes first, in the order of the server, with its act, the time left and its room', async () => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] })
  const urgent = { ...waitingTrade, tradeId: OTHER, act: 'confirm', deadline: '2026-11-22T09:46:00.000Z' } as const
  await open(withTrades, [urgent, waitingTrade])
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]!.textContent).toContain(
    'Check your account for 150.00 EUR from karim, then confirm that you received it',
  )
  expect(rows()[0]!.textContent).toContain('Otherwise a dispute opens.')
  expect(rows()[0]!.querySelector('[role=timer]')?.textContent).toBe('05:00')
  expect(rows()[0]!.querySelector('a')?.getAttribute('href')).toBe(`/trade/${OTHER}`)
  // The most urgent one is the page's main act.
  expect([...document.querySelectorAll('a.bg-accent, button.bg-accent')]).toEqual([rows()[0]!.querySelector('a')])
  expect(rows()[1]!.textContent).toContain('Pay 150.00 EUR to karim by SEPA Instant, then mark the trade as paid')
  const order = ['Action needed', 'Your USDT in escrow', '800.12 USDT', '159.83 USDT', 'Total volume', 'Recent']
  expect(order.map((words) => text().indexOf(words)).toSorted((a, b) => a - b)).toEqual(
    order.map((words) => text().indexOf(words)),
  )
  expect(text()).toContain('Action needed')
  await expectAccessible()
})

test.each(WAITING_ACTS)('%s says what to do and what happens otherwise', async (act) => {
  await open(withTrades, [{ ...waitingTrade, act, deadline: null }])
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]!.querySelectorAll('p')).toHaveLength(2)
  expect(rows()[0]!.textContent).toMatch(/karim.*Otherwise/)
  expect(rows()[0]!.querySelector('[role=timer]')).toBeNull()
})

test('two disputes with one trader differ by amount and number', async () => {
  const state = { ...waitingTrade, act: 'state' } as const
  await open(withTrades, [state, { ...state, tradeId: OTHER, amountFiat: '75.00' }])
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]!.textContent).toContain('in the dispute with karim about 150.00 EUR')
  expect(rows()[1]!.textContent).toContain('in the dispute with karim about 75.00 EUR')
  expect(rows()[1]!.textContent).toContain(`#${shortId(OTHER)} · Otherwise`)
})

test('the figures lead to the lists that they count, and the latest trades to all of them', async () => {
  await open(withTrades, [])
  await waitFor(() => expect(text()).toContain('Recent trades'))
  const addressOf = (name: string) =>
    [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.getAttribute('href')
  expect(['Success rate', 'Completed', 'Active', 'Offers', 'Rating', 'All my trades'].map(addressOf)).toEqual([
    '/account?tab=reputation',
    '/trades?state=completed',
    '/trades?state=open',
    '/my-offers',
    '/account?tab=reputation',
    '/trades',
  ])
})

test('with open trades that wait for others it says so, and with none it has no such words', async () => {
  await open(withTrades, [])
  await waitFor(() => expect(text()).toContain('Nothing needs your action.'))
  expect(text()).not.toContain('Action needed')
})

test('before the first trade it leads to the offers, the form of an offer and the rehearsal', async () => {
  await open(dashboard, [])
  await waitFor(() => expect(text()).toContain('Your first trade'))
  // Neither zeros nor lists without rows.
  for (const words of ['Total volume', 'Success rate', 'Recent trades', 'Activity']) expect(text()).not.toContain(words)
  expect(text()).not.toContain('Nothing needs your action.')
  const links = [...document.querySelectorAll('li a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Browse offers', '/offers'],
    ['Create your first offer', '/create-offer'],
    ['Start a rehearsal', '/rehearsal'],
  ])
  await expectAccessible()
})

test('before the first trade, a trader with an offer sees the figures, and a way to the offer', async () => {
  await open({ ...dashboard, activeOffers: 1 }, [])
  await waitFor(() => expect(text()).toMatch(/Your first trade.*Success rate/s))
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Go to my offers')
  expect(link?.getAttribute('href')).toBe('/my-offers')
})

test('where what waits cannot be read, the figures are shown with a retry', async () => {
  const opened = await open(withTrades, refusal('internal'))
  await waitFor(() => expect(alerts()).toHaveLength(1))
  expect(text()).toContain('Total volume')
  opened.answer({ 'GET /api/trades/waiting': { trades: [waitingTrade], now: NOW } })
  await pressButton('Try again')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(alerts()).toEqual([])
})

test.each([
  ['without trades', dashboard],
  ['with trades', withTrades],
] as const)('a suspended trader %s is led neither to an offer’s form nor to the market', async (_, figures) => {
  const suspension = { at: NOW, reason: 'False proofs of payment.' }
  await open(figures, [], { ...user, suspension })
  await waitFor(() => expect(text()).toContain('Total volume'))
  const addresses = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
  expect(addresses.filter((to) => to?.startsWith('/create-offer') || to?.startsWith('/offers'))).toEqual([])
})

test.each([
  [['release'], 1],
  [['chat'], 0],
])('a team member with %j sees %i payments to confirm for the owner, above the trades', async (roles, shown) => {
  const actingFor = { id: OTHER, username: 'owner', avatar: null, roles }
  const { calls } = await openPage(TradesPage, {
    path: '/',
    answers: {
      'GET /api/session': { user, actingFor },
      'GET /api/trades': { trades: [trade], nextCursor: null },
      'GET /api/trades/waiting': { trades: [{ ...waitingTrade, act: 'confirm' }], now: NOW },
    },
  })
  await waitFor(() => expect(text()).toContain('Trade with karim'))
  expect(rows()).toHaveLength(shown)
  expect(text()).not.toContain('your account')
  expect(calls.filter((each) => each === 'GET /api/trades/waiting')).toHaveLength(shown)
})

function open(figures: Dashboard, waiting: WaitingTrade[] | (() => Promise<Response>), reader: User = user) {
  return openPage(Overview, {
    path: '/',
    answers: {
      'GET /api/session': { user: reader },
      'GET /api/dashboard': figures,
      'GET /api/trades/waiting': Array.isArray(waiting) ? { trades: waiting, now: NOW } : waiting,
    },
  })
}

function rows(): HTMLElement[] {
  const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === 'Action needed')
  return [...(heading?.closest('section')?.querySelectorAll('li') ?? [])]
}
