/**
 * Random trades and disputes over HTTP, with a moving clock and the worker: every answer, and the books at the end, are those
 * of the model in `server/testing/trade-model.ts`.
 *
 * A failure is shrunk, and prints its steps; SEED repeats a run's choices.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DECISION_OUTCOMES } from '../../domain/disputes/disputes.ts'
import type { DecisionOutcome, DisputeReason } from '../../domain/disputes/disputes.ts'
import { LIMITS } from '../../domain/limits.ts'
import { formatUsdt, parseUsdt } from '../../domain/money.ts'
import { OFFER_TYPES, takerRole } from '../../domain/offers/offers.ts'
import { PARTY_ROLES, TRADE_STATES, TRADE_STATUSES } from '../../domain/trades/trades.ts'
import type { PartyRole, TradeAction, TradeStatus } from '../../domain/trades/trades.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { startTestApp } from '../testing/app.ts'
import type { Reply, TestApp } from '../testing/app.ts'
import { STATEMENT, DECISION_REASON } from '../testing/disputes.ts'
import { insertProof } from '../testing/proofs.ts'
import { moveBody, RECEIPT } from '../testing/move-body.ts'
import { printedSeed, sample } from '../testing/sample.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { ageTrade } from '../testing/time-travel.ts'
import {
  caseRefusal,
  expectedLegs,
  moveModelDispute,
  moveModelTrade,
  openModelTrade,
  reasonsOf,
  shownDisputeStatus,
  shownStatus,
  stateAfterOpening,
  workOnModelTrade,
} from '../testing/trade-model.ts'
import type { ModelTrade } from '../testing/trade-model.ts'
import { postOffer, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

const STEPS = sample(1200, 20_000)
/** Each has a database of its own: the worker moves every trade of one. */
const LANES = 3
const STEPS_OF_SEQUENCE = 120
/** A session of staff counts as recently authenticated for half an hour. */
const SEQUENCES_OF_ARBITERS = 10
const INVENTORY = 1_000_000n

/** A step before the present state decides what it means. */
type Choice = {
  /** Which trade, and which of the moves that fit it. */
  trade: number
  kind: number
  amount: number
  /** Any move of any user, instead of one that fits. */
  isWild: boolean
  /** Any status on the screen. */
  isStale: boolean
}

/** How often each refusal or status was answered. */
const answers = new Map<string, number>()

type OpenTrade = { id: string; model: ModelTrade; taker: number }
type World = {
  testApp: TestApp
  maker: Caller
  takers: Caller[]
  stranger: Caller
  arbiters: Caller[]
  /** By the types of offers. */
  offers: Record<'sell' | 'buy', string>
  trades: OpenTrade[]
  did: string[]
}

test(
  `${STEPS} steps of trades and disputes are explained by the model`,
  async () => {
    const seed = printedSeed('trades and disputes')
    const steps = await Promise.all(
      Array.from({ length: LANES }, (_, lane) => runLane(seed + lane * 1_000_003, STEPS / LANES)),
    )
    console.log(JSON.stringify(Object.fromEntries([...answers].toSorted(([, one], [, other]) => other - one))))
    expect(steps.reduce((total, count) => total + count, 0)).toBeGreaterThanOrEqual(STEPS)
  },
  60_000 + STEPS * 300,
)

/** Sequences one after another until there were enough steps; returns how many there were. */
async function runLane(seed: number, atLeast: number): Promise<number> {
  const testApp = await startTestApp()
  let steps = 0
  try {
    for (let round = 0; steps < atLeast; round++) {
      const arbiters: Caller[] = []
      while (arbiters.length < 3) arbiters.push(await createStaffUser(testApp, 'arbiter'))
      await fc.assert(
        fc.asyncProperty(sequence, async (choices) => {
          steps += choices.length
          await play(testApp, arbiters, choices)
        }),
        { seed: seed + round, numRuns: SEQUENCES_OF_ARBITERS, endOnFailure: false },
      )
    }
    expect(await violations(testApp.owner)).toEqual([])
  } finally {
    await testApp.close()
  }
  return steps
}

