/** Random parallel histories on one dispute: each must be explained by some order of its calls (linearizability). */
import { expect, test } from 'vitest'
import type { DisputeAction } from '../../domain/disputes/disputes.ts'
import { parseUsdt } from '../../domain/money.ts'
import { seededRandom } from '../testing/random.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import type { Reply } from '../testing/app.ts'
import { STATEMENT, decide, disputeMove, paidTrade } from '../testing/disputes.ts'
import { RECEIPT } from '../testing/move-body.ts'
import { findOrder } from '../testing/linearizable.ts'
import type { Operation } from '../testing/linearizable.ts'
import { printedSeed, sample } from '../testing/sample.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'
import {
  caseRefusal,
  moveModelDispute,
  moveModelTrade,
  openModelTrade,
  shownDisputeStatus,
  workOnModelTrade,
} from '../testing/trade-model.ts'
import type { DisputeCall, ModelTrade } from '../testing/trade-model.ts'
import type { Caller } from '../testing/accounts/users.ts'

const HISTORIES = sample(12, 40)
const DAY = 24 * 60
const testApp = useTestApp()

/** The model's trade as text, which an order of calls leads through; FINAL once the stored rows agreed with it. */
type State = string
const FINAL = 'final'
type Asked = { name: string; call: DisputeCall; start: number; end: number; reply: Reply }

test(`${HISTORIES} random histories of disputes are linearizable`, async () => {
  const seed = printedSeed('histories of disputes')
  const arbiters = [await createStaffUser(testApp(), 'arbiter'), await createStaffUser(testApp(), 'arbiter')]
  let calls = 0
  for (let i = 0; i < HISTORIES; i++) calls += await runHistory(seed + i, arbiters)
  expect(calls).toBeGreaterThan(HISTORIES * 7)
}, 240_000)

/** Runs one history and searches for its order; returns how many calls it had. */
async function runHistory(seed: number, arbiters: readonly Caller[]): Promise<number> {
  const random = seededRandom(seed)
  const { seller, buyer, trade } = await paidTrade(testApp())
  await ageTrade(testApp().owner, trade.id, DAY)
  await moveDueTrades(testApp().context)
  const isLate = random.chance(0.3)
  if (isLate) await ageTrade(testApp().owner, trade.id, DAY - random.between(10, 60) / 60_000)
  const asked: Asked[] = []

  async function party(user: Caller, role: 'buyer' | 'seller') {
    for (let n = random.between(1, 3); n > 0; n--) {
      const ends = role === 'seller' ? 'confirm_receipt' : 'concede'
      const action = random.pick(['state', 'state', 'accept', 'appeal', ends, 'concede'] as const)
      const verb = { state: 'statement', confirm_receipt: 'confirm-receipt' }[action as string] ?? action
      const receipt = action === 'confirm_receipt' ? RECEIPT : {}
      const body = action === 'state' || action === 'appeal' ? { statement: STATEMENT } : receipt
      await ask(`${role} ${action}`, { action, role }, () => disputeMove(user, trade, verb, body))
    }
  }
  async function arbitrate(user: Caller) {
    const arbiter = user.id
    const take = () => user.post(`/api/staff/disputes/${trade.id}/take`, {})
    await ask(`${user.username} takes`, { action: 'take', role: 'arbiter', arbiter }, take)
    const decision = random.pick(['release', 'refund'] as const)
    const released = decision === 'release' ? parseUsdt(trade.amountUsdt)! : 0n
    const call: DisputeCall = { action: 'decide', role: 'arbiter', arbiter, decision, released }
    for (let n = 2; n > 0; n--) await ask(`${user.username} decides`, call, () => decide(user, trade, decision))
  }
  async function ask(name: string, call: DisputeCall, send: () => Promise<Reply>) {
    const start = performance.now()
    const reply = await send()
    asked.push({ name, call, start, end: performance.now(), reply })
    await new Promise((done) => setTimeout(done, random.between(0, 10)))
  }
  await Promise.all([
    party(buyer, 'buyer'),
    party(seller, 'seller'),
    ...arbiters.map(arbitrate),
    ...(isLate ? [moveDueTrades(testApp().context)] : []),
  ])
  if (isLate) await moveDueTrades(testApp().context)

  const { rows } = await testApp().owner.query(
    `select t.status as trade, d.status, d.version, d.round, d.arbiter_id as arbiter, d.outcome
     from disputes d join trades t on t.id = d.trade_id where d.trade_id = $1`,
    [trade.id],
  )
  const start = openModelTrade({ type: 'sell', usdtMicro: parseUsdt(trade.amountUsdt)!, lockedMicro: 0n, window: 30 })
  moveModelTrade(start, { action: 'mark_paid', role: 'buyer', seen: 'awaiting_payment' })
  start.now = DAY + 11
  workOnModelTrade(start)
  const operations = [...asked.map(operationOf), ...(isLate ? [clock, worker] : []), comparison(rows[0])]
  const order = findOrder(operations, toState(start), FINAL)
  const replies = asked.map(({ name, reply }) => `${name}: ${reply.body.code ?? reply.body.status}`)
  expect(order, `SEED=${seed}: no order of ${replies.join('; ')} to ${JSON.stringify(rows[0])}`).not.toBeNull()
  return asked.length
}

