import { afterEach, expect, test, vi } from 'vitest'
import type { Trade } from '../../domain/api.ts'
import { RELEASE_FACTOR_ABOVE_USDT } from '../../domain/factors.ts'
import { alerts, expectAccessible, findButton, openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { ID, trade } from '../testing/samples.ts'
import { useTrade } from './queries.ts'
import { TradeActions } from './TradeActions.tsx'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const PAID: Partial<Trade> = { status: 'payment_sent' }
const SELLER: Partial<Trade> = { role: 'seller', status: 'payment_sent' }

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['Cancel trade', 'cancel', {}, 'Failed to cancel trade. Please try again.'],
  ['Confirm payment received', 'confirm-receipt', SELLER, 'Failed to complete trade. Please try again.'],
  ['Withdraw “paid”', 'withdraw-payment-mark', PAID, UNEXPECTED],
] as const)(
  '%s asks first; a failure stays in the question, which can be repeated',
  async (move, path, state, reason) => {
    const { answer, calls } = await open(state, path)
    await pressButton(move)
    await waitFor(() => expect(document.querySelector('[role=alertdialog]')).not.toBeNull())
    await expectAccessible()
    await pressButton(move)
    await waitFor(() => expect(alerts()).toEqual([reason]))
    await expectAccessible()
    answer({ [`POST /api/trades/${ID}/${path}`]: { ...trade, ...state, version: 2 } })
    await pressButton(move)
    await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
    expect(calls.filter((call) => call.endsWith(path))).toHaveLength(2)
  },
)

test('a mark as paid that failed is reported above the buttons until it succeeds', async () => {
  const { answer } = await open({}, 'mark-paid')
  await pressButton('I have sent the payment')
  await waitFor(() => expect(alerts()).toEqual([UNEXPECTED]))
  answer({
    [`POST /api/trades/${ID}/mark-paid`]: { ...trade, ...PAID, version: 2 },
    [`GET /api/trades/${ID}`]: { ...trade, ...PAID, version: 2 },
  })
  await pressButton('I have sent the payment')
  await waitFor(() => expect(findButton('Withdraw “paid”')).toBeDefined())
  expect(alerts()).toEqual([])
})

test.each([
  ['Cancel trade', 'cancel', {}, 'cancel_too_late', PAID, /only be cancelled before payment is sent/],
  ['Confirm payment received', 'confirm-receipt', SELLER, 'payment_not_sent', { role: 'seller' }, /must be sent first/],
] as const)('a late %s closes the question, shows the reason, and loads the trade', async (...row) => {
  const [move, path, state, code, next, reason] = row
  const { answer } = await open(state, path)
  await pressButton(move)
  answer({
    [`POST /api/trades/${ID}/${path}`]: refusal(code),
    [`GET /api/trades/${ID}`]: { ...trade, ...next, version: 2 },
  })
  await pressButton(move)
  await waitFor(() => expect(alerts()[0]).toMatch(reason))
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
  await waitFor(() => expect(findButton(move)?.disabled).toBe(true))
})

test.each([
  [
    'release_held',
    { hours: 23 },
    'This account was recovered recently, so it can’t release USDT for another 23 hours. To lift the hold, sign in with an authenticator app or a passkey that you added at least a day before the recovery.',
  ],
  [
    'release_factor_off',
    { amountUsdt: RELEASE_FACTOR_ABOVE_USDT },
    'Your first release above 1000 USDT needs an authenticator app or a passkey. Turn one on under Security in your dashboard.',
  ],
  [
    'release_factor_new',
    { amountUsdt: RELEASE_FACTOR_ABOVE_USDT, hours: 1 },
    'Your authenticator app or passkey is too new for your first release above 1000 USDT. Try again in 1 hour.',
  ],
] as const)(
  '%s closes the question and stays above the button, which can be pressed again',
  async (code, values, reason) => {
    const { answer } = await open(SELLER, 'confirm-receipt')
    answer({ [`POST /api/trades/${ID}/confirm-receipt`]: refusal(code, { values }) })
    await pressButton('Confirm payment received')
    await pressButton('Confirm payment received')
    await waitFor(() => expect(alerts()).toEqual([reason]))
    await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
    expect(findButton('Confirm payment received')?.disabled).toBe(false)
    await expectAccessible()
  },
)

test('the question before a cancellation can be declined', async () => {
  const { calls } = await open({}, 'cancel')
  await pressButton('Cancel trade')
  await waitFor(() =>
    expect(text()).toContain('Are you sure you want to cancel this trade? This action cannot be undone.'),
  )
  await pressButton('Go back')
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('the question before a receipt names the amount', async () => {
  await open(SELLER, 'confirm-receipt')
  await pressButton('Confirm payment received')
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('150.00 EUR'))
})

async function open(state: Partial<Trade>, failing: string) {
  const opened = await openPage(Actions, {
    path: '/',
    answers: {
      [`GET /api/trades/${ID}`]: { ...trade, ...state },
      [`POST /api/trades/${ID}/${failing}`]: refusal('internal'),
    },
  })
  await waitFor(() => expect(text()).toContain('Trade actions'))
  return opened
}

function Actions() {
  const { data } = useTrade(ID)
  return data ? <TradeActions trade={data} /> : null
}
