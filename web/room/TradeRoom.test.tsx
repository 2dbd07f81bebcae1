import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { ERRORS } from '../../domain/errors.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import {
  expectAccessible,
  field,
  fill,
  findButton,
  openPage,
  pressButton,
  refusal,
  text,
  type Answers,
} from '../testing/page.tsx'
import { press, waitFor } from '../testing/render.tsx'
import { dispute, ID, trade, user } from '../testing/samples.ts'
import TradePage from './TradePage.tsx'

const PAID: Partial<Trade> = {
  status: 'payment_sent',
  turn: ['seller'],
  paidAt: trade.createdAt,
  markFinalAt: trade.createdAt,
}
const SELLER: Partial<Trade> = { role: 'seller', buyer: trade.seller, seller: trade.buyer }
const CLOSED: Partial<Trade> = { turn: [], deadline: null, closedAt: trade.createdAt, chatOpen: false }
const COMPLETED: Partial<Trade> = { ...PAID, ...CLOSED, status: 'completed' }
const RETURNED: Partial<Trade> = { ...CLOSED, status: 'cancelled', cancelledBy: 'dispute', sellerLocks: '161.437137' }
const CHECK = { payerName: null, senderName: null, result: null, statedSamePerson: false, checkedAt: null }
const UNRATED = {
  rateUntil: '2126-11-22T09:41:00.000Z',
  given: null,
  removed: null,
  publishedBy: null,
  received: null,
  isHidden: false,
}

const DETAILS = {
  method: trade.paymentMethod,
  details: [
    { name: 'holder', value: 'Amel Ben Salah' },
    { name: 'iban', value: 'DE89370400440532013000' },
  ],
  isRecent: false,
  amountFiat: trade.amountFiat,
  fiatCurrency: trade.fiatCurrency,
  reference: paymentReference(ID),
  referencePolicy: trade.referencePolicy,
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the other party’s record is in sight, with the way to the public page', async () => {
  const rating = { average: '4.7', ratings: 10 }
  const karim = { completedTrades: 13, completionRate: '92.9', medianSeconds: 120, rating }
  await open({ seller: { ...trade.seller, ...karim } })
  await waitFor(() => expect(text().replaceAll('\u00A0', ' ')).toContain('13 trades · 92.9% completed · releases in 2'))
  expect(text()).toContain('4.7')
  expect(text()).toContain('Email confirmed')
  expect(link('karim')?.getAttribute('href')).toBe('/trader/karim')
  await expectAccessible()
})

test.each([
  ['a buyer who pays the fee', {}, '159.830799'],
  ['a seller, whose buyer pays it', SELLER, '159.830799'],
  [
    'a seller who pays it',
    { ...SELLER, taker: 'seller', sellerLocks: '161.437137', buyerReceives: '160.633968' },
    '161.437137',
  ],
] as const)('%s reads each amount once', async (_, state, other) => {
  await open(state)
  for (const amount of ['160.633968', '150.00', '0.803169', other])
    expect([amount, timesShown(amount)]).toEqual([amount, 1])
})

test.each([
  ['a buyer', { buyerReceives: '159.830799' }, 'You receive', 'The buyer receives'],
  ['a seller', { ...SELLER, buyerReceives: '159.830799' }, 'The buyer receives', 'You receive'],
  ['a seller', { ...SELLER, sellerLocks: '161.437137' }, 'Locked by you', 'Locked by the seller'],
  ['a seller after the end', { ...SELLER, ...RETURNED }, 'Returned to you', 'Returned to the seller'],
  ['a buyer after the end', RETURNED, 'Returned to the seller', 'Returned to you'],
] as const)('%s reads in the own direction what is locked, received and returned', async (_, state, own, others) => {
  await open(state)
  await waitFor(() => expect(text()).toContain(own))
  expect(text()).not.toContain(others)
})

test.each([
  ['awaiting_payment', {}, 'Your payment account'],
  ['payment_sent', PAID, 'Payment to check'],
] as const)(
  'the seller of a trade in %s reads what to match: amount, method, reference and name',
  async (_, state, title) => {
    await open({ ...SELLER, ...state })
    await waitFor(() => expect(text()).toContain(title))
    const card = cardOf(title)
    for (const words of ['150.00 EUR', 'SEPA Instant', paymentReference(ID), 'name']) expect(card).toContain(words)
    expect(findButton('Copy the reference')).toBeDefined()
    expect(findButton('Show your account')).toBeDefined()
  },
)

