import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CaseFile } from '../../../domain/api/trades/evidence.ts'
import type { DisputeCase, LinkedCase, ListedCase } from '../../../domain/api/disputes/disputes.ts'
import type { Message } from '../../../domain/api/chat/chat.ts'
import type { User } from '../../../domain/api/accounts/sessions.ts'
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
  type Answers,
} from '../../testing/page.tsx'
import { BOND_TEXTS } from '../../../domain/trades/bonds.ts'
import { press, waitFor } from '../../testing/render.tsx'
import { factors, ID, user } from '../../testing/samples.ts'
import CasePage from './CasePage.tsx'
import DeskPage from './DeskPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const OTHER = '00000000-0000-4000-8000-000000000001'
const MOMENT = '2026-11-22T09:41:00.000Z'
const REASON = 'The bank statement shows half of the payment.'

const listed: ListedCase = {
  tradeId: ID,
  version: 3,
  status: 'deciding',
  round: 1,
  reason: 'not_received',
  openedBy: 'seller',
  openedAt: MOMENT,
  deadline: '2126-11-22T09:41:00.000Z',
  stoppedAt: null,
  turn: ['arbiter'],
  lateDecisions: 0,
  outcome: null,
  now: MOMENT,
  reference: 'SRF-00000000',
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  amountFiat: '92.00',
  amountUsdt: '100.000000',
  isMine: false,
  isTaken: false,
  taker: 'buyer',
  hasBond: false,
  group: null,
  conflict: null,
}

const record = (username: string, role: 'buyer' | 'seller'): DisputeCase['buyer'] => ({
  trader: {
    username,
    avatar: null,
    isVerified: true,
    isDemo: false,
    completedTrades: 12,
    completionRate: '92.3',
    medianSeconds: 240,
    rating: null,
    memberSince: MOMENT,
  },
  failedTrades: 2,
  partners: 7,
  openTrades: 1,
  earlier: [{ reference: 'SRF-11111111', role, reason: 'silence', outcome: 'split', openedAt: MOMENT }],
})

const dispute: DisputeCase = {
  ...listed,
  isMine: true,
  isTaken: true,
  phrase: 'lemon river glass',
  codeAttempts: [],
  statements: [{ round: 1, by: 'seller', text: 'I waited for an hour and saw nothing.', at: MOMENT }],
  decisions: [],
  accepted: [],
  events: [
    { action: 'open', by: 'seller', round: 1, at: MOMENT },
    { action: 'take', by: 'arbiter', round: 1, at: '2026-11-22T09:50:00.000Z' },
  ],
  trade: {
    status: 'disputed',
    taker: 'buyer',
    bond: null,
    terms: 'From an account in your own name.',
    price: '0.92',
    fee: '0.500000',
    sellerLocks: '100.000000',
    buyerReceives: '99.500000',
    openedAt: MOMENT,
    arrivesBy: null,
    detailsShownAt: '2026-11-22T08:04:00.000Z',
    events: [
      { action: 'open', by: 'buyer', to: 'awaiting_payment', at: '2026-11-22T08:00:00.000Z' },
      { action: 'open_dispute', by: 'seller', to: 'disputed', at: MOMENT },
    ],
  },
  bankAnswers: [],
  payer: {
    payerName: 'Karim Trabelsi',
    senderName: 'Sami Gharbi',
    result: 'different',
    statedSamePerson: false,
    checkedAt: MOMENT,
  },
  buyer: record('karim', 'buyer'),
  seller: record('lea', 'seller'),
}

const file: CaseFile = {
  id: OTHER,
  tradeId: ID,
  purpose: 'payment_proof',
  sender: 'buyer',
  type: 'application/pdf',
  bytes: 20_480,
  picture: null,
  isSubmitted: true,
  addedAt: MOMENT,
  reuse: 'same_file',
}

const message = (seq: number, sender: Message['sender'], words: string): Message => ({
  seq,
  tradeId: ID,
  kind: sender === null ? 'system' : 'text',
  sender,
  member: null,
  text: words,
  systemCode: null,
  image: null,
  clientId: null,
  createdAt: MOMENT,
})

const CASE = `/api/staff/disputes/${ID}`
const signedIn: Answers = {
  'GET /api/session': { user: { ...user, roles: ['arbiter'] } satisfies User },
  'GET /api/factors': { ...factors, totpSince: MOMENT },
}