const sequence = fc.array(
  fc.record<Choice>({
    trade: fc.nat(1000),
    kind: fc.nat(10_000),
    amount: fc.nat(10_000),
    isWild: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
    isStale: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
  }),
  { minLength: 1, maxLength: STEPS_OF_SEQUENCE, size: 'max' },
)

async function play(testApp: TestApp, arbiters: Caller[], choices: readonly Choice[]): Promise<void> {
  const [maker, stranger, ...takers] = await signUpMany(testApp.app, 4, 'trader')
  const offers = {
    sell: (await postOffer(maker!, { availableUsdt: String(INVENTORY) })).id,
    buy: (await postOffer(maker!, { type: 'buy', availableUsdt: String(INVENTORY) })).id,
  }
  const world: World = { testApp, maker: maker!, stranger: stranger!, takers, arbiters, offers, trades: [], did: [] }
  try {
    for (const choice of choices) await step(world, choice)
    await work(world)
    await expectBooks(world)
  } catch (error) {
    throw new Error(`after ${world.did.join('\n')}`, { cause: error })
  }
}

async function step(world: World, choice: Choice): Promise<void> {
  const open = world.trades.filter(({ model }) => TRADE_STATES[model.status].isOpen)
  const known = choice.isWild || open.length === 0 ? world.trades : open
  const trade = known[choice.trade % Math.max(known.length, 1)]
  if (!trade || choice.kind % 14 === 0) return openTrade(world, choice)
  const makes = choice.isWild ? pick(Object.values(MOVES), choice.kind) : pick(fitting(trade.model), choice.kind)
  await makes(world, trade, choice)
}

type Move = (world: World, trade: OpenTrade, choice: Choice) => Promise<void>

/** Moves that the state of a trade suggests, the likelier ones several times. */
function fitting({ status, dispute }: ModelTrade): Move[] {
  const ends = [MOVES.concede, MOVES.confirmInDispute]
  const { age, work: worker, read, showDetails: show, cancel, openDispute: open, take, decide, appeal, accept } = MOVES
  const anyTime = [age, worker, read]
  if (status === 'awaiting_payment')
    return [...anyTime, MOVES.markPaid, MOVES.markPaid, MOVES.markPaid, show, show, cancel, cancel, MOVES.extend]
  if (status === 'refund_held') return [...anyTime, age, MOVES.object, cancel]
  if (status === 'payment_sent') return [...anyTime, age, open, open, open, MOVES.confirm, MOVES.withdraw]
  if (status !== 'disputed' || !dispute) return [read]
  if (dispute.status === 'statements') return [...anyTime, MOVES.state, MOVES.state, MOVES.state, take, ...ends]
  if (dispute.status === 'deciding')
    return [...anyTime, decide, decide, decide, decide, take, take, MOVES.write, ...ends]
  return [...anyTime, appeal, appeal, accept, accept, MOVES.write, MOVES.concede]
}

const MINUTES = [1, 4, 9, 10, 11, 15, 30, 59, 60, 690, 1439, 1440, 1441, 2880]

const MOVES = {
  markPaid: tradeMove('mark_paid', 'buyer'),
  withdraw: tradeMove('withdraw_payment_mark', 'buyer'),
  extend: tradeMove('extend_payment_window', 'seller'),
  cancel: tradeMove('cancel', null),
  confirm: confirmReceipt,
  openDispute,
  object: objectToRefund,
  state: disputeMove('state', 'statement'),
  appeal: disputeMove('appeal', 'appeal'),
  accept: disputeMove('accept', 'accept'),
  concede: disputeMove('concede', 'concede'),
  confirmInDispute,
  take: takeCase,
  decide: decideCase,
  write: writeInCase,
  showDetails,
  read,
  age,
  work,
} satisfies Record<string, Move>