test('after the payment mark the buyer has the payment folded, and no button that cancels', async () => {
  await open(PAID)
  await waitFor(() => expect(text()).toContain('Your payment'))
  expect(text()).not.toContain('Payment instructions')
  const card = document.querySelector<HTMLDetailsElement>('details#payment')!
  expect(card.open).toBe(false)
  expect(card.querySelector('summary')?.textContent).toBe('Your payment150.00 EUR')
  expect(card.textContent).toContain(paymentReference(ID))
  expect(findButton('Show payment details')).toBeDefined()
  expect(findButton('Cancel trade')).toBeUndefined()
  expect(document.querySelector('#status [role=status]')?.textContent).toBe(
    'You marked the trade as paid. Waiting for the seller to confirm that the payment has arrived.',
  )
})

test('after a move of the reader the status has the focus, and not after one of the other party', async () => {
  const buyer = { ...trade.buyer, completedTrades: 1 }
  const { answer } = await open({ detailsShown: true, buyer })
  await pressButton('I have sent the payment')
  await fill('Name on the account you paid from', 'Karim B')
  const paid = { ...trade, ...PAID, detailsShown: true, version: 2 }
  answer({ [`POST /api/trades/${ID}/mark-paid`]: paid, [`GET /api/trades/${ID}`]: paid })
  await pressButton('I have sent the payment')
  const status = () => document.getElementById('status')
  await waitFor(() => expect(status()?.textContent).toContain('You marked the trade as paid.'))
  await waitFor(() => expect(document.activeElement).toBe(status()))
  await expectAccessible()

  const menu = document.querySelector<HTMLElement>('[aria-label="Menu for karim"]')!
  menu.focus()
  const done = { ...trade, ...COMPLETED, detailsShown: true, version: 3 }
  answer({ [`GET /api/trades/${ID}`]: done, [`GET /api/trades/${ID}/ratings`]: UNRATED })
  // The trade that was read is older than what a reader who comes back accepts.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  await act(async () => window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(status()?.textContent).toContain('Completed'))
  // As long as the status would need to take it.
  await act(async () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))))
  expect(document.activeElement).toBe(menu)
})

test('gold is the button of the buyer’s next step: the payment details first, then the payment mark', async () => {
  const golden = () =>
    new Set([...document.querySelectorAll('button.bg-accent:not([type=submit])')].map(({ textContent }) => textContent))
  await open({}, { [`POST /api/trades/${ID}/payment-details`]: DETAILS })
  await waitFor(() => expect(golden()).toEqual(new Set(['Show payment details'])))
  await pressButton('Show payment details')
  await waitFor(() => expect(text()).toContain('Amel Ben Salah'))
  expect(golden()).toEqual(new Set(['I have sent the payment']))
  // After a reload, the buyer comes back from the bank.
  await open({ detailsShown: true })
  await waitFor(() => expect(golden()).toEqual(new Set(['I have sent the payment'])))
  expect(findButton('Show payment details')).toBeDefined()
})

