import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { RELEASE_FACTOR_ABOVE_USDT } from '../../../domain/accounts/factors.ts'
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
import { ID, proof, trade } from '../../testing/samples.ts'
import { useTrade } from '../queries.ts'
import { TradeMoves } from './TradeMoves.tsx'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const PAID: Partial<Trade> = { status: 'payment_sent', paidAt: trade.now, markFinalAt: trade.now }
const BUYER_WITH_RECORD: Partial<Trade> = { buyer: { ...trade.buyer, completedTrades: 1 } }
const SELLER: Partial<Trade> = { role: 'seller', status: 'payment_sent', paidAt: '2020-01-01T00:00:00.000Z' }

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['Cancel trade', 'cancel', {}, 'Failed to cancel trade. Please try again.'],
  ['Undo “paid”', 'withdraw-payment-mark', PAID, UNEXPECTED],
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

test.each([
  ['I have sent the payment', 'mark-paid', BUYER_WITH_RECORD, UNEXPECTED],
  ['Confirm payment received', 'confirm-receipt', SELLER, 'Failed to complete trade. Please try again.'],
] as const)('%s opens a form; a failure stays in it, and it can be sent again', async (move, path, state, reason) => {
  const { answer, calls } = await open(state, path)
  answer({ [`GET /api/trades/${ID}/files`]: { files: [] } })
  await fillForm(move)
  await expectAccessible()
  await pressButton(move)
  await waitFor(() => expect(alerts()).toEqual([reason]))
  await expectAccessible()
  answer({ [`POST /api/trades/${ID}/${path}`]: { ...trade, ...state, version: 2 } })
  await pressButton(move)
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(calls.filter((call) => call.endsWith(path))).toHaveLength(2)
})