async function openTrade(world: World, { kind, amount }: Choice): Promise<void> {
  const type = pick(OFFER_TYPES, kind)
  const takerIndex = amount % world.takers.length
  const taker = world.takers[takerIndex]!
  const expected = openingRefusal(world, takerIndex, type)
  const wish = { offerId: world.offers[type], anchor: 'fiat', amount: String(10 + (amount % 400)) }
  const quote = await taker.post('/api/quotes', wish)
  note(world, `${taker.username} asks for a quote of the offer to ${type}`, quote)
  expectAnswer(quote, expected, 201)
  if (expected) return
  const reply = await taker.post('/api/trades', { quoteId: quote.body.id })
  note(world, `${taker.username} opens a trade`, reply)
  expectAnswer(reply, null, 201)
  const { id, amountUsdt, sellerLocks, paymentWindowMinutes } = reply.body
  const model = openModelTrade({
    type,
    usdtMicro: parseUsdt(amountUsdt)!,
    lockedMicro: parseUsdt(sellerLocks)!,
    window: paymentWindowMinutes,
  })
  world.trades.push({ id, taker: takerIndex, model })
}

/** A taker pauses after failures, and has one open trade on an offer. */
function openingRefusal({ trades }: World, taker: number, type: 'sell' | 'buy'): string | null {
  const own = trades.filter((trade) => trade.taker === taker)
  const ages = own
    .filter(({ model }) => model.failed === takerRole(model.type))
    .map(({ model }) => model.now - model.movedAt)
    .filter((minutes) => minutes < LIMITS.failure_window_hours * 60)
  const further = ages.length - LIMITS.failures_before_pause
  if (further >= 0) {
    const pause = Math.min(LIMITS.pause_minutes * 2 ** further, LIMITS.longest_pause_minutes)
    if (Math.min(...ages) < pause) return 'opening_paused'
  }
  const open = own.filter(({ model }) => TRADE_STATES[model.status].isOpen)
  return open.some(({ model }) => model.type === type) ? 'offer_trade_open' : null
}

function tradeMove(action: TradeAction, likely: PartyRole | null): Move {
  return async (world, trade, choice) => {
    const { user, role } = actorOf(world, trade, choice, likely)
    const seen = seenBy(trade, choice)
    const expected = moveModelTrade(trade.model, { action, role, seen })
    const verb = action.replaceAll('_', '-')
    const reply = await user.post(`/api/trades/${trade.id}/${verb}`, moveBody(verb, seen))
    note(world, `${role} ${verb} of ${trade.id}, seeing ${seen}`, reply)
    expectTrade(reply, trade, expected)
  }
}

async function confirmReceipt(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, role } = actorOf(world, trade, choice, 'seller')
  const seen = seenBy(trade, choice)
  const differs = choice.amount % 3 > 0
  const states = choice.amount % 3 === 1
  const refusal = differs && !states ? 'payer_name_differs' : null
  const expected = moveModelTrade(trade.model, { action: 'confirm_receipt', role, seen, refusal })
  const reply = await user.post(`/api/trades/${trade.id}/confirm-receipt`, {
    ...moveBody('confirm-receipt', seen),
    ...(differs && { senderName: 'Quentin Xerxes', statedSamePerson: states }),
  })
  note(world, `${role} confirm-receipt of ${trade.id}, seeing ${seen}, differs ${differs}, states ${states}`, reply)
  expectTrade(reply, trade, expected)
}

async function confirmInDispute(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, role } = actorOf(world, trade, choice, 'seller')
  const differs = choice.amount % 3 === 0
  const refusal = differs && trade.model.isMarked ? 'payer_name_differs' : null
  const expected = moveModelDispute(trade.model, { action: 'confirm_receipt', role, refusal })
  const reply = await user.post(`/api/trades/${trade.id}/dispute/confirm-receipt`, {
    ...RECEIPT,
    ...(differs && { senderName: 'Quentin Xerxes' }),
  })
  note(world, `${role} confirm-receipt in the dispute of ${trade.id}, differs ${differs}`, reply)
  expectTrade(reply, trade, expected)
}