function openQueue(cases: ListedCase[], more: Answers = {}, language: 'en' | 'ar' = 'en') {
  return openPage(DeskPage, {
    path: '/admin/disputes',
    language,
    answers: { ...signedIn, 'GET /api/staff/disputes': { cases, groups: [], nextCursor: null }, ...more },
  })
}

function openCase(shown: DisputeCase | (() => Promise<Response>), more: Answers = {}) {
  return openPage(CasePage, {
    path: '/admin/disputes/:tradeId',
    address: `/admin/disputes/${ID}`,
    answers: {
      ...signedIn,
      [`GET ${CASE}`]: shown,
      [`GET ${CASE}/files`]: { files: [file] },
      [`GET ${CASE}/messages`]: { messages: [message(1, 'buyer', 'I paid at nine.')] },
      ...more,
    },
  })
}

test('the case says when the payment arrives, and warns of a decision before that', async () => {
  const paid = { ...dispute.trade, arrivesBy: '2026-11-24T23:00:00.000Z' }
  const slow: DisputeCase = { ...dispute, status: 'deciding', paymentMethod: 'sepa_transfer', trade: paid }
  await openCase({ ...slow, now: MOMENT })
  await waitFor(() => expect(text()).toMatch(/Should arrive by\s*Tue 24 Nov · not over yet/))
  expect(text()).toMatch(/can arrive until the end of Tue 24 Nov\. Until then its absence proves nothing/)
  await expectAccessible()
  await openCase({ ...slow, now: '2026-11-25T00:00:00.000Z' })
  await waitFor(() => expect(text()).toContain('Should arrive by'))
  expect(text()).not.toMatch(/not over yet|absence proves nothing/)
})

test('the case of a meeting says which codes were typed and leans to neither party; without a mark it says nothing', async () => {
  const cash: DisputeCase = { ...dispute, paymentMethod: 'cash_tnd', fiatCurrency: 'TND' }
  await openCase({ ...cash, codeAttempts: [{ by: 'buyer', isRight: true, at: MOMENT }] })
  await waitFor(() => expect(text()).toContain('Codes of the meeting'))
  expect(text()).toContain('a seller can take it and type nothing, and a buyer can mark the trade as paid and keep it.')
  expect(text()).not.toMatch(/may not have met|Payer check/)
  await expectAccessible()
  await openCase({ ...cash, codeAttempts: [{ by: 'buyer', isRight: false, at: MOMENT }] })
  await waitFor(() => expect(text()).toContain('I waited for an hour'))
  expect(text()).not.toMatch(/Codes of the meeting|Payer check/)
})

async function choose(outcome: string): Promise<void> {
  await waitFor(() => expect(document.querySelector(`input[value=${outcome}]`)).not.toBeNull())
  await press(document.querySelector<HTMLInputElement>(`input[value=${outcome}]`)!)
}

/** The rows of the last table: those of the question where one is open. */
function ledgerRows(): string[] {
  const table = [...document.querySelectorAll('table')].at(-1)
  return [...(table?.querySelectorAll('tbody tr, tfoot tr') ?? [])].map((row) => row.textContent)
}

