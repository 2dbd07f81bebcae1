/** Several offers selected on My Offers. */
import { afterEach, expect, test, vi } from 'vitest'
import type { MyOffer } from '../../domain/api.ts'
import { alerts, expectAccessible, fill, openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { press, waitFor } from '../testing/render.tsx'
import { ID, offer, user } from '../testing/samples.ts'
import MyOffersPage from './MyOffersPage.tsx'

const SECOND = ID.replace(/0$/, '1')
const mine: MyOffer = {
  ...offer,
  hidden: null,
  isCurrencyAvailable: true,
  paymentAccountId: offer.id,
  firstMessage: '',
  hoursOnly: false,
  maxOpenTrades: 5,
  openTrades: 0,
  availableUsdt: null,
  inventoryUsdt: null,
  stats: {
    tradesOpened: 8,
    tradesCompleted: 6,
    completionRate: '75.0',
    volumeUsdt: '1200.000000',
    lastTradeAt: offer.createdAt,
  },
}
const offers = [mine, { ...mine, id: SECOND, pricePercentage: '9.8' }]

const open = () =>
  openPage(MyOffersPage, {
    path: '/my-offers',
    answers: { 'GET /api/session': { user }, 'GET /api/my-offers': { offers, nextCursor: null } },
  })

afterEach(() => vi.unstubAllGlobals())

test('prices are shifted together, not beyond the limits, and undone by a second press', async () => {
  const { calls, answer } = await open()
  await pressButton('Select all')
  expect(text()).toContain('2 offers selected')
  await pressButton('Change prices')
  await fill('Percentage points', '0.5')
  await pressButton('Change prices')
  await waitFor(() => expect(text()).toContain('Price percentage must be between -10% and +10%'))
  await fill('Percentage points', '-0.5')
  expect(text()).toContain('+9.8% → +9.3%')
  await expectAccessible()
  const changed = offers.map((each) => ({ ...each, version: 2 }))
  answer({ 'POST /api/my-offers/changes': { offers: changed } })
  await pressButton('Change prices')
  await waitFor(() => expect(text()).toContain('2 offers changed.'))
  await pressButton('Undo')
  await waitFor(() => expect(text()).toContain('Undone.'))
  expect(calls.filter((name) => name === 'POST /api/my-offers/changes')).toHaveLength(2)
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
    'Selling USDT, SEPA Instant, 10.00 – 1,000.00 EUR: This offer has changed. Reload it and try again.',
  )
})

test('an offer shows its stats and is refilled from its menu', async () => {
  const { answer } = await open()
  await waitFor(() => expect(text()).toContain('8 trades opened'))
  for (const figure of ['6 completed (75.0%)', 'Volume: 1,200.000000 USDT', 'Last trade: 22 Nov 2026'])
    expect(text()).toContain(figure)
  await pressButton('Offer menu')
  const item = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((each) => each.textContent === 'Refill')
  await waitFor(() => expect(item()).toBeDefined())
  await press(item()!)
  await fill('USDT left for new trades', '0')
  await pressButton('Refill')
  await waitFor(() => expect(text()).toContain('Available USDT must be a number greater than 0'))
  answer({ [`POST /api/offers/${SECOND}/refill`]: offers[1]!, [`POST /api/offers/${ID}/refill`]: offers[0]! })
  await fill('USDT left for new trades', '500')
  await pressButton('Refill')
  await waitFor(() => expect(text()).toContain('Offer refilled.'))
})