async function openDispute(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, role } = actorOf(world, trade, choice, null)
  const seen = seenBy(trade, choice)
  const likely = reasonsOf(role ?? 'buyer')
  const reason: DisputeReason = choice.isWild ? 'seller_silent' : pick(likely, choice.amount)
  const before = shownStatus(trade.model)
  let expected: string | null
  if (!role) expected = 'not_found'
  else if (!reasonsOf(role).includes(reason)) expected = 'invalid_input'
  else {
    const refusal = waitRefusal(world, user)
    expected =
      limitOf(world, user) ?? moveModelTrade(trade.model, { action: 'open_dispute', role, seen, reason, refusal })
  }
  if (!expected) stateAfterOpening(trade.model, role!)
  const body = { seenStatus: seen, reason, statement: STATEMENT }
  const reply = await user.post(`/api/trades/${trade.id}/open-dispute`, body)
  note(world, `${role} open-dispute of ${trade.id} (${before}) for ${reason}, seeing ${seen}`, reply)
  expectTrade(reply, trade, expected)
}

async function objectToRefund(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, role } = actorOf(world, trade, choice, 'buyer')
  const seen = seenBy(trade, choice)
  const expected = limitOf(world, user) ?? moveModelTrade(trade.model, { action: 'object', role, seen })
  if (!expected) stateAfterOpening(trade.model, role!)
  const proofId = await insertProof(world.testApp.owner, trade)
  const body = { seenStatus: seen, statement: STATEMENT, proofId }
  const reply = await user.post(`/api/trades/${trade.id}/object`, body)
  note(world, `${role} object to the refund of ${trade.id}, seeing ${seen}`, reply)
  expectTrade(reply, trade, expected)
}

/** An open dispute of a user without a completed trade is waited for; one that is due is open until a call or the worker moves it. */
function waitRefusal(world: World, user: Caller): string | null {
  const own = world.trades.filter(({ taker }) => user === world.maker || user === world.takers[taker])
  const isKnown = own.some(({ model }) => model.status === 'completed')
  const waits = openedBy(world, user).some(({ dispute }) => dispute!.status !== 'closed')
  return !isKnown && waits ? 'dispute_waits' : null
}

/** Disputes that the user has opened in a day. */
function limitOf(world: World, user: Caller): string | null {
  const lately = openedBy(world, user).filter(({ dispute, now }) => now - dispute!.openedAt < 24 * 60)
  return lately.length >= LIMITS.disputes_per_day ? 'disputes_limit' : null
}

/** The trades that the user has disputed. */
function openedBy({ trades, maker, takers }: World, user: Caller): ModelTrade[] {
  return trades.flatMap(({ model, taker }) => {
    const by = model.dispute?.openedBy
    if (by === undefined || by === 'system') return []
    return (by === takerRole(model.type) ? takers[taker] : maker) === user ? [model] : []
  })
}

function disputeMove(action: 'state' | 'appeal' | 'accept' | 'concede', verb: string): Move {
  return async (world, trade, choice) => {
    const { dispute } = trade.model
    const loser = dispute?.decision === 'refund' ? 'buyer' : dispute?.decision === 'release' ? 'seller' : null
    const { user, role } = actorOf(world, trade, choice, action === 'appeal' || action === 'accept' ? loser : null)
    const expected = moveModelDispute(trade.model, { action, role })
    const body = action === 'state' || action === 'appeal' ? { statement: STATEMENT } : {}
    const reply = await user.post(`/api/trades/${trade.id}/dispute/${verb}`, body)
    note(world, `${role} ${verb} in ${trade.id}`, reply)
    if (action === 'concede') expectTrade(reply, trade, expected)
    else expectDispute(reply, trade, expected)
  }
}

async function takeCase(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, isArbiter } = arbiterOf(world, trade, choice, false)
  const expected = isArbiter
    ? moveModelDispute(trade.model, { action: 'take', role: 'arbiter', arbiter: user.id })
    : 'not_found'
  const reply = await user.post(`/api/staff/disputes/${trade.id}/take`, {})
  note(world, `${user.username} takes ${trade.id}`, reply)
  expectDispute(reply, trade, expected)
}

