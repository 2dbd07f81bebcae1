import { afterEach, expect, test, vi } from 'vitest'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import type { TradeFile } from '../../domain/api/trades/evidence.ts'
import {
  APPEAL_HOURS,
  DECISION_HOURS,
  DISPUTE_REASONS,
  openingReasons,
  STATEMENT_HOURS,
} from '../../domain/disputes/disputes.ts'
import { DISPUTE_AFTER_MINUTES, REFUND_HOLD_MINUTES } from '../../domain/trades/trades.ts'
import { alerts, expectAccessible, fill, findButton, openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { press, waitFor } from '../testing/render.tsx'
import { dispute, ID, proof, trade } from '../testing/samples.ts'
import { useTrade } from '../trades/queries.ts'
import { DisputeSection } from './DisputeSection.tsx'

const STATEMENT = 'I paid at noon from my own account.'
const PAID: Partial<Trade> = {
  status: 'payment_sent',
  turn: ['seller'],
  paidAt: '2020-11-22T09:41:00.000Z',
  markFinalAt: '2020-11-22T09:56:00.000Z',
}
const DISPUTED: Partial<Trade> = { status: 'disputed', turn: ['buyer'], hasDispute: true, deadline: null }
const DECISION: Dispute['decisions'][number] = {
  round: 1,
  outcome: 'split',
  released: '80.000000',
  toBuyer: '79.600000',
  fee: '0.400000',
  toSeller: '80.633968',
  bond: null,
  reason: 'Half of the payment has arrived.',
  at: dispute.now,
}
const DECIDED: Partial<Dispute> = { status: 'decided', turn: ['buyer', 'seller'], decisions: [DECISION] }

const OTHER = '11111111-0000-4000-8000-000000000000'
const PROOF: TradeFile = { ...proof, bytes: 20_480, isSubmitted: true }

afterEach(() => vi.unstubAllGlobals())

test('the texts name the durations of the rules', () => {
  expect([DISPUTE_AFTER_MINUTES, REFUND_HOLD_MINUTES]).toEqual([10, 15])
  expect([STATEMENT_HOURS, DECISION_HOURS, APPEAL_HOURS]).toEqual([24, 48, 24])
})

test('until ten minutes after the payment mark the button is disabled, with the reason and the time left', async () => {
  const paidAt = new Date(Date.now() - 4 * 60_000).toISOString()
  await openRoom({ ...PAID, paidAt, now: new Date().toISOString() })
  await waitFor(() => expect(findButton('Open a dispute')?.disabled).toBe(true))
  expect(text()).toMatch(/Available in \d+:\d\d\. A payment can take time to arrive/)
  expect(document.querySelector('[role=timer]')?.textContent).toMatch(/^0[56]:\d\d$/)
  await expectAccessible()
})

test.each(['buyer', 'seller'] as const)('the %s opens a dispute with an own reason and a statement', async (role) => {
  const { bodies } = await openRoom({ ...PAID, role }, { [`POST /api/trades/${ID}/open-dispute`]: trade })
  await pressButton('Open a dispute')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
  const options = [...document.querySelectorAll('select option')].map((option) => option.textContent)
  expect(options).toEqual(openingReasons(role).map((code) => DISPUTE_REASONS[code].text))
  await expectAccessible()
  await fill('Your statement', 'Too short')
  await pressButton('Open dispute')
  await waitFor(() => expect(text()).toContain('Write 20 to 2,000 characters.'))
  await fill('Your statement', STATEMENT)
  await pressButton('Open dispute')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(bodies()).toEqual([{ seenStatus: 'payment_sent', reason: openingReasons(role)[0], statement: STATEMENT }])
})

test('the seller cannot miss a payment that can still arrive, and reads from when', async () => {
  const now = '2020-11-22T10:00:00.000Z'
  const slow: Partial<Trade> = { ...PAID, role: 'seller', paymentMethod: 'sepa_transfer', now }
  await openRoom({ ...slow, arrivesBy: '2020-11-24T23:00:00.000Z' })
  await waitFor(() => expect(text()).toContain('If it doesn’t arrive, you can say so from'))
  await pressButton('Open a dispute')
  await waitFor(() => expect(text()).toContain('The payment can still arrive: the buyer’s bank has until'))
  const options = [...document.querySelectorAll('select option')].map((option) => option.textContent)
  expect(options).not.toContain(DISPUTE_REASONS.not_received.text)
  expect(options).toContain(DISPUTE_REASONS.false_proof.text)
  await expectAccessible()
})

test('a buyer who has not paid is led to what is left: undoing the mark first, conceding later', async () => {
  await openRoom({ ...PAID, now: '2020-11-22T09:55:00.000Z' })
  await pressButton('Open a dispute')
  await waitFor(() => expect(text()).toContain('Go back and undo “paid” instead.'))
  await openRoom({ ...PAID, now: '2020-11-22T10:00:00.000Z' })
  await pressButton('Open a dispute')
  await waitFor(() => expect(text()).toContain('Open the dispute and concede it'))
})

test('a refused opening says why and keeps what was written', async () => {
  await openRoom(PAID, {
    [`POST /api/trades/${ID}/open-dispute`]: refusal('dispute_too_early', { values: { minutes: 3 } }),
  })
  await pressButton('Open a dispute')
  await fill('Your statement', STATEMENT)
  await pressButton('Open dispute')
  await waitFor(() => expect(alerts()[0]).toContain('You can open a dispute in 3 minutes.'))
  expect(document.querySelector('textarea')?.value).toBe(STATEMENT)
})

test('the panel says whose turn it is, until when and what happens then, and takes the statement', async () => {
  const { bodies, answer } = await openDisputed({})
  await waitFor(() => expect(text()).toContain('Your turn: submit your statement'))
  expect(text()).toContain('If you don’t submit one, the arbiter decides without it.')
  expect(document.querySelector('[role=timer]')).not.toBeNull()
  expect(text()).toMatch(/until \d/)
  expect(text()).toContain('amber falcon tulip')
  expect(text()).toContain('I waited for half an hour and saw nothing.')
  await expectAccessible()
  await fill('Your statement', STATEMENT)
  const stated: Dispute = {
    ...dispute,
    version: 4,
    status: 'deciding',
    turn: ['arbiter'],
    statements: [...dispute.statements, { round: 1, by: 'buyer', text: STATEMENT, at: dispute.now }],
  }
  answer({ [`POST /api/trades/${ID}/dispute/statement`]: stated, [`GET /api/trades/${ID}/dispute`]: stated })
  await pressButton('Submit statement')
  await waitFor(() => expect(text()).toContain('Waiting for the arbiter’s decision'))
  expect(bodies()).toEqual([{ statement: STATEMENT }])
  expect(findButton('Submit statement')).toBeUndefined()
})

test.each<[string, Partial<Dispute>, string]>([
  ['the other party states', { turn: ['seller'] }, 'Waiting for the seller’s statement'],
  [
    'a late decision',
    { status: 'deciding', turn: ['arbiter'], lateDecisions: 1 },
    'Waiting for the arbiter’s decision',
  ],
  ['the loser may appeal', { ...DECIDED, turn: ['seller'] }, 'Waiting for the seller to accept or appeal'],
  ['a final decision', { ...DECIDED, round: 2, turn: ['system'] }, 'Decided'],
])('%s', async (_, changes, expected) => {
  await openDisputed(changes)
  await waitFor(() => expect(text()).toContain(expected))
  if (changes.lateDecisions !== undefined) expect(text()).toContain('Late decisions so far: 1')
  expect(findButton('Accept decision')).toBeUndefined()
})

test('an outage stops the deadline, which is not shown until it ends, and its end stands in the timeline', async () => {
  const ended: Dispute['events'][number] = { ...dispute.events[0]!, action: 'extend_for_outage', by: 'system' }
  await openDisputed({ stoppedAt: dispute.now, events: [...dispute.events, ended] })
  await waitFor(() => expect(text()).toContain('Your turn: submit your statement'))
  expect(text()).toContain('suspended')
  expect(text()).not.toMatch(/until \d/)
  expect(text()).toContain('An outage ended, and the deadline moved with it')
})

test('a decision shows its exact amounts and its reason; the loser accepts it after a question', async () => {
  const { calls } = await openDisputed(DECIDED, { [`POST /api/trades/${ID}/dispute/accept`]: dispute })
  await waitFor(() => expect(text()).toContain('Half of the payment has arrived.'))
  for (const amount of ['79.600000 USDT', '0.400000 USDT', '80.633968 USDT']) expect(text()).toContain(amount)
  await pressButton('Accept decision')
  await waitFor(() => expect(text()).toContain('Unless the other party appeals'))
  expect(document.querySelector('[role=alertdialog]')!.textContent).toContain('80.633968 USDT')
  await pressButton('Accept decision')
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
  expect(calls).toContain(`POST /api/trades/${ID}/dispute/accept`)
})

test('the loser appeals with a statement', async () => {
  const { bodies } = await openDisputed(DECIDED, { [`POST /api/trades/${ID}/dispute/appeal`]: dispute })
  await pressButton('Appeal')
  await fill('Your statement', STATEMENT)
  await expectAccessible()
  await pressButton('Submit appeal')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(bodies()).toEqual([{ statement: STATEMENT }])
})

const APPEALED: Partial<Dispute> = { round: 2, decisions: [{ ...DECISION, outcome: 'release' }] }

test.each([
  ['buyer', 'The seller gets 160.633968 USDT back. You get no USDT', {}],
  ['seller', 'You lose the 160.633968 USDT that you locked. The buyer gets 159.830799 USDT', APPEALED],
] as const)('conceding tells the %s what is lost; a failure stays in the question', async (role, loss, state) => {
  const { answer } = await openDisputed(
    { role, ...state },
    { [`POST /api/trades/${ID}/dispute/concede`]: refusal('dispute_closed') },
    { role },
  )
  await pressButton('Concede')
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')?.textContent).toContain(loss))
  await expectAccessible()
  await pressButton('Concede')
  await waitFor(() => expect(alerts()[0]).toContain('This dispute is closed.'))
  answer({ [`POST /api/trades/${ID}/dispute/concede`]: { ...trade, status: 'cancelled', hasDispute: true } })
  await pressButton('Concede')
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
})

const CONFIRM = 'Confirm payment received'
async function sendReceipt() {
  await press(document.querySelector<HTMLElement>('[role=dialog] [type=checkbox]')!)
  await pressButton(CONFIRM)
}
test.each<[string, Partial<Dispute>, buyer: string[], seller: string[]]>([
  ['before a decision', {}, ['Concede'], [CONFIRM]],
  ['while the arbiter decides', { status: 'deciding', turn: ['arbiter'] }, ['Concede'], [CONFIRM]],
  ['after a decision', DECIDED, [], []],
  ['after an appeal', APPEALED, ['Concede'], ['Concede']],
])('%s the buyer can %j end it, the seller %j', async (_, state, ...offered) => {
  for (const [at, role] of (['buyer', 'seller'] as const).entries()) {
    await openDisputed({ ...state, role }, {}, { role })
    await waitFor(() => expect(text()).toContain('Verification phrase'))
    expect(['Concede', CONFIRM].filter((label) => findButton(label) !== undefined)).toEqual(offered[at])
  }
})

test('the seller confirms the payment that arrived: the dialog says that it ends the dispute', async () => {
  const path = `POST /api/trades/${ID}/dispute/confirm-receipt`
  const done = { ...trade, role: 'seller', status: 'completed', hasDispute: true }
  const paid = { role: 'seller', paidAt: trade.createdAt } as const
  const { answer, bodies } = await openDisputed({ role: 'seller' }, { [path]: refusal('payer_name_differs') }, paid)
  await pressButton(CONFIRM)
  await waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('This ends the dispute.'))
  await expectAccessible()
  await fill('Sender’s name', 'Amel')
  await sendReceipt()
  await waitFor(() => expect(text()).toContain('Say so in the chat, which the arbiter reads'))
  expect(findButton('Open a dispute')).toBeUndefined()
  answer({ [path]: done })
  await pressButton('Same person: release USDT')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(bodies().at(-1)).toEqual({ seenInAccount: true, senderName: 'Amel', statedSamePerson: true })
})