describe('the queue', () => {
  test.each<[string, User | null]>([
    ['a visitor', null],
    ['a trader', user],
    ['an admin', { ...user, roles: ['admin'] }],
  ])('does not exist for %s', async (_, reader) => {
    const { calls } = await openQueue([listed], { 'GET /api/session': { user: reader } })
    await waitFor(() => expect(text()).toContain('Page not found'))
    expect(calls.filter((call) => call.includes('/staff/'))).toEqual([])
  })

  test('asks for a second factor first', async () => {
    const { calls } = await openQueue([listed], { 'GET /api/factors': factors })
    await waitFor(() => expect(text()).toContain('Turn on two-factor authentication first'))
    expect(calls.filter((call) => call.includes('/staff/'))).toEqual([])
  })

  test('shows each case, and why one cannot be taken before it is pressed', async () => {
    await openQueue([
      { ...listed, lateDecisions: 2, round: 2 },
      { ...listed, tradeId: OTHER, reference: 'SRF-22222222', conflict: 'traded' },
      { ...listed, tradeId: `${OTHER.slice(0, -1)}2`, reference: 'SRF-33333333', isTaken: true },
      { ...listed, tradeId: `${OTHER.slice(0, -1)}3`, reference: 'SRF-44444444', isTaken: true, isMine: true },
    ])
    await waitFor(() => expect(text()).toContain('SRF-00000000'))
    for (const shown of ['2 late decisions', 'Appeal', 'The payment hasn’t arrived', '100.000000 USDT', '92.00 EUR'])
      expect(text()).toContain(shown)
    expect(findButton('Take case SRF-00000000')?.disabled).toBe(false)
    expect(findButton('Take case SRF-22222222')?.disabled).toBe(true)
    expect(text()).toContain('You traded with one of the parties in the last 90 days.')
    expect(text()).toContain('Another arbiter has this case.')
    expect(findButton('Take case SRF-33333333')).toBeUndefined()
    expect(document.querySelector('a[aria-label="Open case SRF-44444444"]')).not.toBeNull()
    await expectAccessible()
  })

  test('gold is the own case that is to be decided first', async () => {
    const own = (tradeId: string, reference: string, status: ListedCase['status']) =>
      ({ ...listed, tradeId, reference, status, isTaken: true, isMine: true }) as const
    await openQueue([
      own(ID, 'SRF-00000000', 'decided'),
      own(OTHER, 'SRF-22222222', 'deciding'),
      own(`${OTHER.slice(0, -1)}2`, 'SRF-33333333', 'deciding'),
    ])
    await waitFor(() => expect(document.querySelectorAll('a.bg-accent')).toHaveLength(1))
    expect(document.querySelector('a.bg-accent')!.getAttribute('aria-label')).toBe('Open case SRF-22222222')
  })

  test('a case that another arbiter has just taken says so', async () => {
    const { answer } = await openQueue([listed], { [`POST ${CASE}/take`]: refusal('case_taken') })
    await waitFor(() => expect(findButton('Take case SRF-00000000')).toBeDefined())
    answer({ 'GET /api/staff/disputes': { cases: [{ ...listed, isTaken: true }], groups: [], nextCursor: null } })
    await pressButton('Take case SRF-00000000')
    await waitFor(() => expect(text()).toContain('Another arbiter has this case.'))
  })

  test('taking a case opens it', async () => {
    const { address } = await openQueue([listed], { [`POST ${CASE}/take`]: dispute })
    await pressButton('Take case SRF-00000000')
    await waitFor(() => expect(address()).toBe(`/admin/disputes/${ID}`))
  })

  test('an empty queue, an overdue case and a failure', async () => {
    await openQueue([])
    await waitFor(() => expect(text()).toContain('No open cases'))
    await openQueue([{ ...listed, deadline: MOMENT, now: MOMENT }])
    await waitFor(() => expect(text()).toContain('Overdue'))
    await openQueue([], { 'GET /api/staff/disputes': refusal('internal') })
    await waitFor(() => expect(alerts()).toHaveLength(1))
  })

  test('in Arabic', async () => {
    await openQueue([listed], {}, 'ar')
    await waitFor(() => expect(text()).toContain('بانتظار القرار'))
    expect(text()).toContain('مكتب المحكّم')
    // Isolated, so that the first currency and the second amount do not become one.
    const isolated = [...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent)
    expect(isolated).toEqual(expect.arrayContaining(['100,000000 USDT', '92,00 EUR']))
  })
})

