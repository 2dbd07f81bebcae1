/** Disputes written by direct SQL, as an attacker with a database connection would write them. */
import type pg from 'pg'
import { inTransaction } from '../../db/pool.ts'
import { decideCase, takeCase } from '../../disputes/arbiter-moves.ts'
import { acceptDecision, appealDecision, submitStatement } from '../../disputes/party-moves.ts'
import type { Viewer } from '../../http/viewer.ts'
import { insertUser } from '../accounts/insert-user.ts'
import type { MarketFixture } from '../market-fixture.ts'
import { tradeAgeing } from '../time-travel.ts'

export type ForgedDisputeEvent = {
  to: string
  action: string
  role: string
  /** Left out for the system, which has no id. */
  actor?: string
  /** SQL expressions; `d` is the dispute. */
  from?: string
  seq?: string
  round?: string
  foundRound?: string
  at?: string
  deadline?: string
  foundDeadline?: string
  audit?: string
  key?: string
}

/** An event row for a dispute in its present state; an arbiter's one with a new audit record. */
export function disputeEvent(tradeId: string, forged: ForgedDisputeEvent): string {
  const { to, action, role, actor, from = 'd.status', seq = 'd.version + 1', at = 'clock_timestamp()' } = forged
  const { foundRound = 'd.round', round = action === 'appeal' ? 'd.round + 1' : 'd.round' } = forged
  const { foundDeadline = 'd.deadline', deadline = deadlineAfter(action, to), key = crypto.randomUUID() } = forged
  const recorded = role === 'arbiter' && forged.audit === undefined
  const audit = forged.audit ?? (recorded ? '(select max(id) from audit_log)' : 'null')
  return `
    ${recorded && actor ? auditRecord(actor, tradeId, `${action}_dispute`) : ''}
    insert into dispute_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id, round, prev_round,
      deadline, prev_deadline, audit_id, at, command_key)
    select d.trade_id, ${seq}, ${from}, '${to}', '${action}', '${role}', ${actor ? `'${actor}'` : 'null'}, ${round}, ${foundRound},
      ${deadline}, ${foundDeadline}, ${audit}, now.moment, '${key}'
    from disputes d, lateral (select (${at})::timestamptz as moment) now where d.trade_id = '${tradeId}';`
}

function deadlineAfter(action: string, to: string): string {
  if (to === 'closed') return "'infinity'"
  if (action === 'appeal') return "now.moment + interval '24 hours'"
  if (action === 'close_statements' || action === 'reassign') return "now.moment + interval '48 hours'"
  if (action === 'decide') return "now.moment + case d.round when 1 then interval '24 hours' else interval '0' end"
  return 'd.deadline'
}

export function auditRecord(actor: string, subject: string, action: string): string {
  return `insert into audit_log (actor_id, role, action, subject) values ('${actor}', 'arbiter', '${action}', '${subject}');`
}

/** The dispute's row, updated to the state after its last event; `changes` adds columns by SQL expressions. */
export function followEvent(tradeId: string, changes = ''): string {
  return `update disputes d set status = e.to_status, version = e.seq, round = e.round, deadline = e.deadline${changes && `, ${changes}`}
    from dispute_events e where e.trade_id = d.trade_id and e.seq = d.version + 1 and d.trade_id = '${tradeId}';`
}

/** A statement under the latest event of its dispute, or under another one. */
export function statement(
  tradeId: string,
  role: string,
  forged: { body?: string; seq?: string; round?: string } = {},
): string {
  const { body = 'I sent the money an hour ago.', seq = 'max(seq)', round = 'max(round)' } = forged
  return `insert into dispute_statements (trade_id, round, party_role, event_seq, body)
    select trade_id, ${round}, '${role}', ${seq}, '${body}' from dispute_events where trade_id = '${tradeId}' group by 1;`
}

type ForgedDecision = { outcome?: string; released?: string; usdt?: string; reason?: string; seq?: string }

/** A decision under the latest event of its dispute. */
export function decision(tradeId: string, arbiter: string, forged: ForgedDecision = {}): string {
  const { outcome = 'release', usdt = 't.usdt_micro', reason = 'The bank statement shows it.' } = forged
  const { released = 't.usdt_micro', seq = 'max(e.seq)' } = forged
  return `insert into dispute_decisions (trade_id, round, arbiter_id, event_seq, outcome, usdt_micro, released_micro, reason)
    select t.id, max(e.round), '${arbiter}', ${seq}, '${outcome}', ${usdt}, ${released}, '${reason}'
    from trades t join dispute_events e on e.trade_id = t.id where t.id = '${tradeId}' group by t.id;`
}

/** An assignment under the latest event of its dispute. */
export function assignment(tradeId: string, arbiter: string): string {
  return `insert into dispute_assignments (trade_id, arbiter_id, event_seq)
    select trade_id, '${arbiter}', max(seq) from dispute_events where trade_id = '${tradeId}' group by 1;`
}

