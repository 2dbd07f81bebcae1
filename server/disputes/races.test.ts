/** Two concurrent calls about a dispute: one wins, the loser gets a named refusal, and the effect happens once. */
import { describe, expect, test } from 'vitest'
import { moveDueTrades } from '../jobs/worker.ts'
import {
  STATEMENT,
  decide,
  disputeMove,
  disputedTrade,
  paidTrade,
  readDispute,
  takenCase,
} from '../testing/disputes.ts'
import { insertProof } from '../testing/proofs.ts'
import type { Disputed } from '../testing/disputes.ts'
import { RECEIPT } from '../testing/move-body.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { sample } from '../testing/sample.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { move, tradingPair } from '../testing/accounts/users.ts'
import type { Reply } from '../testing/app.ts'
import type { Caller } from '../testing/accounts/users.ts'

const ROUNDS = sample(3, 8)
const HOUR = 60
const testApp = useTestApp()

type Case = Disputed & { arbiter: Caller }
type Racer = (taken: Case) => Promise<Reply>

/** A quarter of a second before the time of the case is over, or as long after it. */
async function almostLate({ trade }: { trade: { id: string } }, hours: number, round: number) {
  await ageTrade(testApp().owner, trade.id, hours * HOUR - (round % 2 === 0 ? 0.02 : 0.002 * round) / 60)
}

const RACES: [what: string, racers: Racer[], refusals: string[]][] = [
  [
    'a decision against the seller’s confirmation',
    [
      ({ arbiter, trade }) => decide(arbiter, trade, 'refund'),
      ({ seller, trade }) => disputeMove(seller, trade, 'confirm-receipt', RECEIPT),
    ],
    ['dispute_closed', 'already_decided'],
  ],
  [
    'the buyer concedes and the seller confirms',
    [
      ({ buyer, trade }) => disputeMove(buyer, trade, 'concede'),
      ({ seller, trade }) => disputeMove(seller, trade, 'confirm-receipt', RECEIPT),
    ],
    ['dispute_closed'],
  ],
  [
    'two decisions of one arbiter',
    [
      ({ arbiter, trade }) => decide(arbiter, trade, 'refund'),
      ({ arbiter, trade }) => decide(arbiter, trade, 'release'),
    ],
    ['not_deciding'],
  ],
  [
    'the seller confirms in the old room and in the dispute',
    [
      ({ seller, trade }) => move(seller, trade, 'confirm-receipt', 'payment_sent'),
      ({ seller, trade }) => disputeMove(seller, trade, 'confirm-receipt', RECEIPT),
    ],
    ['stale_screen', 'trade_over'],
  ],
]

describe.each(RACES)('%s', (_, racers, refusals) => {
  test('every answer is that of some order', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const taken = await takenCase(testApp())
      const replies = await Promise.all((round % 2 ? racers : racers.toReversed()).map((racer) => racer(taken)))
      expect(replies.some(({ status }) => status === 200)).toBe(true)
      for (const { status, body } of replies)
        if (status !== 200) expect([status, refusals]).toEqual([409, expect.arrayContaining([body.code])])
      await expectOnce(taken.trade.id)
    }
  })
})

test('an acceptance against the other party’s appeal of a split: both count, and nothing is carried out', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { arbiter, seller, buyer, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'split', '40')
    const [accepted, appealed] = await Promise.all([
      disputeMove(seller, trade, 'accept'),
      disputeMove(buyer, trade, 'appeal', { statement: STATEMENT }),
    ])
    expect(appealed.body).toMatchObject({ status: 'statements', round: 2 })
    if (accepted.status !== 200) expect(accepted.body.code).toBe('not_decided')
    await expectOnce(trade.id)
  }
})

test('one party accepts and appeals: one wins', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { arbiter, seller, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'release')
    const replies = await Promise.all([
      disputeMove(seller, trade, 'accept'),
      disputeMove(seller, trade, 'appeal', { statement: STATEMENT }),
    ])
    const codes = replies.map(({ status, body }) => (status === 200 ? 'won' : body.code))
    expect(['won,dispute_closed', 'not_decided,won']).toContain(codes.join(','))
    await expectOnce(trade.id)
  }
})

test('an appeal against the end of its window: the time after the lock decides', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { arbiter, seller, buyer, trade } = await takenCase(testApp())
    await decide(arbiter, trade, 'release')
    await almostLate({ trade }, 24, round)
    const [appealed] = await Promise.all([
      disputeMove(seller, trade, 'appeal', { statement: STATEMENT }),
      moveDueTrades(testApp().context),
      moveDueTrades(testApp().context),
    ])
    await moveDueTrades(testApp().context)
    const { status, outcome } = await readDispute(buyer, trade)
    if (appealed.status === 200) expect([status, outcome]).toEqual(['statements', null])
    else expect([appealed.body.code, status, outcome]).toEqual(['dispute_closed', 'closed', 'release'])
    await expectOnce(trade.id)
  }
})

test('two arbiters take one case, each twice: one has it', async () => {
  const arbiters = [await createStaffUser(testApp(), 'arbiter'), await createStaffUser(testApp(), 'arbiter')]
  for (let round = 0; round < ROUNDS; round++) {
    const { trade } = await disputedTrade(testApp())
    const replies = await Promise.all(
      [...arbiters, ...arbiters].map((arbiter) => arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['case_taken']),
    )
    const { rows } = await testApp().owner.query('select action from audit_log where subject = $1', [trade.id])
    expect(rows).toEqual([{ action: 'take_dispute' }])
    await expectOnce(trade.id)
  }
})