describe('a case', () => {
  test('is named in the title of the page', async () => {
    await openCase(dispute)
    await waitFor(() => expect(document.title).toBe('\u2068SRF-00000000\u2069 · Dispute case · Sarraf'))
  })

  test('shows statements, phrase, chat, one timeline, records and earlier disputes', async () => {
    await openCase(dispute)
    await waitFor(() => expect(text()).toContain('I paid at nine.'))
    await waitFor(() => expect(text()).toContain('Used in another trade'))
    for (const shown of ['I waited for an hour', 'No statement', 'lemon river glass', 'SRF-11111111', 'karim', 'lea'])
      expect(text()).toContain(shown)
    for (const shown of ['Karim Trabelsi', 'Sami Gharbi', 'The names differ']) expect(text()).toContain(shown)
    const timeline = [...document.querySelectorAll('ol')].find((list) => list.textContent.includes('Took the case'))
    const entries = [...(timeline?.children ?? [])].map(({ children }) =>
      [...children].slice(1).map(({ textContent }) => textContent),
    )
    expect(entries).toEqual([
      ['Buyer', 'Opened the trade'],
      ['Buyer', 'Was shown the payment details'],
      ['Seller', 'Opened a dispute'],
      ['Arbiter', 'Took the case'],
    ])
    await expectAccessible()
  })

  test('of another arbiter, unknown, or failing', async () => {
    await openCase(refusal('case_not_yours'))
    await waitFor(() => expect(text()).toContain('This case isn’t yours.'))
    await openCase(refusal('not_found'))
    await waitFor(() => expect(text()).toContain('There is no such case.'))
    await openCase(refusal('internal'))
    await waitFor(() => expect(alerts()).toHaveLength(1))
  })

  test('that was appealed says so, and still shows the own decision', async () => {
    const made = { round: 1, outcome: 'refund', released: '0.000000', toBuyer: '0.000000', fee: '0.000000' } as const
    const decision = { ...made, toSeller: '100.000000', bond: null, reason: REASON, at: MOMENT }
    await openCase(refusal('case_not_yours'), {
      [`GET ${CASE}/own-decision`]: { reference: 'SRF-00000000', decision },
    })
    await waitFor(() => expect(text()).toContain('This case was appealed. Another arbiter decides an appeal.'))
    for (const shown of ['Returned to the seller', REASON, 'SRF-00000000']) expect(text()).toContain(shown)
    expect(text()).not.toContain('This case isn’t yours.')
    expect(findButton('Review the decision')).toBeUndefined()
    await expectAccessible()
  })

  test('the arbiter quotes the phrase in the chat; a message that is not sent stays in the field', async () => {
    const { answer } = await openCase(dispute, { [`POST ${CASE}/messages`]: refusal('dispute_closed') })
    await pressButton('Quote the phrase')
    expect(field('Message to both parties').value).toBe('lemon river glass')
    await pressButton('Send')
    await waitFor(() => expect(alerts()).toEqual(['This dispute is closed.']))
    expect(field('Message to both parties').value).toBe('lemon river glass')
    answer({ [`POST ${CASE}/messages`]: message(2, 'arbiter', 'lemon river glass') })
    await pressButton('Send')
    await waitFor(() => expect(document.querySelector('[role=log]')?.textContent).toContain('lemon river glass'))
    expect(field('Message to both parties').value).toBe('')
  })

  test('in the time for statements nothing can be decided', async () => {
    await openCase({ ...dispute, status: 'statements' })
    await waitFor(() => expect(text()).toContain('You can decide once both statements are in'))
    expect(findButton('Review the decision')).toBeUndefined()
  })
})