/** The trade as if it were older, for the statements that follow. */
export function later(tradeId: string, minutes: number): string {
  return `set local session_replication_role = replica; ${tradeAgeing(tradeId, minutes).join('; ')};
    set local session_replication_role = origin;`
}

/** Cases of the market's seller, each with a buyer of its own, by what has happened in them. */
export type Cases = {
  arbiter: string
  otherArbiter: string
  /** Traded with the seller a moment ago. */
  partner: string
  /** The buyer of each case. */
  buyers: Record<keyof CaseTrades, string>
} & CaseTrades
type CaseTrades = {
  /** Waits for the buyer's statement; no arbiter. */
  open: string
  /** Both statements; the arbiter has it. */
  deciding: string
  /** Released by the arbiter's decision: the seller can appeal. */
  decided: string
  /** Split by the arbiter's decision; the seller has accepted. */
  accepted: string
  /** The seller appealed; the other arbiter decides. */
  appealed: string
  /** Released, and accepted by the seller. */
  closed: string
}

export type CaseAttack = [what: string, refusedBy: string, statements: (cases: Cases, market: MarketFixture) => string]

const WORDS = 'I have waited long enough for it.'
const REASON = 'The bank statement shows the payment.'

export async function createCases(market: MarketFixture): Promise<Cases> {
  const { owner, db, seller } = market
  const [arbiter, otherArbiter, partner] = [
    await insertArbiter(owner, 'arbiter'),
    await insertArbiter(owner, 'other_arbiter'),
    await insertUser(owner, 'partner'),
  ]
  await market.newTrade('cancelled', partner)
  await asArbiter(owner, partner)
  const buyers = {} as Cases['buyers']
  const open = async (name: keyof CaseTrades) => {
    buyers[name] = await insertUser(owner, `buyer_of_${name}`)
    return market.newTrade('disputed', buyers[name])
  }
  const taken = async (name: keyof CaseTrades) => {
    const id = await open(name)
    await inTransaction(db, (tx) => submitStatement(tx, { tradeId: id, userId: buyers[name], key: 'statement' }, WORDS))
    await inTransaction(db, (tx) => takeCase(tx, viewer(arbiter), { tradeId: id, key: 'take' }))
    return id
  }
  const decided = async (name: keyof CaseTrades, outcome: 'release' | 'split') => {
    const id = await taken(name)
    const ruling = { outcome, reason: REASON, ...(outcome === 'split' && { releasedUsdt: '40' }) }
    await inTransaction(db, (tx) => decideCase(tx, viewer(arbiter), { tradeId: id, key: 'decide' }, ruling))
    return id
  }
  const cases: CaseTrades = {
    open: await open('open'),
    deciding: await taken('deciding'),
    decided: await decided('decided', 'release'),
    accepted: await decided('accepted', 'split'),
    appealed: await decided('appealed', 'release'),
    closed: await decided('closed', 'release'),
  }
  await inTransaction(db, (tx) => acceptDecision(tx, { tradeId: cases.accepted, userId: seller, key: 'accept' }))
  await inTransaction(db, (tx) => acceptDecision(tx, { tradeId: cases.closed, userId: seller, key: 'accept' }))
  await inTransaction(db, (tx) => appealDecision(tx, { tradeId: cases.appealed, userId: seller, key: 'appeal' }, WORDS))
  await inTransaction(db, (tx) =>
    submitStatement(tx, { tradeId: cases.appealed, userId: buyers.appealed, key: 'again' }, WORDS),
  )
  await inTransaction(db, (tx) => takeCase(tx, viewer(otherArbiter), { tradeId: cases.appealed, key: 'take' }))
  await owner.query("update offers set status = 'paused' where owner_id = $1", [seller])
  await asArbiter(owner, seller)
  return { ...cases, arbiter, otherArbiter, partner, buyers }
}

async function insertArbiter(owner: pg.Pool, name: string): Promise<string> {
  const id = await insertUser(owner, name)
  await asArbiter(owner, id)
  return id
}

/** The role, and a second factor that no app could use. */
async function asArbiter(owner: pg.Pool, userId: string): Promise<void> {
  await owner.query("insert into staff_members (user_id, role) values ($1, 'arbiter')", [userId])
  await owner.query(
    `insert into totps (user_id, sealed, confirmed_at, last_step) values ($1, decode(repeat('00', 117), 'hex'), clock_timestamp(), 1)`,
    [userId],
  )
}

/** What the functions of arbiters read of their caller. */
function viewer(id: string): Viewer {
  return {
    id,
    username: '',
    avatar: null,
    email: '',
    isVerified: true,
    language: 'en',
    memberSince: new Date(0),
    suspendedAt: null,
    emailRefusedAt: null,
    suspensionReason: null,
    roles: ['arbiter'],
    sessionId: '',
    tokenHash: '',
    key: null,
    actingFor: null,
    member: null,
  }
}