test('after an objection no payer was declared, so no name is asked for', async () => {
  const path = `POST /api/trades/${ID}/dispute/confirm-receipt`
  const done = { ...trade, role: 'seller', status: 'completed', hasDispute: true }
  const { bodies } = await openDisputed({ role: 'seller' }, { [path]: done }, { role: 'seller', paidAt: null })
  await pressButton(CONFIRM)
  await waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
  expect(document.querySelector('[name=senderName]')).toBeNull()
  await sendReceipt()
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(bodies()).toEqual([{ seenInAccount: true }])
})

test.each<[Dispute['outcome'], string[]]>([
  ['split', ['the USDT is split', '79.600000 USDT', '80.633968 USDT']],
  ['seller_confirmed', ['the seller confirmed the payment', '159.830799 USDT', '0.803169 USDT']],
  ['seller_conceded', ['the seller conceded', '159.830799 USDT', '0.803169 USDT']],
  ['buyer_conceded', ['the buyer conceded', '160.633968 USDT']],
])('a case that ended with %s shows the amounts and no button', async (outcome, expected) => {
  const decisions = outcome === 'split' ? [DECISION] : []
  await openDisputed(
    { status: 'closed', outcome, turn: [], deadline: null, decisions },
    {},
    { status: 'completed', turn: [] },
  )
  await waitFor(() => expect(text()).toContain(expected[0]))
  for (const part of expected) expect(text()).toContain(part)
  expect(text()).not.toContain('0.000000')
  expect([findButton('Concede'), text().includes('Verification phrase')]).toEqual([undefined, false])
})