/** A call in the model's terms. A decision reads who has the case before it locks the trade, so either check may answer. */
function operationOf({ name, call, start, end, reply }: Asked): Operation<State> {
  return {
    name,
    start,
    end,
    after(state) {
      if (state === FINAL) return []
      const { code, version, status } = reply.body
      if (call.action === 'decide' && code === 'case_not_yours' && caseRefusal(toTrade(state), call.arbiter!))
        return [state]
      const trade = toTrade(state)
      if (moveModelDispute(trade, call) !== (code ?? null)) return []
      const hasNoStatus = code !== undefined || call.action === 'concede' || call.action === 'confirm_receipt'
      const { dispute } = trade
      // The answer is read after the move: by then the time of the new status can be over.
      const shown = [dispute!.status, shownDisputeStatus({ ...trade, now: trade.now + DAY })]
      return hasNoStatus || (dispute!.version === version && shown.includes(status)) ? [toState(trade)] : []
    },
  }
}

/** The time of the statements is over, at any moment or after everything. */
const clock: Operation<State> = {
  name: 'the clock',
  start: 0,
  end: Infinity,
  after(state) {
    if (state === FINAL) return [FINAL]
    const trade = toTrade(state)
    trade.now += DAY
    return [toState(trade)]
  },
}

const worker: Operation<State> = {
  name: 'the worker',
  start: 0,
  end: Infinity,
  after(state) {
    if (state === FINAL) return [FINAL]
    const trade = toTrade(state)
    workOnModelTrade(trade)
    return [toState(trade), state]
  },
}

function comparison(stored: Record<string, unknown>): Operation<State> {
  return {
    name: 'the stored rows',
    start: Number.MAX_VALUE,
    end: Infinity,
    after(state) {
      if (state === FINAL) return []
      const { status: trade, dispute } = toTrade(state)
      const { status, version, round, arbiter, outcome } = dispute!
      const model = { trade, status, version, round, arbiter, outcome }
      return JSON.stringify(model) === JSON.stringify(stored) ? [FINAL] : []
    },
  }
}

function toState(trade: ModelTrade): State {
  return JSON.stringify(trade, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value === Infinity ? 'infinity' : value,
  )
}

function toTrade(state: State): ModelTrade {
  return JSON.parse(state, (_, value: unknown) => {
    if (value === 'infinity') return Infinity
    return typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
  }) as ModelTrade
}

test('the search refuses impossible histories', () => {
  const trade = openModelTrade({ type: 'sell', usdtMicro: 1n, lockedMicro: 1n, window: 30 })
  moveModelTrade(trade, { action: 'mark_paid', role: 'buyer', seen: 'awaiting_payment' })
  trade.now = DAY
  workOnModelTrade(trade)
  const took = (arbiter: string, version: number, start: number, code?: string): Asked => ({
    name: arbiter,
    call: { action: 'take' satisfies DisputeAction, role: 'arbiter', arbiter },
    start,
    end: start + 10,
    reply: { status: 200, body: { code, version, status: 'statements' }, headers: {} },
  })
  const stored = { trade: 'disputed', status: 'statements', version: 2, round: 1, arbiter: 'a', outcome: null }
  const order = (...asked: Asked[]) => findOrder([...asked.map(operationOf), comparison(stored)], toState(trade), FINAL)
  expect(order(took('a', 2, 0), took('b', 0, 5, 'case_taken'))).not.toBeNull()
  // Both win; the loser got its answer before the winner began; another one has it in the end.
  expect(order(took('a', 2, 0), took('b', 3, 5))).toBeNull()
  expect(order(took('a', 2, 20), took('b', 0, 5, 'case_taken'))).toBeNull()
  expect(order(took('b', 2, 0))).toBeNull()
})