test.each([
  ['I have sent the payment', {}, [['Name on the account you paid from', 'Enter the name as the account shows it.']]],
  [
    'Confirm payment received',
    SELLER,
    [
      ['I have checked my own account, and the money is there.', 'Check your account first, then tick this.'],
      ['Sender’s name', 'Enter the name as the account shows it.'],
    ],
  ],
] as const)('%s sends nothing before its form is complete', async (move, state, problems) => {
  const { calls } = await open(state, 'cancel')
  await pressButton(move)
  await waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
  await pressButton(move)
  for (const [, problem] of problems) await waitFor(() => expect(text()).toContain(problem))
  await expectAccessible()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test.each([
  ['Cancel trade', 'cancel', {}, 'cancel_too_late', PAID, /only be cancelled before payment is sent/],
  ['Confirm payment received', 'confirm-receipt', SELLER, 'payment_not_sent', { role: 'seller' }, /must be sent first/],
] as const)('a late %s closes the question, shows the reason, and loads the trade', async (...row) => {
  const [move, path, state, code, next, reason] = row
  const { answer } = await open(state, path)
  if (path === 'confirm-receipt') await fillForm(move)
  else await pressButton(move)
  answer({
    [`POST /api/trades/${ID}/${path}`]: refusal(code),
    [`GET /api/trades/${ID}`]: { ...trade, ...next, version: 2 },
  })
  await pressButton(move)
  await waitFor(() => expect(alerts()[0]).toMatch(reason))
  await waitFor(() => expect(document.querySelector('[role=alertdialog], [role=dialog]')).toBeNull())
  await waitFor(() => expect(findButton(move)?.disabled ?? true).toBe(true))
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
    'Your first release above 1000 USDT needs an authenticator app or a passkey. Turn one on under Security in your settings.',
  ],
  [
    'release_factor_new',
    { amountUsdt: RELEASE_FACTOR_ABOVE_USDT, hours: 1 },
    'You added your authenticator app or passkey too recently for a first release above 1000 USDT. Try again in 1 hour.',
  ],
] as const)(
  '%s closes the question and stays above the button, which can be pressed again',
  async (code, values, reason) => {
    const { answer } = await open(SELLER, 'confirm-receipt')
    answer({ [`POST /api/trades/${ID}/confirm-receipt`]: refusal(code, { values }) })
    await fillForm('Confirm payment received')
    await pressButton('Confirm payment received')
    await waitFor(() => expect(alerts()).toEqual([reason]))
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
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

test.each([
  ['buyer', true],
  ['seller', false],
] as const)(
  'before a cancellation the %s is told what it does to a payment that was sent: %s',
  async (role, isTold) => {
    await open({ role }, 'cancel')
    await pressButton('Cancel trade')
    await waitFor(() => expect(text()).toContain('This action cannot be undone.'))
    expect(text().includes('If you’ve already paid, don’t cancel')).toBe(isTold)
  },
)

test.each(['no_match', 'match'] as const)('before a cancellation that costs the bond, after %s', async (answer) => {
  await open({ bond: { amount: '5.000000', state: 'locked' }, bankAnswer: { answer, at: trade.now } }, 'cancel')
  await pressButton('Cancel trade')
  await waitFor(() => expect(text()).toContain('You lose the bond to the seller if'))
  expect(text().includes('your bond is returned to you immediately')).toBe(answer === 'no_match')
})

test('the undoing of “paid” is off after its time, and says what is left', async () => {
  const marked = { paidAt: '2020-01-01T00:00:00.000Z', markFinalAt: '2020-01-01T00:15:00.000Z' }
  await open({ ...PAID, ...marked, now: '2020-01-01T00:16:00.000Z' }, 'cancel')
  expect(findButton('Undo “paid”')?.disabled).toBe(true)
  expect(text()).toContain(
    '“Paid” can be undone within 15 minutes only. If you haven’t paid, open a dispute and concede it.',
  )
  await expectAccessible()
})

test.each([true, false])(
  'before a cancellation the seller reads of the hold where the buyer was shown the account: %s',
  async (detailsShown) => {
    await open({ role: 'seller', detailsShown }, 'cancel')
    await pressButton('Cancel trade')
    await waitFor(() => expect(text()).toContain('This action cannot be undone.'))
    expect(
      text().includes('The USDT stays locked for 15 minutes and then returns to you, unless the buyer objects'),
    ).toBe(detailsShown)
  },
)

test.each([
  ['I have sent the payment', {}],
  ['Confirm payment received', SELLER],
] as const)('%s names the amount', async (move, state) => {
  await open(state, 'confirm-receipt')
  await pressButton(move)
  await waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('150.00 EUR'))
})

test('the payer is the holder of the buyer’s own account of the method, and can be another name', async () => {
  const { answer } = await open({}, 'mark-paid')
  answer({
    'GET /api/payment-accounts/holders': { holders: ['Amina Trabelsi'] },
    [`GET /api/trades/${ID}/files`]: { files: [] },
  })
  await pressButton('I have sent the payment')
  const name = () => field('Name on the account you paid from')
  await waitFor(() => expect(name().value).toBe('Amina Trabelsi'))
  await fill('Name on the account you paid from', 'Amina Ben Salah')
  expect(name().value).toBe('Amina Ben Salah')
  await expectAccessible()
})

describe('the proof of a buyer', () => {
  const required = 'It is required until your first completed trade'

  test('without a completed trade is required: without one nothing is sent', async () => {
    const { answer, calls } = await open({}, 'mark-paid')
    answer({ [`GET /api/trades/${ID}/files`]: { files: [] } })
    await fillForm('I have sent the payment')
    expect(text()).toContain(required)
    await expectAccessible()
    await pressButton('I have sent the payment')
    await waitFor(() => expect(alerts()).toEqual([ERRORS.proof_required.text]))
    expect(calls.filter((call) => call.endsWith('mark-paid'))).toEqual([])
  })

  test.each<[string, Partial<Trade>]>([
    ['with a completed trade', BUYER_WITH_RECORD],
    ['whose first mark showed one', { usedOnce: ['withdraw_payment_mark'] }],
  ])('%s is optional', async (_who, state) => {
    const { answer, calls } = await open(state, 'mark-paid')
    answer({
      [`GET /api/trades/${ID}/files`]: { files: [] },
      [`POST /api/trades/${ID}/mark-paid`]: { ...trade, ...PAID, version: 2 },
    })
    await fillForm('I have sent the payment')
    await waitFor(() => expect(text()).toContain('Proof of payment (optional)'))
    expect(text()).not.toContain(required)
    await pressButton('I have sent the payment')
    await waitFor(() => expect(calls.filter((call) => call.endsWith('mark-paid'))).toHaveLength(1))
  })
})

test('a proof that was added is sent with the payment mark', async () => {
  const { answer } = await open({}, 'cancel')
  const sent: unknown[] = []
  answer({
    'GET /api/payment-accounts/holders': { holders: ['Amina Trabelsi'] },
    [`GET /api/trades/${ID}/files`]: { files: [proof] },
  })
  await pressButton('I have sent the payment')
  await waitFor(() => expect(text()).toContain('PDF'))
  await waitFor(() => expect(field('Name on the account you paid from').value).not.toBe(''))
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (to: string, init: RequestInit = {}) => {
    if (!to.endsWith('mark-paid')) return answered(to, init)
    sent.push(JSON.parse(init.body as string))
    return Response.json({ ...trade, ...PAID, version: 2 })
  })
  await pressButton('I have sent the payment')
  await waitFor(() =>
    expect(sent).toEqual([{ seenStatus: 'awaiting_payment', payerName: 'Amina Trabelsi', proofId: ID }]),
  )
})

test('a draft that was replaced before the first mark is not sent with the second', async () => {
  const { answer, calls } = await open({ usedOnce: ['withdraw_payment_mark'] }, 'mark-paid')
  answer({
    [`GET /api/trades/${ID}/files`]: { files: [proof, { ...proof, id: ID.replace(/.$/, '1'), isSubmitted: true }] },
  })
  await fillForm('I have sent the payment')
  await waitFor(() => expect(calls).toContain(`GET /api/trades/${ID}/files`))
  expect(text()).not.toContain('Download PDF')
})

test('cash is marked with the code on the seller’s page, and no name is asked for', async () => {
  const [sent, { answer }] = [[] as unknown[], await open({ paymentMethod: 'cash_tnd', fiatCurrency: 'TND' }, 'cancel')]
  answer({ [`GET /api/trades/${ID}/files`]: { files: [proof] } })
  await pressButton('We have met')
  await waitFor(() => expect(text()).toContain('PDF'))
  expect(text()).not.toContain('Name on the account')
  await fill('Code on the seller’s page', '123 456')
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (to: string, init: RequestInit = {}) => {
    if (!to.endsWith('mark-paid')) return answered(to, init)
    sent.push(JSON.parse(init.body as string))
    return Response.json({ ...trade, ...PAID, version: 2 })
  })
  await pressButton('We have met')
  await waitFor(() => expect(sent).toEqual([{ seenStatus: 'awaiting_payment', meetingCode: '123456', proofId: ID }]))
})