test('a dispute that the system is about to open is waited for; one that failed to load is loaded again', async () => {
  await openRoom(DISPUTED, { [`GET /api/trades/${ID}/dispute`]: refusal('not_found') })
  await waitFor(() => expect(text()).toContain('The dispute is being opened.'))
  expect(alerts()).toEqual([])
  const { answer } = await openRoom(DISPUTED, { [`GET /api/trades/${ID}/dispute`]: refusal('internal') })
  await waitFor(() => expect(alerts()).toHaveLength(1))
  answer({ [`GET /api/trades/${ID}/dispute`]: dispute })
  await pressButton('Try again')
  await waitFor(() => expect(text()).toContain('Your turn'))
})

test('the page tells the seller why a refund is held', async () => {
  await openRoom({ status: 'refund_held', role: 'seller', cancelledBy: 'seller' })
  await waitFor(() => expect(text()).toContain('returns to you after 15 minutes, unless the buyer objects'))
  expect(findButton('I had already paid')).toBeUndefined()
})

test('the buyer objects to a held refund with a proof and a statement', async () => {
  const files = `GET /api/trades/${ID}/files`
  const held: Partial<Trade> = { status: 'refund_held', cancelledBy: 'seller' }
  await openRoom(held)
  await pressButton('I had already paid')
  await waitFor(() => expect(findButton('Object to the refund')?.disabled).toBe(true))
  expect(text()).toContain('Add a proof of payment first.')
  await expectAccessible()
  const { bodies } = await openRoom(held, {
    [files]: { files: [PROOF] },
    [`POST /api/trades/${ID}/object`]: { ...trade, ...held, version: 2 },
  })
  await pressButton('I had already paid')
  await waitFor(() => expect(findButton('Object to the refund')?.disabled).toBe(false))
  await fill('Your statement', STATEMENT)
  await pressButton('Object to the refund')
  await waitFor(() => expect(bodies()).toEqual([{ seenStatus: 'refund_held', statement: STATEMENT, proofId: ID }]))
})