test('both statements in one moment: the arbiter’s time begins once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { seller, buyer, trade } = await paidTrade(testApp())
    await ageTrade(testApp().owner, trade.id, 24 * HOUR)
    await moveDueTrades(testApp().context)
    const replies = await Promise.all(
      [seller, buyer, seller, buyer].map((user) => disputeMove(user, trade, 'statement', { statement: STATEMENT })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const { status, body } of replies)
      if (status !== 200) expect(['statement_given', 'statements_closed']).toContain(body.code)
    expect((await readDispute(seller, trade)).status).toBe('deciding')
    await expectOnce(trade.id)
  }
})

test('a statement against the end of its time', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const disputed = await disputedTrade(testApp())
    await almostLate(disputed, 24, round)
    const [given] = await Promise.all([
      disputeMove(disputed.buyer, disputed.trade, 'statement', { statement: STATEMENT }),
      moveDueTrades(testApp().context),
    ])
    await moveDueTrades(testApp().context)
    const { status, statements } = await readDispute(disputed.buyer, disputed.trade)
    expect(status).toBe('deciding')
    expect(statements).toHaveLength(given.status === 200 ? 2 : 1)
    if (given.status !== 200) expect(given.body.code).toBe('statements_closed')
    await expectOnce(disputed.trade.id)
  }
})

test('an objection against the refund by the worker', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await buyer.post(`/api/trades/${trade.id}/payment-details`, {})
    await move(seller, trade, 'cancel', 'awaiting_payment')
    const proofId = await insertProof(testApp().owner, trade)
    await almostLate({ trade }, 0.25, round)
    const body = { seenStatus: 'refund_held', statement: STATEMENT, proofId }
    const [objected] = await Promise.all([
      buyer.post(`/api/trades/${trade.id}/object`, body),
      moveDueTrades(testApp().context),
      moveDueTrades(testApp().context),
    ])
    await moveDueTrades(testApp().context)
    const { status } = (await buyer.get(`/api/trades/${trade.id}`)).body
    if (objected.status === 200) expect(status).toBe('disputed')
    else {
      expect(status).toBe('cancelled')
      expect(['objection_window_passed', 'trade_over']).toContain(objected.body.code)
    }
    await expectOnce(trade.id)
  }
})

test('the release against a dispute, by both parties', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { seller, buyer, trade } = await paidTrade(testApp())
    const dispute = (user: Caller, reason: string) =>
      user.post(`/api/trades/${trade.id}/open-dispute`, { seenStatus: 'payment_sent', reason, statement: STATEMENT })
    const replies = await Promise.all([
      move(seller, trade, 'confirm-receipt', 'payment_sent'),
      dispute(buyer, 'seller_silent'),
      dispute(seller, 'wrong_amount'),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of replies)
      if (status !== 200)
        expect(['stale_screen', 'trade_over', 'already_disputed', 'payment_not_sent']).toContain(body.code)
    await expectOnce(trade.id)
  }
})

test('the buyer reads the payment details while the seller cancels: the refund is held, or nothing was shown', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    const read = () => buyer.post(`/api/trades/${trade.id}/payment-details`, {})
    const cancel = () => move(seller, trade, 'cancel', 'awaiting_payment')
    const [one, other] = await Promise.all(round % 2 ? [read(), cancel()] : [cancel(), read()])
    const [shown, cancelled] = round % 2 ? [one!, other!] : [other!, one!]
    expect(cancelled.status).toBe(200)
    if (cancelled.body.status === 'cancelled') expect(shown.body.code).toBe('trade_over')
    else expect([cancelled.body.status, shown.status]).toEqual(['refund_held', 200])
    await expectOnce(trade.id)
  }
})

test('four concurrent workers: each trade and each case is moved once', async () => {
  const paid = [await paidTrade(testApp()), await paidTrade(testApp())]
  const decided = [await takenCase(testApp()), await takenCase(testApp())]
  const undecided = await takenCase(testApp())
  for (const { arbiter, trade } of decided) await decide(arbiter, trade, 'split', '40')
  for (const { trade } of [...paid, ...decided, undecided]) await ageTrade(testApp().owner, trade.id, 49 * HOUR)
  await Promise.all(Array.from({ length: 4 }, () => moveDueTrades(testApp().context)))
  await moveDueTrades(testApp().context)
  for (const { buyer, trade } of paid) expect(await readDispute(buyer, trade)).toMatchObject({ version: 1 })
  for (const { buyer, trade } of decided) expect(await readDispute(buyer, trade)).toMatchObject({ outcome: 'split' })
  expect(await readDispute(undecided.buyer, undecided.trade)).toMatchObject({ lateDecisions: 1, hasArbiter: false })
  for (const { trade } of [...paid, ...decided, undecided]) await expectOnce(trade.id)
})

/** Each event has one number, what belongs to it once, and the escrow at most one outcome. */
async function expectOnce(tradeId: string) {
  const { rows } = await testApp().owner.query(
    `select t.version, (select count(*)::int from trade_events where trade_id = t.id) as events,
       d.version as case_version, (select count(*)::int from dispute_events where trade_id = t.id) as case_events,
       (select count(*)::int from transfers where trade_id = t.id and leg in ('release', 'refund', 'split_release')) as outcomes,
       (select count(*)::int from dispute_events where trade_id = t.id and actor_role = 'arbiter') as moves,
       (select count(*)::int from audit_log where subject = t.id) as records, t.status
     from trades t left join disputes d on d.trade_id = t.id where t.id = $1`,
    [tradeId],
  )
  const row = rows[0]
  expect(row).toMatchObject({
    events: row.version,
    case_events: row.case_version ?? 0,
    outcomes: row.status === 'completed' || row.status === 'cancelled' ? 1 : 0,
    records: row.moves,
  })
}