test('cash is confirmed with the code on the buyer’s page, and a wrong one is refused beside its field', async () => {
  const cash = { ...SELLER, paymentMethod: 'cash_tnd', fiatCurrency: 'TND' } as const
  const { answer, calls } = await open(cash, 'confirm-receipt')
  answer({
    [`POST /api/trades/${ID}/confirm-receipt`]: refusal('release_code_wrong', {
      field: 'releaseCode',
      values: { left: 9 },
    }),
  })
  await pressButton('Confirm the cash')
  await fill('Code on the buyer’s page', '123 456')
  await press(document.querySelector<HTMLElement>('input[type=checkbox]')!)
  await pressButton('Confirm the cash')
  await waitFor(() => expect(text()).toContain('You have 9 attempts left.'))
  expect(calls.filter((call) => call.endsWith('confirm-receipt'))).toHaveLength(1)
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('Sender’s name')
  await expectAccessible()
})

describe('where the sender is not the declared payer', () => {
  const CHECK = {
    payerName: 'Amel Ben Salah',
    senderName: 'Karim Trabelsi',
    result: 'different',
    statedSamePerson: false,
    checkedAt: trade.now,
  }

  async function openDiffering(state: Partial<Trade> = {}) {
    const opened = await open({ ...SELLER, ...state }, 'confirm-receipt')
    opened.answer({
      [`POST /api/trades/${ID}/confirm-receipt`]: refusal('payer_name_differs', { field: 'senderName' }),
      [`GET /api/trades/${ID}/payer-check`]: CHECK,
    })
    await fillForm('Confirm payment received', 'Karim Trabelsi')
    await pressButton('Confirm payment received')
    await waitFor(() => expect(text()).toContain('Amel Ben Salah'))
    return opened
  }

  test('both names are shown, with what each way on means', async () => {
    await openDiffering()
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('The names differ')
    expect(text()).toContain('Karim Trabelsi')
    expect(text()).toContain('the most common fraud')
    expect(text()).toContain('ask your bank to return the money. Never send it back yourself.')
    await expectAccessible()
  })

  test('the seller can correct the name, which is still there', async () => {
    await openDiffering()
    await pressButton('Correct the name')
    await waitFor(() => expect(field('Sender’s name').value).toBe('Karim Trabelsi'))
  })

  test('the seller can open a dispute about the payer', async () => {
    const { answer, calls } = await openDiffering()
    await pressButton('Open a dispute')
    await waitFor(() => expect(field('Your statement').value).toContain('from the account of Karim Trabelsi'))
    await expectAccessible()
    answer({
      [`POST /api/trades/${ID}/open-dispute`]: refusal('dispute_too_early', { values: { minutes: 1 } }),
    })
    await pressButton('Open a dispute')
    await waitFor(() => expect(alerts()).toHaveLength(1))
    answer({ [`POST /api/trades/${ID}/open-dispute`]: { ...trade, ...SELLER, status: 'disputed', version: 3 } })
    await pressButton('Open a dispute')
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(calls.filter((call) => call.endsWith('open-dispute'))).toHaveLength(2)
  })

  test('a dispute waits until 10 minutes after the payment mark', async () => {
    await openDiffering({ paidAt: new Date(Date.now() - 60_000).toISOString(), now: new Date().toISOString() })
    await pressButton('Open a dispute')
    await waitFor(() => expect(text()).toContain('Available 10 minutes after the trade is marked as paid.'))
    expect(findButton('Open a dispute')?.disabled).toBe(true)
  })

  test('the seller can state that it is the same person', async () => {
    const { answer, calls } = await openDiffering()
    answer({ [`POST /api/trades/${ID}/confirm-receipt`]: { ...trade, ...SELLER, status: 'completed', version: 3 } })
    await pressButton('Same person: release USDT')
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(calls.filter((call) => call === `POST /api/trades/${ID}/confirm-receipt`)).toHaveLength(2)
  })
})

/** Opens the form of a move and fills it. */
async function fillForm(move: string, name = 'Amel Ben Salah') {
  await pressButton(move)
  if (move === 'I have sent the payment') return fill('Name on the account you paid from', name)
  await waitFor(() => expect(document.querySelector('input[type=checkbox]')).not.toBeNull())
  await press(document.querySelector<HTMLElement>('input[type=checkbox]')!)
  await fill('Sender’s name', name)
}

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
  return data ? <TradeMoves trade={data} /> : null
}