test('the files of both parties are listed, those of the payment are not repeated', async () => {
  await openDisputed(
    {},
    { [`GET /api/trades/${ID}/files`]: { files: [PROOF, { ...PROOF, id: OTHER, purpose: 'dispute_evidence' }] } },
  )
  await waitFor(() => expect(document.querySelectorAll('a[download]')).toHaveLength(1))
  expect(text()).toContain('You can add 4 files.')
  await openDisputed({}, { [`GET /api/trades/${ID}/files`]: { files: [PROOF] } })
  await waitFor(() => expect(text()).toContain('No files yet besides the proof of payment'))
})

test('in Arabic, the phrase keeps its direction', async () => {
  await openRoom(DISPUTED, { [`GET /api/trades/${ID}/dispute`]: dispute }, 'ar')
  await waitFor(() => expect(text()).toContain('دورك: قدّم إفادتك'))
  expect(document.querySelector('strong[dir=ltr]')?.textContent).toBe('amber falcon tulip')
  await expectAccessible()
})

function openDisputed(changes: Partial<Dispute>, answers = {}, tradeChanges: Partial<Trade> = {}) {
  return openRoom(
    { ...DISPUTED, ...tradeChanges },
    { [`GET /api/trades/${ID}/dispute`]: { ...dispute, ...changes }, ...answers },
  )
}