test('the bar of a small screen shows the payment details in their card, or says why it cannot', async () => {
  const readings = `POST /api/trades/${ID}/payment-details`
  const inBar = (name: string) => [...bar()!.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  onASmallScreen()
  const { answer } = await open({}, { [readings]: refusal('trade_over') })
  await waitFor(() => expect(inBar('Show payment details')).toBeDefined())
  await act(async () => inBar('Show payment details')!.click())
  await waitFor(() => expect(bar()!.textContent).toContain(ERRORS.trade_over.text))
  answer({ [readings]: DETAILS })
  await act(async () => inBar('Show payment details')!.click())
  await waitFor(() => expect(inBar('I have sent the payment')).toBeDefined())
  expect(bar()!.textContent).not.toContain(ERRORS.trade_over.text)
  expect(cardOf('Payment instructions')).toContain('Amel Ben Salah')
  expect(document.activeElement?.textContent).toContain('Amel Ben Salah')
})

test('after a cancellation nothing helps to pay', async () => {
  await open({ ...CLOSED, status: 'cancelled', cancelledBy: 'seller' })
  await waitFor(() => expect(text()).toContain('Don’t pay.'))
  for (const name of ['Show payment details', 'Copy the amount', 'Copy the reference']) {
    expect(findButton(name)).toBeUndefined()
  }
  expect(link('Browse offers')?.getAttribute('href')).toBe('/offers/buy')
})

test('a completed trade leads on: rate it in place, take the receipt, trade again', async () => {
  await open(COMPLETED, { [`GET /api/trades/${ID}/ratings`]: UNRATED })
  await waitFor(() => expect(findButton('Submit rating')).toBeDefined())
  const order = ['You received', 'Rate your trade with', 'Next steps', 'Download receipt', 'Trade again']
  expect(order.map((words) => text().indexOf(words))).toEqual(
    order.map((words) => text().indexOf(words)).toSorted((a, b) => a - b),
  )
  expect(link('Trade again')?.getAttribute('href')).toBe(`/trade-again/karim?trade=${ID}`)
  expect(findButton('Download receipt')).toBeDefined()
  await expectAccessible()
})

test.each([
  ['a buyer reads of an open trade what is bought', {}, 'Buying 160.633968 USDT from karim'],
  ['a buyer reads of a completed trade what was received', COMPLETED, 'Received 159.830799 USDT from karim'],
  ['a seller reads of a completed trade what was sold', { ...COMPLETED, ...SELLER }, 'Sold 160.633968 USDT to karim'],
  ['a cancelled trade was to be a purchase', RETURNED, 'Purchase of 160.633968 USDT from karim'],
  [
    'a division promises none of it to either party',
    { ...COMPLETED, ...SELLER, split: { toBuyer: '80.000000', fee: '0.000000', toSeller: '80.633968' } },
    'Sale of 160.633968 USDT to karim',
  ],
] as const)('in the heading %s', async (_, state, words) => {
  await open(state, { [`GET /api/trades/${ID}/ratings`]: UNRATED, [`GET /api/trades/${ID}/dispute`]: dispute })
  await waitFor(() => expect(text().replaceAll('\u00A0', ' ')).toContain(words))
})

test.each<[string, Partial<Trade>, string, string]>([
  ['a buyer', COMPLETED, 'You received159.830799 USDT', 'it is in no wallet'],
  ['a seller', { ...COMPLETED, ...SELLER }, 'You received150.00 EUR', 'no real USDT left your wallet'],
  [
    'a seller after a dispute',
    { ...COMPLETED, ...SELLER, hasDispute: true },
    'Released to the buyer159.830799 USDT',
    'no real USDT left your wallet',
  ],
  [
    'a seller after a division',
    {
      ...COMPLETED,
      ...SELLER,
      hasDispute: true,
      split: { toBuyer: '80.000000', fee: '0.000000', toSeller: '80.633968' },
    },
    'Returned to you80.633968 USDT',
    'it is in no wallet',
  ],
])('%s reads at the end how much it was and where it is', async (_, state, amount, place) => {
  await open(state, { [`GET /api/trades/${ID}/ratings`]: UNRATED, [`GET /api/trades/${ID}/dispute`]: dispute })
  const status = () => document.getElementById('status')?.textContent.replaceAll('\u00A0', ' ')
  await waitFor(() => expect(status()).toContain(amount))
  expect(status()).toContain(place)
  expect(text()).not.toContain('You receive ')
})

test('an open page follows the end of the minutes in which “paid” can be undone', async () => {
  const now = new Date().toISOString()
  const marked = { ...trade, ...PAID, now, paidAt: now, markFinalAt: new Date(Date.now() + 300).toISOString() }
  await open(marked, {
    [`GET /api/trades/${ID}`]: () => Response.json({ ...marked, now: new Date().toISOString() }),
  })
  await waitFor(() => expect(findButton('Undo “paid”')?.disabled).toBe(false))
  await waitFor(() => expect(findButton('Undo “paid”')?.disabled).toBe(true))
})

test('the tab is marked while it is the reader’s turn', async () => {
  const icon = document.head.appendChild(document.createElement('link'))
  icon.rel = 'icon'
  icon.setAttribute('href', '/icon.svg')
  await open({})
  await waitFor(() => expect(document.title).toBe('Your turn · Trade #00000000 · Sarraf'))
  expect(icon.getAttribute('href')).toBe('/icon-marked.svg')
  await open(PAID)
  await waitFor(() => expect(document.title).toBe('Trade #00000000 · Sarraf'))
  expect(icon.getAttribute('href')).toBe('/icon.svg')
  icon.remove()
})

test.each([
  ['the buyer who is to read where to pay', {}, 'Time left to pay', 'Show payment details'],
  ['the buyer’s payment', { detailsShown: true }, 'Time left to pay', 'I have sent the payment'],
  ['the seller’s confirmation', { ...PAID, ...SELLER }, 'A dispute opens in', 'Confirm payment received'],
  ['the seller’s silence', PAID, 'Waiting since', null],
  [
    'the seller’s usual time',
    { ...PAID, paidAt: trade.now, seller: { ...trade.seller, medianSeconds: 540 } },
    'The seller usually confirms in 9',
    null,
  ],
  [
    'the buyer’s objection',
    { status: 'refund_held', turn: ['buyer'] },
    'Time left to object',
    'Have you already paid?',
  ],
  ['the buyer’s silence', { ...SELLER, status: 'refund_held', turn: ['buyer'] }, 'The USDT returns in', null],
  [
    'a statement',
    { status: 'disputed', turn: ['buyer'], hasDispute: true, deadline: null },
    'Your time left',
    'Write your statement',
  ],
  ['the next trade', COMPLETED, null, 'Trade again'],
] as const)('on a small screen the bar has the act and the deadline of %s', async (_, state, time, act) => {
  onASmallScreen()
  await open(state as Partial<Trade>, {
    [`GET /api/trades/${ID}/dispute`]: dispute,
    [`GET /api/trades/${ID}/ratings`]: UNRATED,
  })
  await waitFor(() => expect(bar()?.textContent).toContain(act ?? 'Chat'))
  const isCounted = time !== null && !/since|usually/.test(time)
  expect(bar()!.querySelector('[role=timer]') !== null).toBe(isCounted)
  if (time !== null) expect(bar()!.textContent.replaceAll('\u00A0', ' ')).toContain(time)
  expect(bar()!.querySelector('[aria-label^="Open the chat"]')).not.toBeNull()
  await expectAccessible()
})

test.each<[string, Partial<Trade>, string]>([
  ['statement', { status: 'disputed', turn: ['buyer'], hasDispute: true, deadline: null }, 'Write your statement'],
  ['objection', { status: 'refund_held', turn: ['buyer'] }, 'Have you already paid?'],
])(
  'gold is one button on a small screen: that of the %s, or before it is in sight the bar’s',
  async (_, state, act) => {
    onASmallScreen()
    const screen = stubScreen()
    await open(state as Partial<Trade>, { [`GET /api/trades/${ID}/dispute`]: dispute })
    const isGolden = () => findButton(act)?.className.includes('bg-accent')
    await waitFor(() => expect(screen.watched()).toHaveLength(1))
    expect(screen.watched()[0]!.querySelector('button.bg-accent')).not.toBeNull()
    await waitFor(() => expect(isGolden()).toBe(true))
    await screen.report(true)
    expect(isGolden()).toBe(false)
    await screen.report(false)
    expect(isGolden()).toBe(true)
  },
)

test.each(['refund_held', 'disputed'] as const)('a trade in %s promises no USDT', async (status) => {
  await open(
    { status, buyerReceives: '159.830799', turn: ['buyer'], hasDispute: status === 'disputed' },
    {
      [`GET /api/trades/${ID}/dispute`]: dispute,
    },
  )
  await waitFor(() => expect(text()).toContain('Price and fee'))
  expect(text()).not.toContain('You receive')
})

test.each(['narrower', 'wider'])(
  'an open form stays, with what was typed, when the window becomes %s',
  async (change) => {
    const onChange = new Set<() => void>()
    const query = {
      matches: change === 'narrower',
      addEventListener: (_: string, listener: () => void) => onChange.add(listener),
      removeEventListener: (_: string, listener: () => void) => onChange.delete(listener),
    }
    vi.stubGlobal('matchMedia', () => query)
    await open({ detailsShown: true })
    // On a wide screen the bar is hidden, on a small one the button in the page.
    const button = () =>
      [...document.querySelectorAll('button')].find(
        (each) =>
          each.textContent.trim() === 'I have sent the payment' &&
          (each.closest('[data-room-bar]') !== null) === (change === 'wider'),
      )
    await waitFor(() => expect(button()).toBeDefined())
    await press(button()!)
    await fill('Name on the account you paid from', 'Karim B')
    query.matches = change === 'wider'
    await act(async () => {
      for (const listener of onChange) listener()
    })
    await waitFor(() => expect(document.querySelector('section[aria-label="Chat"]') !== null).toBe(change === 'wider'))
    expect(field('Name on the account you paid from').value).toBe('Karim B')
  },
)

test('a cancelled trade has neither act nor deadline in the bar', async () => {
  onASmallScreen()
  await open({ ...CLOSED, status: 'cancelled', cancelledBy: 'clock' })
  await waitFor(() => expect(bar()?.textContent).toBe('Chat'))
})

test.each([
  ['confirms payments', ['release'], PAID, 'Your turn:', true],
  ['only answers chats', ['chat'], PAID, 'Waiting for your team to confirm', false],
  ['confirms payments, in a dispute', ['release'], { status: 'disputed', turn: ['seller'] }, 'team’s owner', false],
] as const)('a team member who %s reads whose turn it is', async (_, roles, state, expected, isTheirs) => {
  await open(
    { ...SELLER, ...(state as Partial<Trade>) },
    {
      'GET /api/session': { user, actingFor: { id: ID, username: 'amina', avatar: null, roles } },
    },
  )
  const status = document.querySelector('#status [role=status]')
  await waitFor(() => expect(status?.textContent).toContain(expected))
  expect(document.title.startsWith('Your turn')).toBe(isTheirs)
  expect(text().includes('Your turn')).toBe(isTheirs)
})

test.each<[Partial<Trade>, string]>([
  [{ status: 'completed' }, 'Completed: the payment was confirmed'],
  [{ status: 'completed', hasDispute: true }, 'Completed after a dispute: the USDT was released to the buyer.'],
  [{ status: 'cancelled', cancelledBy: 'seller' }, 'Cancelled by the seller.'],
  [{ status: 'cancelled', cancelledBy: 'clock' }, 'Cancelled: the buyer did not pay in time.'],
])('a team member reads of a closed trade what the parties did, never “you”: %j', async (state, expected) => {
  const actingFor = { id: ID, username: 'amina', avatar: null, roles: ['chat'] }
  await open({ ...SELLER, ...CLOSED, ...state }, { 'GET /api/session': { user, actingFor } })
  await waitFor(() => expect(text()).toContain(expected))
  const shown = document.querySelector('main')!.cloneNode(true) as HTMLElement
  for (const closed of shown.querySelectorAll('details:not([open])')) closed.remove()
  const sayings = shown.textContent.replace('You can still read it.', '')
  expect(sayings).not.toMatch(/\byour?\b/i)
})

const link = (name: string) => [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)
/** The page's place of an act, and whether it is in sight. */
function stubScreen() {
  const watched = new Set<Element>()
  let call: (entries: object[]) => void
  vi.stubGlobal('IntersectionObserver', function observer(given: typeof call) {
    call = given
    return { observe: (item: Element) => watched.add(item), disconnect: () => watched.clear() }
  })
  return {
    watched: () => [...watched],
    report: (isIntersecting: boolean) => act(async () => call([{ isIntersecting }])),
  }
}

const bar = () => document.querySelector('[data-room-bar]')

/** How often an amount is in the text, out of the closed escrow card. */
function timesShown(amount: string): number {
  const shown = document.querySelector('main')!.cloneNode(true) as HTMLElement
  for (const closed of shown.querySelectorAll('details:not([open])')) closed.remove()
  return shown.textContent.split(amount).length - 1
}

function cardOf(title: string): string {
  const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === title)
  return heading?.closest('section')?.textContent ?? ''
}

function onASmallScreen() {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
}

async function open(state: Partial<Trade>, answers: Answers = {}) {
  const opened = await openPage(TradePage, {
    path: '/trade/:tradeId',
    address: `/trade/${ID}`,
    answers: {
      'GET /api/session': { user },
      [`GET /api/trades/${ID}`]: { ...trade, ...state },
      [`GET /api/trades/${ID}/messages`]: { messages: [], read: { buyer: 0, seller: 0 } },
      [`GET /api/trades/${ID}/payer-check`]: CHECK,
      [`GET /api/trades/${ID}/files`]: { files: [] },
      ...answers,
    },
  })
  await waitFor(() => expect(text()).toContain('Trade #00000000'))
  return opened
}