describe('the decision', () => {
  test('comes after all that it judges, and each choice names who gets the USDT', async () => {
    await openCase(dispute)
    await waitFor(() => expect(findButton('Review the decision')).toBeDefined())
    const sections = [...document.querySelectorAll('section[aria-label]')].map((each) =>
      each.getAttribute('aria-label'),
    )
    expect(sections.slice(-1)).toEqual(['Decision'])
    const choices = [...document.querySelectorAll('[role=radiogroup] label')].map(({ textContent }) => textContent)
    expect(choices).toEqual(['Release to \u2068karim\u2069', 'Refund \u2068lea\u2069', 'Split'])
  })

  test.each<[string, DisputeCase['trade']['taker'], string, string[]]>([
    ['release', 'buyer', '100.000000', ['To the buyer99.500000', 'Platform fee0.500000', '100.000000']],
    ['release', 'seller', '100.500000', ['To the buyer100.000000', 'Platform fee0.500000', '100.500000']],
    ['refund', 'buyer', '100.000000', ['To the seller100.000000', '100.000000']],
  ])('%s, the taker is the %s: the preview has every row of the ledger', async (outcome, taker, sellerLocks, rows) => {
    await openCase({ ...dispute, trade: { ...dispute.trade, taker, sellerLocks } })
    await choose(outcome)
    await waitFor(() => expect(ledgerRows()).toHaveLength(rows.length))
    for (const [at, row] of rows.entries()) expect(ledgerRows()[at]).toContain(row)
  })

  test('a split is previewed, confirmed and recorded', async () => {
    const decided: DisputeCase = {
      ...dispute,
      status: 'decided',
      version: 4,
      decisions: [
        {
          round: 1,
          outcome: 'split',
          bond: null,
          released: '40.000000',
          toBuyer: '39.800000',
          fee: '0.200000',
          toSeller: '60.000000',
          reason: REASON,
          at: MOMENT,
        },
      ],
    }
    const { calls, answer } = await openCase(dispute, { [`POST ${CASE}/decide`]: decided })
    await pressButton('Review the decision')
    await waitFor(() => expect(text()).toContain('Choose a decision.'))
    await choose('split')
    await fill('USDT to release', '100')
    await fill('Reason', REASON)
    await pressButton('Review the decision')
    await waitFor(() => expect(text()).toContain('The part must be more than 0 and less than 100.000000 USDT.'))
    await fill('USDT to release', '40')
    await pressButton('Review the decision')
    await waitFor(() => expect(text()).toContain('Decide this case?'))
    expect(ledgerRows()).toEqual([
      'To the buyer39.800000 USDT',
      'Platform fee0.200000 USDT',
      'To the seller60.000000 USDT',
      'Locked in escrow100.000000 USDT',
    ])
    await expectAccessible()
    expect(calls).not.toContain(`POST ${CASE}/decide`)
    answer({ [`GET ${CASE}`]: decided })
    await pressButton('Decide')
    await waitFor(() => expect(text()).toContain(REASON))
    await waitFor(() => expect(findButton('Review the decision')).toBeUndefined())
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Decision'))
  })

  test('a refund asks what becomes of the buyer’s bond', async () => {
    const bodies: unknown[] = []
    const bonded: DisputeCase = { ...dispute, hasBond: true, trade: { ...dispute.trade, bond: '2.000000' } }
    await openCase(bonded, {
      [`POST ${CASE}/decide`]: async (body: unknown) => {
        bodies.push(JSON.parse(body as string))
        return Response.json(bonded)
      },
    })
    await choose('release')
    await waitFor(() => expect(ledgerRows()).toContain('Bond, to the buyer2.000000 USDT'))
    expect(text()).not.toContain('What happens to the buyer’s bond')
    await choose('refund')
    await waitFor(() => expect(text()).toContain('What happens to the buyer’s bond'))
    await fill('Reason', REASON)
    await pressButton('Review the decision')
    await waitFor(() => expect(alerts()).toContain(BOND_TEXTS.missing))
    await choose('burned')
    await pressButton('Review the decision')
    await waitFor(() => expect(text()).toContain('Decide this case?'))
    expect(ledgerRows()).toEqual([
      'To the seller100.000000 USDT',
      'Bond, burned2.000000 USDT',
      'Locked in escrow102.000000 USDT',
    ])
    await expectAccessible()
    await pressButton('Decide')
    await waitFor(() => expect(bodies).toEqual([{ outcome: 'refund', bond: 'burned', reason: REASON }]))
  })

  test('on an appeal it stands below the decision that was appealed, under a heading of its own', async () => {
    const first = { round: 1, outcome: 'refund', released: '0.000000', toBuyer: '0.000000', fee: '0.000000' } as const
    const made: DisputeCase['decisions'] = [
      { ...first, toSeller: '100.000000', bond: null, reason: REASON, at: MOMENT },
    ]
    const headings = () => [...document.querySelectorAll('h3')].map(({ textContent }) => textContent)
    await openCase(dispute)
    await waitFor(() => expect(findButton('Review the decision')).toBeDefined())
    expect(headings()).not.toContain('Decision on the appeal')
    await openCase({ ...dispute, round: 2, decisions: made })
    await waitFor(() => expect(headings()).toContain('Decision on the appeal'))
    expect(text().indexOf('Decision on the appeal')).toBeGreaterThan(text().indexOf(REASON))
    await expectAccessible()
  })

  test('a party concedes while the arbiter decides: the refusal is followed by the outcome', async () => {
    const { answer } = await openCase(dispute, { [`POST ${CASE}/decide`]: refusal('dispute_closed') })
    await choose('refund')
    await fill('Reason', REASON)
    await pressButton('Review the decision')
    await waitFor(() => expect(findButton('Decide')).toBeDefined())
    answer({ [`GET ${CASE}`]: { ...dispute, status: 'closed', deadline: null, outcome: 'buyer_conceded', turn: [] } })
    await pressButton('Decide')
    await waitFor(() => expect(text()).toContain('The buyer conceded: returned to the seller'))
    expect(findButton('Decide')).toBeUndefined()
    expect(findButton('Send')).toBeUndefined()
  })
})

