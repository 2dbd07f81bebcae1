/** Several offers selected on My Offers. */
import { afterEach, expect, test, vi } from 'vitest'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import {
  alerts,
  expectAccessible,
  field,
  fill,
  findButton,
  openPage,
  pressButton,
  refusal,
  text,
} from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, myOffer, offer, user } from '../../testing/samples.ts'
import MyOffersPage from './MyOffersPage.tsx'

const SECOND = ID.replace(/0$/, '1')
const mine: MyOffer = {
  ...myOffer,
  stats: {
    tradesOpened: 8,
    tradesCompleted: 6,
    completionRate: '75.0',
    volumeUsdt: '1200.000000',
    lastTradeAt: offer.createdAt,
  },
}
const RATE = {
  fiatCurrency: 'EUR',
  rate: '0.92',
  sources: ['fixed'],
  asOf: offer.createdAt,
  unavailableSince: null,
  isAvailable: true,
}
const offers = [mine, { ...mine, id: SECOND, pricePercentage: '9.8' }]

const open = (shown: MyOffer[] = offers) =>
  openPage(MyOffersPage, {
    path: '/my-offers',
    answers: {
      'GET /api/session': { user },
      'GET /api/my-offers': { offers: shown, nextCursor: null },
      'GET /api/market': { asset: 'USDT', rates: [RATE] },
    },
  })

afterEach(() => vi.unstubAllGlobals())

test('prices are shifted together, not beyond the limits, and undone by a second press', async () => {
  const { calls, answer } = await open()
  await pressButton('Select all')
  expect(text()).toContain('2 offers selected')
  await pressButton('Change prices')
  await waitFor(() => expect(document.activeElement).toBe(field('Percentage points')))
  await fill('Percentage points', '0.5')
  await pressButton('Change prices')
  await waitFor(() => expect(text()).toContain('Price percentage must be between -10% and +10%'))
  await fill('Percentage points', '-0.5')
  expect(text()).toContain('+9.8% → +9.3%')
  await waitFor(() => expect(text()).toContain('0.934 → 0.929 EUR'))
  await expectAccessible()
  const changed = offers.map((each) => ({ ...each, version: 2 }))
  answer({ 'POST /api/my-offers/changes': { offers: changed } })
  await pressButton('Change prices')
  await waitFor(() => expect(text()).toContain('2 offers changed.'))
  await pressButton('Undo')
  await waitFor(() => expect(text()).toContain('Undone.'))
  expect(calls.filter((name) => name === 'POST /api/my-offers/changes')).toHaveLength(2)
})

test('of active and paused offers, those are paused that are active', async () => {
  const { answer } = await open([mine, { ...offers[1]!, status: 'paused' }])
  answer({ 'POST /api/my-offers/changes': { offers: [] } })
  const bodies: string[] = []
  const answered = fetch
  vi.stubGlobal('fetch', (to: string, init: RequestInit = {}) => {
    if (typeof init.body === 'string') bodies.push(init.body)
    return answered(to, init)
  })
  await pressButton('Select all')
  await pressButton('Pause')
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(JSON.parse(bodies[0]!)).toEqual({ offers: [{ status: 'paused', offerId: ID, seenVersion: mine.version }] })
})

test('refused offers are named with their reason', async () => {
  await open().then(({ answer }) =>
    answer({
      'POST /api/my-offers/changes': refusal('offers_unchanged', {
        values: { count: 1 },
        details: { refused: [{ offerId: SECOND, code: 'offer_wrong_status' }] },
      }),
    }),
  )
  await waitFor(() => expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(2))
  for (const box of document.querySelectorAll<HTMLElement>('input[type=checkbox]')) await press(box)
  await pressButton('Pause')
  await waitFor(() => expect(alerts()).toHaveLength(1))
  expect(alerts()[0]).toContain('No offer was changed, because 1 offer can’t be changed this way.')
  expect(alerts()[0]).toContain(
    'Selling USDT, SEPA Instant, 10.00 – 1,000.00 EUR: This offer has changed. Reload the page and try again.',
  )
})

test('an offer shows its stats and is refilled from its menu', async () => {
  const { answer } = await open()
  await waitFor(() => expect(text()).toContain('8 trades opened'))
  for (const figure of ['6 completed (75.0%)', 'Volume: 1,200.00 USDT', 'Last trade: 22 Nov 2026'])
    expect(text()).toContain(figure)
  await pressInMenu('Refill')
  await fill('USDT left for new trades', '0')
  await pressButton('Refill')
  await waitFor(() => expect(text()).toContain('Available USDT must be a number greater than 0'))
  answer({ [`POST /api/offers/${SECOND}/refill`]: offers[1]!, [`POST /api/offers/${ID}/refill`]: offers[0]! })
  await fill('USDT left for new trades', '500')
  await pressButton('Refill')
  await waitFor(() => expect(text()).toContain('Offer refilled.'))
})

test('the question before a deletion names the offer, and its open trades', async () => {
  await open([{ ...mine, openTrades: 2 }])
  await pressInMenu('Delete')
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('SEPA Instant'))
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Its 2 open trades continue.')
})

test('a suspended user pauses without an undo, which would be refused, and creates no offer', async () => {
  const suspended = { ...user, suspension: { at: offer.createdAt, reason: 'False proofs of payment.' } }
  for (const [reader, isPossible] of [
    [user, true],
    [suspended, false],
  ] as const) {
    await openPage(MyOffersPage, {
      path: '/my-offers',
      answers: {
        'GET /api/session': { user: reader },
        'GET /api/my-offers': { offers: [mine], nextCursor: null },
        [`POST /api/offers/${ID}/pause`]: { ...mine, status: 'paused' },
      },
    })
    await waitFor(() => expect(text()).toContain('SEPA Instant'))
    expect(text().includes('Create offer')).toBe(isPossible)
    await pressInMenu('Pause')
    await waitFor(() => expect(text()).toContain('Offer paused. No new trades can be opened.'))
    expect(findButton('Undo') !== undefined).toBe(isPossible)
  }
})

test('the price of one offer is changed from its menu; a refusal stays in the dialog', async () => {
  const { answer } = await open()
  await waitFor(() => expect(text()).toContain('8 trades opened'))
  await pressInMenu('Change price')
  await fill('Percentage points', '-0.5')
  expect(text()).toContain('+9.8% → +9.3%')
  answer({
    'POST /api/my-offers/changes': refusal('offers_unchanged', {
      values: { count: 1 },
      details: { refused: [{ offerId: SECOND, code: 'offer_wrong_status' }] },
    }),
  })
  await pressButton('Change price')
  await waitFor(() => expect(alerts()).toEqual(['This offer has changed. Reload the page and try again.']))
  answer({ 'POST /api/my-offers/changes': { offers: [{ ...offers[1], version: 2, pricePercentage: '9.3' }] } })
  await pressButton('Change price')
  await waitFor(() => expect(text()).toContain('1 offer changed.'))
  await waitFor(() => expect(text()).not.toContain('Percentage points'))
})

async function pressInMenu(name: string): Promise<void> {
  await pressButton('Offer menu: EUR, SEPA Instant')
  const item = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === name)
  await waitFor(() => expect(item()).toBeDefined())
  await press(item()!)
}