async function openRoom(state: Partial<Trade>, answers = {}, language: 'en' | 'ar' = 'en') {
  const opened = await openPage(Room, {
    path: '/',
    language,
    answers: {
      [`GET /api/trades/${ID}`]: { ...trade, ...state },
      [`GET /api/trades/${ID}/files`]: { files: [] },
      ...answers,
    },
  })
  const sent: unknown[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (to: string, init: RequestInit = {}) => {
    if (init.method === 'POST') sent.push(JSON.parse(init.body as string))
    return fetch(to, init)
  })
  return { ...opened, bodies: () => sent }
}

function Room() {
  const { data, clockOffsetMs } = useTrade(ID)
  return data ? <DisputeSection trade={data} clockOffsetMs={clockOffsetMs} /> : null
}

test('what a party answers is read before the field: in an appeal, the statement of its round', async () => {
  const [first] = dispute.statements
  const second = { ...first!, round: 2, text: 'The second page shows the transfer.' }
  await openDisputed({})
  await waitFor(() => expect(findField()).not.toBeNull())
  expect(isBefore(first!.text)).toBe(true)
  expect(text()).not.toContain('Earlier statements')
  await openDisputed({ round: 2, decisions: [DECISION], statements: [first!, second] })
  await waitFor(() => expect(text()).toContain('Earlier statements'))
  expect([isBefore(second.text), isBefore(first!.text)]).toEqual([true, false])
})

test('a closed case says that nothing was added, not that nothing was added yet', async () => {
  await openDisputed(
    { status: 'closed', outcome: 'buyer_conceded', turn: [], deadline: null, statements: [] },
    {},
    { status: 'cancelled', turn: [] },
  )
  await waitFor(() => expect(text()).toContain('No files'))
  expect(text()).toContain('No statements')
  expect(text()).not.toContain('yet')
})

const findField = () => document.querySelector('textarea')

/** Whether a statement comes before the field of the reader's own. */
function isBefore(statement: string): boolean {
  const shown = [...document.querySelectorAll('article')].find((each) => each.textContent.includes(statement))!
  return Boolean(shown.compareDocumentPosition(findField()!) & Node.DOCUMENT_POSITION_FOLLOWING)
}

test('a decision that was appealed says so, and the new one does not', async () => {
  const second = { ...DECISION, round: 2 }
  await openDisputed({ ...DECIDED, round: 2, decisions: [DECISION, second] }, {}, {})
  const decisions = () =>
    [...document.querySelectorAll('article')]
      .map((each) => each.textContent)
      .filter((each) => each.includes('Decision'))
  await waitFor(() => expect(decisions()).toHaveLength(2))
  const [latest, first] = decisions()
  expect([latest!.includes('Appealed'), first!.includes('Appealed')]).toEqual([false, true])
  expect(text()).not.toContain('You receive')
})
