/** Random parallel histories on one trade: each must be explained by some order of its calls (linearizability). */
import { expect, test } from 'vitest'
import type { TradeAction, TradeStatus } from '../../domain/trades/trades.ts'
import { TRADE_STATUSES, moveRefusal, statusAfter } from '../../domain/trades/trades.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { findOrder } from '../testing/linearizable.ts'
import type { Operation } from '../testing/linearizable.ts'
import { move, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { printedSeed, sample } from '../testing/sample.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'

/** Each run draws other histories, of about eight calls each. */
const HISTORIES = sample(24, 80)
const PARALLEL_HISTORIES = 4
const VERBS = {
  'mark-paid': 'mark_paid',
  'withdraw-payment-mark': 'withdraw_payment_mark',
  'extend-payment-window': 'extend_payment_window',
  cancel: 'cancel',
  'confirm-receipt': 'confirm_receipt',
} as const satisfies Record<string, TradeAction>
type Verb = keyof typeof VERBS
const LIKELY: Record<'buyer' | 'seller', Verb[]> = {
  buyer: ['mark-paid', 'mark-paid', 'withdraw-payment-mark', 'cancel', 'extend-payment-window'],
  seller: ['confirm-receipt', 'confirm-receipt', 'extend-payment-window', 'cancel', 'mark-paid'],
}

type State = { status: TradeStatus; version: number; usedOnce: TradeAction[] }
type Asked = {
  role: 'buyer' | 'seller'
  verb: Verb
  seen: TradeStatus
  start: number
  end: number
  status: number
  body: any
}

const START: State = { status: 'awaiting_payment', version: 1, usedOnce: [] }
const testApp = useTestApp()

test(`${HISTORIES} random histories are linearizable`, async () => {
  const seed = printedSeed('histories of trades')
  const { app } = testApp()
  const seller = await signUp(app, 'seller')
  let answered = 0
  for (let i = 0; i < HISTORIES; i += PARALLEL_HISTORIES) {
    const batch = Array.from({ length: PARALLEL_HISTORIES }, (_, j) => seed + i + j)
    const { id: offerId } = await postOffer(seller)
    const buyers = await signUpMany(app, PARALLEL_HISTORIES, 'buyer')
    const counts = await Promise.all(
      batch.map((number, j) => tellHistory(number, { seller, buyer: buyers[j]!, offerId })),
    )
    await seller.post(`/api/offers/${offerId}/pause`)
    answered += counts.reduce((sum, count) => sum + count, 0)
  }
  expect(answered).toBeGreaterThan(HISTORIES * 4)
}, 240_000)

/** Runs one history and searches for its order; returns how many calls it had. */
async function tellHistory(
  seed: number,
  { seller, buyer, offerId }: { seller: Caller; buyer: Caller; offerId: string },
) {
  const random = randomFrom(seed)
  const trade = await openTradeBetween(buyer, offerId)
  const isLate = random() < 0.3
  // A third of the trades reach their deadline during the history.
  if (isLate) await ageTrade(testApp().owner, trade.id, 30 - (0.02 + random() * 0.06) / 60)
  const asked: Asked[] = []

  async function user(role: 'buyer' | 'seller') {
    const calls = 1 + Math.floor(random() * 3)
    let seen: TradeStatus = 'awaiting_payment'
    for (let i = 0; i < calls; i++) {
      const verb = pick(LIKELY[role], random)
      if (random() < 0.1) seen = pick(TRADE_STATUSES, random)
      const start = performance.now()
      const { status, body } = await move(role === 'buyer' ? buyer : seller, trade, verb, seen)
      asked.push({ role, verb, seen, start, end: performance.now(), status, body })
      seen = (status === 200 ? body.status : body.details?.status) ?? seen
      await new Promise((done) => setTimeout(done, random() * 12))
    }
  }
  await Promise.all([
    user('buyer'),
    user('seller'),
    user('buyer'),
    user('seller'),
    ...(isLate
      ? [new Promise((done) => setTimeout(done, random() * 80)).then(() => moveDueTrades(testApp().context))]
      : []),
  ])

  const { rows } = await testApp().owner.query(
    `select status, version, array(select action from trade_events where trade_id = t.id and action in ('extend_payment_window', 'withdraw_payment_mark') order by 1) as "usedOnce"
     from trades t where id = $1`,
    [trade.id],
  )
  const order = findOrder([...asked.flatMap(operationsOf), ...(isLate ? [clock] : [])], START, rows[0])
  expect(order, `SEED=${seed}: no order of ${JSON.stringify({ asked, final: rows[0] }, null, 1)}`).not.toBeNull()
  return asked.length
}

/** A call in the model's terms; a confirmation that was settled immediately is two steps. */
function operationsOf({ role, verb, seen, start, end, status, body }: Asked): Operation<State>[] {
  const action = VERBS[verb]
  const name = `${role} ${verb}: ${status === 200 ? body.status : body.code}`
  if (status === 200) {
    const isSettled = action === 'confirm_receipt' && body.status === 'completed'
    const made = {
      name,
      start,
      end,
      after: (state: State) => moved(state, action, role, seen, isSettled ? undefined : body),
    }
    return isSettled
      ? [made, { name: 'settle', start, end, after: (state) => moved(state, 'settle', 'system', state.status, body) }]
      : [made]
  }
  // The outcome is unknown: it may have happened at any later time, or never.
  if (body.code === 'busy') {
    return [{ name, start, end: Infinity, after: (state) => [state, ...moved(state, action, role, seen)] }]
  }
  return [{ name, start, end, after: (state) => refusedFrom(state) }]

  function refusedFrom(state: State): State[] {
    const { code, details } = body
    if (code === 'payment_window_passed') return moved(state, 'expire', 'system', state.status, details)
    if (details.status !== state.status || details.version !== state.version) return []
    const refusal = moveRefusal(state, action, role) ?? (seen === state.status ? null : 'stale_screen')
    return refusal === code ? [state] : []
  }
}

/** The worker's own step, which may happen at any time or not at all. */
const clock: Operation<State> = {
  name: 'the clock',
  start: 0,
  end: Infinity,
  after: (state) => [
    state,
    ...(state.status === 'awaiting_payment' ? moved(state, 'expire', 'system', state.status) : []),
  ],
}

function moved(
  state: State,
  action: TradeAction,
  by: 'buyer' | 'seller' | 'system',
  seen: TradeStatus,
  answered?: { status: string; version: number },
): State[] {
  const status = statusAfter(state.status, action, by)
  if (!status || seen !== state.status || moveRefusal(state, action, by)) return []
  const version = state.version + 1
  if (answered && (answered.status !== status || answered.version !== version)) return []
  const isOnce = action === 'extend_payment_window' || action === 'withdraw_payment_mark'
  return [{ status, version, usedOnce: isOnce ? [...state.usedOnce, action].toSorted() : state.usedOnce }]
}

test('the search refuses impossible histories', () => {
  const ok = (
    verb: Verb,
    role: 'buyer' | 'seller',
    status: TradeStatus,
    version: number,
    start: number,
    end: number,
  ): Asked => ({
    role,
    verb,
    start,
    end,
    status: 200,
    seen: 'awaiting_payment',
    body: { status, version },
  })
  const order = (asked: Asked[], final: State) => findOrder(asked.flatMap(operationsOf), START, final)
  const paid: State = { status: 'payment_sent', version: 2, usedOnce: [] }
  const markPaid = ok('mark-paid', 'buyer', 'payment_sent', 2, 0, 10)
  expect(order([markPaid], paid)).not.toBeNull()
  // Both win; one after the other although the first had ended; a lost update; an answer from another state.
  expect(order([markPaid, ok('cancel', 'seller', 'cancelled', 2, 0, 10)], paid)).toBeNull()
  expect(order([markPaid, ok('mark-paid', 'buyer', 'payment_sent', 2, 5, 15)], paid)).toBeNull()
  expect(
    order(
      [
        ok('extend-payment-window', 'seller', 'awaiting_payment', 2, 20, 30),
        { ...markPaid, body: { status: 'payment_sent', version: 3 } },
      ],
      { ...paid, version: 3, usedOnce: ['extend_payment_window'] },
    ),
  ).toBeNull()
  expect(order([markPaid], START)).toBeNull()
  const refused = {
    ...markPaid,
    status: 409,
    body: { code: 'not_awaiting_payment', details: { status: 'cancelled', version: 2 } },
    start: 11,
    end: 12,
  }
  expect(order([markPaid, refused], paid)).toBeNull()
})

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)]!
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