async function decideCase(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, isArbiter } = arbiterOf(world, trade, choice, true)
  const { usdtMicro } = trade.model
  const decision: DecisionOutcome = pick(DECISION_OUTCOMES, choice.amount)
  const released = { release: usdtMicro, refund: 0n, split: splitOf(usdtMicro, choice) }[decision]
  const isWrong = decision === 'split' && (released <= 0n || released >= usdtMicro)
  const expected = !isArbiter
    ? 'not_found'
    : (caseRefusal(trade.model, user.id) ??
      (isWrong ? 'split_amount_wrong' : null) ??
      moveModelDispute(trade.model, { action: 'decide', role: 'arbiter', arbiter: user.id, decision, released }))
  const reply = await user.post(`/api/staff/disputes/${trade.id}/decide`, {
    outcome: decision,
    reason: DECISION_REASON,
    ...(decision === 'split' && { releasedUsdt: formatUsdt(released) }),
  })
  note(world, `${user.username} decides ${trade.id}: ${decision} ${released}`, reply)
  expectDispute(reply, trade, expected)
}

/** From a micro USDT to almost everything; nothing and everything are wrong. */
function splitOf(usdtMicro: bigint, { trade, isWild }: Choice): bigint {
  if (isWild) return trade % 2 ? 0n : usdtMicro
  return [1n, 199n, 200n, usdtMicro - 1n, usdtMicro / 2n][trade % 6] ?? 1n + (usdtMicro * BigInt(trade)) / 1002n
}

async function writeInCase(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, isArbiter } = arbiterOf(world, trade, choice, true)
  const { dispute } = trade.model
  const isOver = dispute && (trade.model.status !== 'disputed' || shownDisputeStatus(trade.model) === 'closed')
  const expected = !isArbiter ? 'not_found' : isOver ? 'dispute_closed' : caseRefusal(trade.model, user.id)
  const reply = await user.post(`/api/staff/disputes/${trade.id}/messages`, { text: 'Please send a statement.' })
  note(world, `${user.username} writes in ${trade.id}`, reply)
  expectAnswer(reply, expected, 201)
}

async function showDetails(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, role } = actorOf(world, trade, choice, 'buyer')
  const { model } = trade
  const shown = shownStatus(model)
  const isWindowOver = model.status === 'awaiting_payment' && shown !== 'awaiting_payment'
  const isOver = !TRADE_STATES[shown].isOpen
  const expected = !role ? 'not_found' : isWindowOver ? 'payment_window_passed' : isOver ? 'trade_over' : null
  if (!expected && role === 'buyer') model.detailsShown = true
  const reply = await user.post(`/api/trades/${trade.id}/payment-details`, {})
  note(world, `${role} reads the payment details of ${trade.id}`, reply)
  expectAnswer(reply, expected, 200)
}

async function read(world: World, trade: OpenTrade, choice: Choice): Promise<void> {
  const { user, role } = actorOf(world, trade, choice, null)
  const { model } = trade
  const reply = await user.get(`/api/trades/${trade.id}`)
  note(world, `${role} reads ${trade.id}`, reply)
  expectAnswer(reply, role ? null : 'not_found', 200)
  if (role) expect(reply.body).toMatchObject({ role, status: shownStatus(model), version: model.version })
  const dispute = await user.get(`/api/trades/${trade.id}/dispute`)
  expectAnswer(dispute, role && model.dispute ? null : 'not_found', 200)
  if (!role || !model.dispute) return
  const { round, version, arbiter, decision, outcome } = model.dispute
  const status = shownDisputeStatus(model)
  const isReassigned = model.dispute.status === 'deciding' && model.now >= model.dispute.deadline
  expect(dispute.body).toMatchObject({
    role,
    status,
    round,
    version,
    hasArbiter: arbiter !== null && !isReassigned,
    outcome: status === 'closed' ? (outcome ?? decision) : null,
  })
}

async function age(world: World, trade: OpenTrade, { amount }: Choice): Promise<void> {
  const minutes = pick(MINUTES, amount)
  await ageTrade(world.testApp.owner, trade.id, minutes)
  trade.model.now += minutes
  world.did.push(`${trade.id} is ${minutes} minutes older`)
}

async function work(world: World): Promise<void> {
  await moveDueTrades(world.testApp.context)
  for (const { model } of world.trades) workOnModelTrade(model)
  world.did.push('the worker')
}

/** The likely user, or any, with the role in the trade. */
function actorOf(world: World, trade: OpenTrade, { kind, trade: n, isWild }: Choice, likely: PartyRole | null) {
  const role = likely && !isWild ? likely : PARTY_ROLES[(kind + n) % 2]!
  if (isWild && kind % 4 === 0) return { user: world.stranger, role: null }
  const isTaker = takerRole(trade.model.type) === role
  return { user: isTaker ? world.takers[trade.taker]! : world.maker, role }
}