describe('linked cases', () => {
  const group = { name: 'G1', cases: 3, takers: 2, links: ['network', 'browser'] as const }
  const withGroup: DisputeCase = {
    ...dispute,
    group: { ...group, links: [...group.links] },
    isMine: true,
    isTaken: true,
  }
  const other: LinkedCase = {
    ...listed,
    tradeId: OTHER,
    reference: 'SRF-00000001',
    group: withGroup.group,
    directLinks: ['network'],
  }
  const free: LinkedCase = { ...other, tradeId: ID.replace(/.$/, '7'), reference: 'SRF-00000007' }

  test('the desk says how many cases belong together and by what, and each case that it is one of them', async () => {
    await openQueue([other], {
      'GET /api/staff/disputes': { cases: [other], groups: [withGroup.group], nextCursor: null },
    })
    await waitFor(() =>
      expect(text()).toContain('3 cases · trades opened by 2 users · the same network and the same browser'),
    )
    expect(text()).toContain('3 linked cases · G1')
    await expectAccessible()
  })

  test('free ones are taken one after the other; a refusal of one is named and stops no other', async () => {
    const { calls } = await openCase(withGroup, {
      [`GET ${CASE}/linked`]: { cases: [other, free] },
      [`POST /api/staff/disputes/${OTHER}/take`]: refusal('case_taken'),
      [`POST /api/staff/disputes/${free.tradeId}/take`]: withGroup,
    })
    await waitFor(() => expect(findButton('Take 2 free cases')).not.toBeNull())
    await expectAccessible()
    await pressButton('Take 2 free cases')
    await waitFor(() => expect(alerts().join()).toContain('SRF-00000001: Another arbiter has taken this case.'))
    expect(calls.filter((each) => each.endsWith('/take'))).toHaveLength(2)
  })

  test('chosen ones get the same decision, each by its own call; without a choice only the case itself', async () => {
    const mine: LinkedCase = { ...other, isMine: true, isTaken: true }
    const seller: LinkedCase = { ...mine, tradeId: ID.replace(/.$/, '8'), reference: 'SRF-00000008', taker: 'seller' }
    const distant: LinkedCase = { ...mine, tradeId: ID.replace(/.$/, '9'), reference: 'SRF-00000009', directLinks: [] }
    const bodies: unknown[] = []
    let isRefused = true
    await openCase(withGroup, {
      [`GET ${CASE}/linked`]: { cases: [mine, free, seller, distant] },
      [`POST ${CASE}/decide`]: async (body: unknown) => {
        bodies.push([ID, JSON.parse(body as string)])
        return Response.json({ ...withGroup, status: 'decided', group: null })
      },
      [`POST /api/staff/disputes/${OTHER}/decide`]: async (body: unknown) => {
        if (isRefused) return refusal('case_conflict')()
        bodies.push([OTHER, JSON.parse(body as string)])
        return Response.json({ ...withGroup, tradeId: OTHER, status: 'decided', group: null })
      },
    })
    await waitFor(() => expect(text()).toContain('Decide these linked cases in the same way, with the same reason'))
    // Not the one that is free, nor one whose taker has the other role, nor one that only others connect.
    const boxes = [...document.querySelectorAll<HTMLElement>('fieldset label')].filter((each) =>
      each.textContent?.includes('SRF-'),
    )
    expect(boxes.map(({ textContent }) => textContent)).toEqual(['SRF-00000001 · 100.000000 USDT · the same network'])
    await press(boxes[0]!.querySelector<HTMLElement>('input')!)
    await choose('refund')
    await fill('Reason', REASON)
    await pressButton('Review the decision')
    await waitFor(() => expect(text()).toContain('Decide 2 cases?'))
    await expectAccessible()
    await pressButton('Decide')
    // The form would go with the open case, and with it what was refused.
    await waitFor(() => expect(alerts().join()).toContain('SRF-00000001: '))
    expect(bodies).toEqual([])
    isRefused = false
    await pressButton('Decide')
    await waitFor(() =>
      expect(bodies).toEqual([
        [OTHER, { outcome: 'refund', reason: REASON }],
        [ID, { outcome: 'refund', reason: REASON }],
      ]),
    )
  })
})