/** The arbiter who has the case where that is asked for, otherwise any. */
function arbiterOf(world: World, trade: OpenTrade, { amount, trade: n, isWild }: Choice, isOwn: boolean) {
  const has = world.arbiters.find(({ id }) => id === trade.model.dispute?.arbiter)
  if (isWild && amount % 3 === 0) return { user: world.maker, isArbiter: false }
  return { user: (isOwn && !isWild && has) || pick(world.arbiters, n), isArbiter: true }
}

/** The status on the user's screen. */
function seenBy({ model }: OpenTrade, { isStale, kind }: Choice): TradeStatus {
  return isStale ? pick(TRADE_STATUSES, kind) : shownStatus(model)
}

function expectAnswer({ status, body }: Reply, refusal: string | null, success: number): void {
  if (refusal) expect(body).toMatchObject({ code: refusal })
  else expect([status, body?.code]).toEqual([success, undefined])
}

function expectTrade(reply: Reply, { model }: OpenTrade, refusal: string | null): void {
  expectAnswer(reply, refusal, 200)
  const shown = refusal ? reply.body.details : reply.body
  if (!refusal) expect(shown).toMatchObject({ status: model.status, version: model.version })
}

function expectDispute(reply: Reply, { model }: OpenTrade, refusal: string | null): void {
  expectAnswer(reply, refusal, 200)
  if (refusal) return
  const { status, round, version, outcome, arbiter } = model.dispute!
  expect(reply.body).toMatchObject({ status, round, version, outcome })
  if ('hasArbiter' in reply.body) expect(reply.body.hasArbiter).toBe(arbiter !== null)
}

/** The ledger, the outcomes, and what the offers reserve and have left. */
async function expectBooks({ testApp: { owner }, trades, offers }: World): Promise<void> {
  const ids = trades.map(({ id }) => id)
  const stored = await owner.query(
    `select t.id, t.status, t.version, t.offer_type as type, o.failed_by, t.buyer_id, t.usdt_micro as usdt,
       (select jsonb_object_agg(leg, amount_micro::text) from transfers where trade_id = t.id) as legs,
       (select status from disputes where trade_id = t.id) as dispute
     from trades t left join trade_outcomes o on o.trade_id = t.id where t.id = any($1)`,
    [ids],
  )
  const rows = new Map(stored.rows.map((row) => [row.id, row]))
  for (const { id, model } of trades) {
    const row = rows.get(id)
    const legs = Object.fromEntries(Object.entries(expectedLegs(model)).map(([leg, micro]) => [leg, String(micro)]))
    const failed = row.failed_by === null ? null : row.failed_by === row.buyer_id ? 'buyer' : 'seller'
    expect({ ...row, failed }).toMatchObject({
      status: model.status,
      version: model.version,
      legs,
      failed: model.failed,
      dispute: model.dispute?.status ?? null,
    })
  }
  for (const type of OFFER_TYPES) {
    const own = trades.map(({ model }) => model).filter((model) => model.type === type)
    const open = own.filter(({ status }) => TRADE_STATES[status].isOpen)
    const sold = own.filter(({ status }) => status === 'completed')
    const { rows: offer } = await owner.query(
      'select open_trades, reserved_micro::text as reserved, inventory_micro::text as inventory from offers where id = $1',
      [offers[type]],
    )
    expect(offer[0]).toEqual({
      open_trades: open.length,
      reserved: String(sum(open.map(({ usdtMicro }) => usdtMicro))),
      inventory: String(
        INVENTORY * 1_000_000n - sum(sold.map(({ splitReleased, usdtMicro }) => splitReleased ?? usdtMicro)),
      ),
    })
  }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

function note({ did }: World, what: string, { status, body }: Reply): void {
  const answer = body?.code ?? body?.status ?? 'other'
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
  did.push(`${what}: ${status} ${body?.code ?? body?.status ?? ''}`)
}

function pick<T>(from: readonly T[], n: number): T {
  return from[n % from.length]!
}
