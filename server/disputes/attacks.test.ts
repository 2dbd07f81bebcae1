/** Attacks on disputes with the database owner's rights: every refusal is a named rule of the tables. */
import { beforeAll, describe, expect, test } from 'vitest'
import { event, refusalOf, stand, transfer } from '../testing/attacks/attack.ts'
import {
  assignment,
  auditRecord,
  createCases,
  decision,
  disputeEvent,
  followEvent,
  later,
  statement,
} from '../testing/attacks/dispute-attack.ts'
import type { Cases, CaseAttack } from '../testing/attacks/dispute-attack.ts'
import { useMarketFixture } from '../testing/suite.ts'

const market = useMarketFixture()
const HOUR = 60
let cases: Cases
beforeAll(async () => {
  cases = await createCases(market())
})

/** The buyer's statement in the open case. */
const stated = (c: Cases, forged = {}) =>
  disputeEvent(c.open, { to: 'statements', action: 'state', role: 'buyer', actor: c.buyers.open, ...forged })
const decided = (c: Cases, forged = {}) =>
  disputeEvent(c.deciding, { to: 'decided', action: 'decide', role: 'arbiter', actor: c.arbiter, ...forged })
const taken = (c: Cases, trade: string, actor: string, forged = {}) =>
  disputeEvent(trade, {
    to: trade === c.open ? 'statements' : 'deciding',
    action: 'take',
    role: 'arbiter',
    actor,
    ...forged,
  })
const bySystem = (trade: string, action: string, to: string, forged = {}) =>
  disputeEvent(trade, { to, action, role: 'system', ...forged })
const appealed = (trade: string, role: string, actor: string, forged = {}) =>
  disputeEvent(trade, { to: 'statements', action: 'appeal', role, actor, ...forged })
const accepted = (trade: string, role: string, actor: string) =>
  disputeEvent(trade, { to: 'decided', action: 'accept', role, actor })
const conceded = (trade: string, role: string, actor: string) =>
  disputeEvent(trade, { to: 'closed', action: 'concede', role, actor })
const confirmed = (trade: string, actor: string, role = 'seller') =>
  disputeEvent(trade, { to: 'closed', action: 'confirm_receipt', role, actor })
/** The move of the trade that goes with it. */
const released = (trade: string, actor: string, forged = {}) =>
  endTrade(trade, 'payment_confirmed', { action: 'confirm_receipt', role: 'seller', actor, ...forged })

const events: CaseAttack[] = [
  ['a move that no rule knows', 'dispute_events_allowed', (c) => stated(c, { to: 'deciding' })],
  [
    'an arbiter decides before the statements are in',
    'dispute_events_allowed',
    (c) =>
      taken(c, c.open, c.arbiter) +
      followEvent(c.open, `arbiter_id = '${c.arbiter}'`) +
      assignment(c.open, c.arbiter) +
      disputeEvent(c.open, { to: 'decided', action: 'decide', role: 'arbiter', actor: c.arbiter }),
  ],
  [
    'a skipped status',
    'dispute_events_chain',
    (c) => bySystem(c.open, 'reassign', 'deciding', { from: "'deciding'", foundDeadline: "now() - interval '1 hour'" }),
  ],
  ['a number left out', 'dispute_events_chain', (c) => stated(c, { seq: 'd.version + 2' })],
  ['a repeated number', 'dispute_events_pkey', (c) => stated(c, { seq: 'd.version' })],
  ['a number below one', 'dispute_events_seq_positive', (c) => stated(c, { seq: '0' })],
  [
    'a second opening',
    'dispute_events_first',
    (c) =>
      disputeEvent(c.open, {
        to: 'statements',
        action: 'open',
        role: 'buyer',
        actor: c.buyers.open,
        from: "'none'",
        round: '1',
        deadline: "now.moment + interval '24 hours'",
      }),
  ],
  [
    'a stranger states',
    'dispute_events_by_buyer',
    (c, s) => stated(c, { actor: s.stranger }) + followEvent(c.open) + statement(c.open, 'buyer'),
  ],
  ['the seller states as the buyer', 'dispute_events_by_buyer', (c, s) => stated(c, { actor: s.seller })],
  ['a stranger concedes', 'dispute_events_by_buyer', (c, s) => conceded(c.open, 'buyer', s.stranger)],
  ['the seller concedes for the buyer', 'dispute_events_by_buyer', (c, s) => conceded(c.open, 'buyer', s.seller)],
  ['a stranger confirms the payment', 'dispute_events_by_seller', (c, s) => confirmed(c.open, s.stranger)],
  ['the buyer confirms the own payment', 'dispute_events_by_seller', (c) => confirmed(c.open, c.buyers.open)],
  ['the buyer confirms as the buyer', 'dispute_events_allowed', (c) => confirmed(c.open, c.buyers.open, 'buyer')],
  ['the arbiter confirms for the seller', 'dispute_events_by_seller', (c) => confirmed(c.deciding, c.arbiter)],
  [
    'the arbiter confirms as the arbiter',
    'audit_log_action_of_role',
    (c) => disputeEvent(c.deciding, { to: 'closed', action: 'confirm_receipt', role: 'arbiter', actor: c.arbiter }),
  ],
  ['the system confirms', 'dispute_events_allowed', (c) => bySystem(c.deciding, 'confirm_receipt', 'closed')],
  [
    'a seller who lost confirms, so that no dispute is lost',
    'dispute_events_confirmed_undecided',
    (c, s) =>
      appealed(c.decided, 'seller', s.seller) +
      followEvent(c.decided, 'arbiter_id = null') +
      confirmed(c.decided, s.seller),
  ],
  [
    'a seller confirms what was decided',
    'dispute_events_confirmed_undecided',
    (c, s) => confirmed(c.decided, s.seller),
  ],
  [
    'a seller concedes before a decision',
    'dispute_events_confirmed_undecided',
    (c, s) => conceded(c.open, 'seller', s.seller),
  ],
  ['a statement without an actor', 'dispute_events_actor_named', (c) => stated(c, { actor: undefined })],
  [
    'a user moves as the system',
    'dispute_events_actor_named',
    (c) => later(c.deciding, 49 * HOUR) + bySystem(c.deciding, 'reassign', 'deciding', { actor: c.arbiter }),
  ],
  ['a move from yesterday', 'dispute_events_now', (c) => stated(c, { at: "clock_timestamp() - interval '1 day'" })],
  ['a move from tomorrow', 'dispute_events_now', (c) => stated(c, { at: "clock_timestamp() + interval '1 hour'" })],
  ['another round without an appeal', 'dispute_events_round', (c) => stated(c, { round: '2' })],
  [
    'an appeal in the same round',
    'dispute_events_round',
    (c, s) => appealed(c.decided, 'seller', s.seller, { round: 'd.round' }),
  ],
  [
    'a statement that moves the deadline',
    'dispute_events_deadline',
    (c) => stated(c, { deadline: "d.deadline + interval '1 day'" }),
  ],
  [
    'a statement that finds another deadline',
    'dispute_events_chain',
    (c) => stated(c, { foundDeadline: "d.deadline + interval '1 day'", deadline: "d.deadline + interval '1 day'" }),
  ],
  [
    'twice the time for an arbiter',
    'dispute_events_deadline',
    (c) =>
      later(c.open, 25 * HOUR) +
      bySystem(c.open, 'close_statements', 'deciding', { deadline: "now.moment + interval '96 hours'" }),
  ],
  [
    'an hour for the appeal',
    'dispute_events_deadline',
    (c) => decided(c, { deadline: "now.moment + interval '1 hour'" }),
  ],
  [
    'a closed case with a deadline',
    'dispute_events_deadline',
    (c) => conceded(c.open, 'buyer', c.buyers.open).replace("'infinity'", 'd.deadline'),
  ],
  ['a statement after its time', 'dispute_events_in_time', (c) => later(c.open, 25 * HOUR) + stated(c)],
  ['a decision after its time', 'dispute_events_in_time', (c) => later(c.deciding, 49 * HOUR) + decided(c)],
  [
    'an appeal after its time',
    'dispute_events_in_time',
    (c, s) => later(c.decided, 25 * HOUR) + appealed(c.decided, 'seller', s.seller),
  ],
  [
    'an acceptance after its time',
    'dispute_events_in_time',
    (c, s) => later(c.decided, 25 * HOUR) + accepted(c.decided, 'seller', s.seller),
  ],
  [
    'the statements closed although one is missing',
    'dispute_events_statements_in',
    (c) => bySystem(c.open, 'close_statements', 'deciding'),
  ],
  ['a case reassigned early', 'dispute_events_late', (c) => bySystem(c.deciding, 'reassign', 'deciding')],
  [
    'a decision carried out while it can be appealed',
    'dispute_events_appeal_over',
    (c) => bySystem(c.decided, 'execute', 'closed'),
  ],
  [
    'a split carried out that one party has not accepted',
    'dispute_events_appeal_over',
    (c) => bySystem(c.accepted, 'execute', 'closed'),
  ],
  ['the winner appeals', 'dispute_events_by_loser', (c) => appealed(c.decided, 'buyer', c.buyers.decided)],
  ['the winner accepts', 'dispute_events_by_loser', (c) => accepted(c.decided, 'buyer', c.buyers.decided)],
  [
    'an appeal after the acceptance',
    'dispute_events_appeal_or_accept',
    (c, s) => appealed(c.accepted, 'seller', s.seller),
  ],
  ['a decision accepted twice', 'dispute_events_accepted_once', (c, s) => accepted(c.accepted, 'seller', s.seller)],
  [
    'a second appeal',
    'dispute_events_one_appeal',
    (c, s) => appealed(c.appealed, 'seller', s.seller, { from: "'decided'", foundRound: '1', round: '2' }),
  ],
  [
    'an appeal against the second decision',
    'dispute_events_in_time',
    (c) =>
      disputeEvent(c.appealed, { to: 'decided', action: 'decide', role: 'arbiter', actor: c.otherArbiter }) +
      followEvent(c.appealed) +
      decision(c.appealed, c.otherArbiter, { outcome: 'refund', released: '0' }) +
      appealed(c.appealed, 'buyer', c.buyers.appealed),
  ],
  [
    'a statement twice in a round',
    'dispute_events_statement_once',
    (c, s) => stated(c, { role: 'seller', actor: s.seller }),
  ],
  ['another arbiter decides', 'dispute_events_decided_by_assigned', (c) => decided(c, { actor: c.otherArbiter })],
  [
    'the arbiter of the first round decides in the second',
    'dispute_events_decided_by_assigned',
    (c) => disputeEvent(c.appealed, { to: 'decided', action: 'decide', role: 'arbiter', actor: c.arbiter }),
  ],
  [
    'the same, with the case given back by hand before',
    'dispute_events_decided_by_assigned',
    (c) =>
      `update disputes set arbiter_id = '${c.arbiter}', version = version + 1 where trade_id = '${c.appealed}';` +
      disputeEvent(c.appealed, {
        to: 'decided',
        action: 'decide',
        role: 'arbiter',
        actor: c.arbiter,
        seq: 'd.version',
      }),
  ],
  [
    'an arbiter decides who has traded with a party since',
    'dispute_events_decided_impartially',
    (c, s) =>
      `set local session_replication_role = replica;
       update trades set buyer_id = '${c.arbiter}', taker_id = '${c.arbiter}' where id = '${s.trades.completed}';
       set local session_replication_role = origin;` + decided(c),
  ],
  [
    'a second decision in a round',
    'dispute_events_one_decision',
    (c) =>
      disputeEvent(c.decided, {
        to: 'decided',
        action: 'decide',
        role: 'arbiter',
        actor: c.arbiter,
        from: "'deciding'",
      }),
  ],
  ['a taken case taken', 'dispute_events_taken_once', (c) => taken(c, c.deciding, c.otherArbiter)],
  ['a case taken off the record', 'dispute_events_audited', (c) => taken(c, c.open, c.arbiter, { audit: 'null' })],
  [
    'a party’s move on an arbiter’s record',
    'dispute_events_audited',
    (c) => stated(c, { audit: '(select max(id) from audit_log)' }),
  ],
  [
    'a case taken on the record of another case',
    'dispute_events_of_record',
    (c) => auditRecord(c.arbiter, c.closed, 'take_dispute') + taken(c, c.open, c.arbiter, lastRecord),
  ],
  [
    'a case taken on the record of another arbiter',
    'dispute_events_of_record',
    (c) => auditRecord(c.otherArbiter, c.open, 'take_dispute') + taken(c, c.open, c.arbiter, lastRecord),
  ],
  [
    'a decision on the record of a message',
    'dispute_events_of_record',
    (c) => auditRecord(c.arbiter, c.deciding, 'write_in_dispute') + decided(c, lastRecord),
  ],
  [
    'one record for two moves',
    'dispute_events_own_record',
    (c) =>
      later(c.deciding, 49 * HOUR) +
      bySystem(c.deciding, 'reassign', 'deciding') +
      followEvent(c.deciding, 'arbiter_id = null, late_decisions = 1') +
      taken(c, c.deciding, c.arbiter, {
        audit: `(select id from audit_log where subject = '${c.deciding}' and action = 'take_dispute')`,
      }),
  ],
  ['an arbiter’s record by a trader', 'audit_log_actor_has_role', (c, s) => taken(c, c.open, s.stranger)],
  [
    'a repeated command',
    'dispute_events_command_once',
    (c) =>
      stated(c, { key: 'x' }).replace(
        "'x'",
        '(select command_key from dispute_events where trade_id = d.trade_id and seq = 1)',
      ),
  ],
  ['a move the case does not follow', 'disputes_agree', (c) => stated(c) + statement(c.open, 'buyer')],
  ['a statement move without the statement', 'disputes_agree', (c) => stated(c) + followEvent(c.open)],
  [
    'an appeal without a statement',
    'disputes_agree',
    (c, s) => appealed(c.decided, 'seller', s.seller) + followEvent(c.decided, 'arbiter_id = null'),
  ],
  ['a decision move without the decision', 'disputes_agree', (c) => decided(c) + followEvent(c.deciding)],
  [
    'a case taken without an assignment',
    'disputes_agree',
    (c) => taken(c, c.open, c.arbiter) + followEvent(c.open, `arbiter_id = '${c.arbiter}'`),
  ],
  [
    'a late decision that is not counted',
    'disputes_agree',
    (c) =>
      later(c.deciding, 49 * HOUR) +
      bySystem(c.deciding, 'reassign', 'deciding') +
      followEvent(c.deciding, 'arbiter_id = null'),
  ],
  [
    'a late arbiter who keeps the case',
    'disputes_agree',
    (c) =>
      later(c.deciding, 49 * HOUR) +
      bySystem(c.deciding, 'reassign', 'deciding') +
      followEvent(c.deciding, 'late_decisions = 1'),
  ],
  [
    'an appeal that leaves the case with its arbiter',
    'disputes_agree',
    (c, s) => appealed(c.decided, 'seller', s.seller) + followEvent(c.decided) + statement(c.decided, 'seller'),
  ],
  ...['update dispute_events set actor_id = null', 'delete from dispute_events', 'truncate dispute_events cascade'].map(
    (change): CaseAttack => [change, 'dispute_events_append_only', () => change],
  ),
]
const lastRecord = { audit: '(select max(id) from audit_log)' }

const arbiters: CaseAttack[] = [
  [
    'the seller, who is an arbiter as well',
    'dispute_assignments_own_trade',
    (c, s) => taken(c, c.open, s.seller) + followEvent(c.open) + assignment(c.open, s.seller),
  ],
  [
    'who traded with the seller lately',
    'dispute_assignments_traded_lately',
    (c) => taken(c, c.open, c.partner) + followEvent(c.open) + assignment(c.open, c.partner),
  ],
  [
    'who was late in the same case',
    'dispute_assignments_pkey',
    (c) =>
      later(c.deciding, 49 * HOUR) +
      bySystem(c.deciding, 'reassign', 'deciding') +
      followEvent(c.deciding, 'arbiter_id = null, late_decisions = 1') +
      taken(c, c.deciding, c.arbiter) +
      followEvent(c.deciding, `arbiter_id = '${c.arbiter}'`) +
      assignment(c.deciding, c.arbiter),
  ],
  [
    'who decided before the appeal',
    'dispute_assignments_pkey',
    (c, s) =>
      appealed(c.decided, 'seller', s.seller) +
      followEvent(c.decided, 'arbiter_id = null') +
      statement(c.decided, 'seller') +
      taken(c, c.decided, c.arbiter, { to: 'statements' }) +
      assignment(c.decided, c.arbiter),
  ],
  ['who has not taken it', 'dispute_assignments_taken', (c) => assignment(c.open, c.arbiter)],
  [
    'for whom another one took it',
    'dispute_assignments_taken',
    (c) => taken(c, c.open, c.arbiter) + followEvent(c.open) + assignment(c.open, c.otherArbiter),
  ],
  [
    'put into the case by hand',
    'disputes_at_last_event',
    (c) => `update disputes set arbiter_id = '${c.arbiter}', version = version + 1 where trade_id = '${c.open}'`,
  ],
  [
    'put into the case together with a statement',
    'disputes_agree',
    (c) => stated(c) + followEvent(c.open, `arbiter_id = '${c.arbiter}'`) + statement(c.open, 'buyer'),
  ],
  [
    'replaced together with a concession',
    'disputes_agree',
    (c) =>
      conceded(c.deciding, 'buyer', c.buyers.deciding) +
      followEvent(c.deciding, `arbiter_id = '${c.otherArbiter}', outcome = 'buyer_conceded'`) +
      endTrade(c.deciding, 'cancelled', { action: 'concede', role: 'buyer', actor: c.buyers.deciding }) +
      refunded(c.deciding, market().seller),
  ],
  [
    'an assignment moved to another',
    'dispute_assignments_append_only',
    (c) => `update dispute_assignments set arbiter_id = '${c.otherArbiter}' where trade_id = '${c.deciding}'`,
  ],
  [
    'an assignment deleted',
    'dispute_assignments_append_only',
    (c) => `delete from dispute_assignments where trade_id = '${c.deciding}'`,
  ],
  ['all assignments deleted', 'dispute_assignments_append_only', () => 'truncate dispute_assignments cascade'],
]

const rows: CaseAttack[] = [
  [
    'a status by hand',
    'disputes_at_last_event',
    (c) => `update disputes set status = 'deciding', version = version + 1 where trade_id = '${c.open}'`,
  ],
  [
    'a deadline by hand',
    'disputes_at_last_event',
    (c) =>
      `update disputes set deadline = deadline + interval '1 day', version = version + 1 where trade_id = '${c.open}'`,
  ],
  [
    'a version skipped',
    'disputes_version_steps',
    (c) => `update disputes set version = version + 2 where trade_id = '${c.open}'`,
  ],
  [
    'a change without a version',
    'disputes_version_steps',
    (c) => `update disputes set late_decisions = 1 where trade_id = '${c.open}'`,
  ],
  ...[
    "reason = 'silence'",
    "opened_by = 'buyer'",
    'opener_id = buyer_id',
    "opened_at = opened_at - interval '1 day'",
    "phrase = 'apple berry cedar'",
    'buyer_id = seller_id',
    'seller_id = buyer_id',
  ].map((change): CaseAttack => [
    `what began, then changed: ${change.split(' =')[0]}`,
    'disputes_frozen',
    (c) => `update disputes set version = version + 1, ${change} where trade_id = '${c.open}'`,
  ]),
  [
    'a case of a trade that is not disputed',
    'disputes_only_by_triggers',
    (_, s) => `
      insert into disputes (trade_id, buyer_id, seller_id, status, version, round, deadline, reason, opened_by, opened_at, phrase)
      select id, buyer_id, seller_id, 'statements', 1, 1, 'infinity', 'silence', 'system', now(), 'apple berry cedar'
      from trades where id = '${s.trades.payment_sent}'`,
  ],
  [
    'closed without an outcome',
    'disputes_closed_with_outcome',
    (c) => conceded(c.open, 'buyer', c.buyers.open) + followEvent(c.open),
  ],
  [
    'an outcome while it is open',
    'disputes_closed_with_outcome',
    (c) => stated(c) + followEvent(c.open, "outcome = 'release'"),
  ],
  [
    'an unknown outcome',
    'disputes_outcome',
    (c) => conceded(c.open, 'buyer', c.buyers.open) + followEvent(c.open, "outcome = 'gift'"),
  ],
  ['a dispute deleted', 'disputes_append_only', (c) => `delete from disputes where trade_id = '${c.open}'`],
  [
    'a closed dispute purged early',
    'disputes_append_only',
    (c) => `delete from disputes where trade_id = '${c.closed}'`,
  ],
  ['all disputes', 'disputes_append_only', () => 'truncate disputes cascade'],
]

const words: CaseAttack[] = [
  [
    'a statement without its move',
    'dispute_statements_event',
    (c) => statement(c.open, 'buyer', { seq: 'max(seq) + 1' }),
  ],
  ['a statement under the other party’s move', 'dispute_statements_event', (c) => statement(c.open, 'buyer')],
  [
    'a statement of another round',
    'dispute_statements_event',
    (c) => stated(c) + statement(c.open, 'buyer', { round: '2' }),
  ],
  ['a second statement', 'dispute_statements_pkey', (c) => statement(c.open, 'seller')],
  ['a statement of an arbiter', 'dispute_statements_party', (c) => statement(c.open, 'arbiter')],
  ...['Too short.', ' '.repeat(30), 'x'.repeat(2001), ' I sent the money an hour ago.'].map((body): CaseAttack => [
    `a statement of ${body.trim().length} characters`,
    'dispute_statements_body',
    (c) => stated(c) + statement(c.open, 'buyer', { body }),
  ]),
  [
    'a statement edited',
    'dispute_statements_append_only',
    (c) => `update dispute_statements set body = 'I never sent any money at all.' where trade_id = '${c.open}'`,
  ],
  [
    'a statement deleted',
    'dispute_statements_append_only',
    (c) => `delete from dispute_statements where trade_id = '${c.open}'`,
  ],
  ['all statements', 'dispute_statements_append_only', () => 'truncate dispute_statements'],
]

const amounts: [string, string, string][] = [
  ['a split of nothing', 'split', '0'],
  ['a split of everything', 'split', 't.usdt_micro'],
  ['a split of more than was traded', 'split', 't.usdt_micro + 1'],
  ['a split below nothing', 'split', '-1'],
  ['a release of less', 'release', 't.usdt_micro - 1'],
  ['a refund that releases something', 'refund', '1'],
]
const decisionAttacks: CaseAttack[] = [
  ...amounts.map(([what, outcome, released]): CaseAttack => [
    what,
    'dispute_decisions_amount',
    (c) => decided(c) + decision(c.deciding, c.arbiter, { outcome, released }),
  ]),
  [
    'about another amount',
    'dispute_decisions_of_trade',
    (c) => decided(c) + decision(c.deciding, c.arbiter, { usdt: 't.usdt_micro * 2', released: 't.usdt_micro * 2' }),
  ],
  [
    'an unknown outcome',
    'dispute_decisions_outcome',
    (c) => decided(c) + decision(c.deciding, c.arbiter, { outcome: 'gift', released: '1' }),
  ],
  [
    'without a reason',
    'dispute_decisions_reason',
    (c) => decided(c) + decision(c.deciding, c.arbiter, { reason: 'Because.' }),
  ],
  [
    'signed by the arbiter of the first round',
    'disputes_agree',
    (c) =>
      disputeEvent(c.appealed, { to: 'decided', action: 'decide', role: 'arbiter', actor: c.otherArbiter }) +
      followEvent(c.appealed) +
      decision(c.appealed, c.arbiter),
  ],
  [
    'signed by an arbiter who never had the case',
    'dispute_decisions_by_assigned',
    (c) => decided(c) + decision(c.deciding, c.otherArbiter),
  ],
  ['without its move', 'dispute_decisions_event', (c) => decision(c.deciding, c.arbiter, { seq: 'max(e.seq) + 1' })],
  ['under a statement', 'dispute_decisions_event', (c) => decision(c.deciding, c.arbiter, { seq: '2' })],
  ['a second one in the round', 'dispute_decisions_pkey', (c) => decision(c.decided, c.arbiter)],
  [
    'edited',
    'dispute_decisions_append_only',
    (c) => `update dispute_decisions set outcome = 'refund', released_micro = 0 where trade_id = '${c.decided}'`,
  ],
  ['deleted', 'dispute_decisions_append_only', (c) => `delete from dispute_decisions where trade_id = '${c.decided}'`],
  ['all of them', 'dispute_decisions_append_only', () => 'truncate dispute_decisions'],
]

type TradeMove = { action: string; role: string; actor?: string; split?: string }
/** The move of a disputed trade, without what belongs to its case. */
function endTrade(trade: string, to: string, { split, ...move }: TradeMove): string {
  return (
    event(trade, { to, ...move }) +
    stand(trade, to).replace('set ', split ? `set split_released_micro = ${split}, ` : 'set ')
  )
}
function refunded(trade: string, seller: string): string {
  return transfer(trade, 'refund', 'escrow', seller)
}
/** The split case after its time, executed as decided; `splitLegs` may be wrong. */
function splitExecuted(c: Cases, splitLegs: string, released = '40000000', outcome = 'split'): string {
  return (
    later(c.accepted, 25 * HOUR) +
    bySystem(c.accepted, 'execute', 'closed') +
    followEvent(c.accepted, `outcome = '${outcome}'`) +
    endTrade(c.accepted, 'completed', { action: 'split_decided', role: 'system', split: released }) +
    splitLegs
  )
}
function splitLegs(c: Cases, seller: string, toBuyer: string, fee: string, toSeller: string): string {
  return (
    transfer(c.accepted, 'split_release', 'escrow', c.buyers.accepted, toBuyer) +
    transfer(c.accepted, 'fee', 'escrow', 'fees', fee) +
    transfer(c.accepted, 'split_refund', 'escrow', seller, toSeller)
  )
}
const REST = 't.seller_locks_micro - 40000000'

const outcomes: CaseAttack[] = [
  [
    'a trade refunded with its case open',
    'disputes_agree',
    (c, s) =>
      endTrade(c.open, 'cancelled', { action: 'concede', role: 'buyer', actor: c.buyers.open }) +
      refunded(c.open, s.seller),
  ],
  [
    'a trade refunded without a decision',
    'disputes_agree',
    (c, s) =>
      endTrade(c.deciding, 'cancelled', { action: 'refund_decided', role: 'system' }) + refunded(c.deciding, s.seller),
  ],
  [
    'a seller’s concession with the case open',
    'disputes_agree',
    (c, s) => endTrade(c.open, 'payment_confirmed', { action: 'concede', role: 'seller', actor: s.seller }),
  ],
  ['a confirmation with the case open', 'disputes_agree', (c, s) => released(c.open, s.seller)],
  [
    'a confirmation without a check of the payer',
    'trade_events_payer_checked',
    (c, s) =>
      confirmed(c.open, s.seller) +
      followEvent(c.open, "outcome = 'seller_confirmed'") +
      released(c.open, s.seller, { isUnchecked: true }),
  ],
  [
    'a confirmation that closes the case as a concession',
    'disputes_agree',
    (c, s) =>
      confirmed(c.open, s.seller) + followEvent(c.open, "outcome = 'seller_conceded'") + released(c.open, s.seller),
  ],
  [
    'a confirmation that closes the case as the buyer’s concession',
    'disputes_agree',
    (c, s) =>
      confirmed(c.open, s.seller) + followEvent(c.open, "outcome = 'buyer_conceded'") + released(c.open, s.seller),
  ],
  [
    'a confirmation of the case that concedes in the trade',
    'disputes_agree',
    (c, s) =>
      confirmed(c.open, s.seller) +
      followEvent(c.open, "outcome = 'seller_confirmed'") +
      endTrade(c.open, 'payment_confirmed', { action: 'concede', role: 'seller', actor: s.seller }),
  ],
  [
    'a case closed whose trade stays disputed',
    'disputes_agree',
    (c) => conceded(c.open, 'buyer', c.buyers.open) + followEvent(c.open, "outcome = 'buyer_conceded'"),
  ],
  [
    'a buyer’s concession that releases',
    'disputes_agree',
    (c, s) =>
      conceded(c.open, 'buyer', c.buyers.open) +
      followEvent(c.open, "outcome = 'seller_conceded'") +
      endTrade(c.open, 'payment_confirmed', { action: 'concede', role: 'seller', actor: s.seller }),
  ],
  [
    'a release that ends in a refund',
    'disputes_agree',
    (c, s) =>
      later(c.decided, 25 * HOUR) +
      bySystem(c.decided, 'execute', 'closed') +
      followEvent(c.decided, "outcome = 'refund'") +
      endTrade(c.decided, 'cancelled', { action: 'refund_decided', role: 'system' }) +
      refunded(c.decided, s.seller),
  ],
  [
    'a release whose trade is refunded',
    'disputes_agree',
    (c, s) =>
      later(c.decided, 25 * HOUR) +
      bySystem(c.decided, 'execute', 'closed') +
      followEvent(c.decided, "outcome = 'release'") +
      endTrade(c.decided, 'cancelled', { action: 'refund_decided', role: 'system' }) +
      refunded(c.decided, s.seller),
  ],
  [
    'a decision carried out as a concession',
    'disputes_agree',
    (c, s) =>
      later(c.decided, 25 * HOUR) +
      bySystem(c.decided, 'execute', 'closed') +
      followEvent(c.decided, "outcome = 'seller_conceded'") +
      endTrade(c.decided, 'payment_confirmed', { action: 'concede', role: 'seller', actor: s.seller }),
  ],
  [
    'a split one micro too high for the buyer',
    'trades_escrow_agrees',
    (c, s) => splitExecuted(c, splitLegs(c, s.seller, '39800001', '200000', `${REST} - 1`)),
  ],
  [
    'a split one micro too high for the seller',
    'trades_escrow_agrees',
    (c, s) => splitExecuted(c, splitLegs(c, s.seller, '39799999', '200000', `${REST} + 1`)),
  ],
  [
    'a split with a smaller fee',
    'trades_escrow_agrees',
    (c, s) => splitExecuted(c, splitLegs(c, s.seller, '39800001', '199999', REST)),
  ],
  [
    'a split of which the rest stays in escrow',
    'trades_escrow_agrees',
    (c) =>
      splitExecuted(
        c,
        transfer(c.accepted, 'split_release', 'escrow', c.buyers.accepted, '39800000') +
          transfer(c.accepted, 'fee', 'escrow', 'fees', '200000'),
      ),
  ],
  [
    'more than escrow holds',
    'ledger_accounts_never_below_zero',
    (c, s) => splitExecuted(c, splitLegs(c, s.seller, '39800000', '200000', `${REST} + 1`)),
  ],
  [
    'another split than decided',
    'disputes_agree',
    (c, s) =>
      splitExecuted(c, splitLegs(c, s.seller, '19900000', '100000', 't.seller_locks_micro - 20000000'), '20000000'),
  ],
  ['a split of nothing carried out', 'trades_split_inside', (c) => splitExecuted(c, '', '0')],
  ['a split of everything carried out', 'trades_split_inside', (c) => splitExecuted(c, '', 'usdt_micro')],
  [
    'a split of an open trade',
    'trades_split_completed',
    (c) => `update trades set version = version + 1, split_released_micro = 1 where id = '${c.open}'`,
  ],
  [
    'a split without a dispute',
    'disputes_agree',
    (_, s) =>
      endTrade(s.trades.payment_confirmed, 'completed', { action: 'settle', role: 'system', split: '40000000' }) +
      transfer(s.trades.payment_confirmed, 'split_release', 'escrow', s.buyer, '39800000') +
      transfer(s.trades.payment_confirmed, 'fee', 'escrow', 'fees', '200000') +
      transfer(s.trades.payment_confirmed, 'split_refund', 'escrow', s.seller, REST),
  ],
  [
    'the legs of a split, without a decision',
    'trades_escrow_agrees',
    (c, s) =>
      transfer(c.open, 'split_release', 'escrow', c.buyers.open, '1') +
      transfer(c.open, 'split_refund', 'escrow', s.seller, 't.seller_locks_micro - 1'),
  ],
  [
    'a release and a split',
    'transfers_one_outcome',
    (c) =>
      splitExecuted(
        c,
        transfer(c.accepted, 'release', 'escrow', c.buyers.accepted, '1') +
          transfer(c.accepted, 'split_release', 'escrow', c.buyers.accepted, '1'),
      ),
  ],
  [
    'a refund after a split',
    'transfers_one_outcome',
    (c, s) =>
      splitExecuted(
        c,
        splitLegs(c, s.seller, '39800000', '200000', '1') + transfer(c.accepted, 'refund', 'escrow', s.seller, '1'),
      ),
  ],
  [
    'the buyer’s part to the seller',
    'transfers_own_parties',
    (c, s) => splitExecuted(c, transfer(c.accepted, 'split_release', 'escrow', s.seller, '1')),
  ],
  [
    'the seller’s part to the buyer',
    'transfers_own_parties',
    (c) => splitExecuted(c, transfer(c.accepted, 'split_refund', 'escrow', c.buyers.accepted, '1')),
  ],
  [
    'a split of another trade’s escrow',
    'transfers_own_escrow',
    (c) =>
      transfer(c.accepted, 'split_release', 'escrow', c.buyers.accepted, '1').replace(
        'trade_id = t.id',
        `trade_id = '${c.open}'`,
      ),
  ],
]

const showDetails = (trade: string) =>
  `insert into payment_detail_reads (trade_id, reader_id) select id, buyer_id from trades where id = '${trade}';`
const moves: CaseAttack[] = [
  [
    'refunded immediately although the buyer has seen the payment details',
    'trade_events_refund_held_after_details',
    (_, s) =>
      showDetails(s.trades.awaiting_payment) +
      event(s.trades.awaiting_payment, { to: 'cancelled', action: 'cancel', role: 'seller', actor: s.seller }),
  ],
  [
    'the same by the clock',
    'trade_events_refund_held_after_details',
    (_, s) =>
      showDetails(s.trades.awaiting_payment) +
      later(s.trades.awaiting_payment, 31) +
      event(s.trades.awaiting_payment, { to: 'cancelled', action: 'expire', role: 'system' }),
  ],
  [
    'held although the buyer has not seen the payment details',
    'trade_events_refund_held_after_details',
    (_, s) =>
      event(s.trades.awaiting_payment, {
        to: 'refund_held',
        action: 'cancel_after_details',
        role: 'seller',
        actor: s.seller,
      }),
  ],
  [
    'held by the buyer',
    'trade_events_allowed',
    (_, s) =>
      showDetails(s.trades.awaiting_payment) +
      event(s.trades.awaiting_payment, {
        to: 'refund_held',
        action: 'cancel_after_details',
        role: 'buyer',
        actor: s.buyer,
      }),
  ],
  [
    'held for a minute',
    'trade_events_deadline',
    (_, s) =>
      showDetails(s.trades.awaiting_payment) +
      event(s.trades.awaiting_payment, {
        to: 'refund_held',
        action: 'cancel_after_details',
        role: 'seller',
        actor: s.seller,
        statusDeadline: "now.moment + interval '1 minute'",
      }),
  ],
  [
    'the held refund before its time',
    'trade_events_late',
    (_, s) => event(s.trades.refund_held, { to: 'cancelled', action: 'refund', role: 'system' }),
  ],
  [
    'an objection after the refund’s time',
    'trade_events_in_time',
    (_, s) =>
      later(s.trades.refund_held, 16) +
      event(s.trades.refund_held, {
        to: 'disputed',
        action: 'object',
        role: 'buyer',
        actor: s.otherBuyer,
        reason: 'paid_before_cancellation',
      }),
  ],
  [
    'an objection of the seller',
    'trade_events_reason_of_move',
    (_, s) =>
      event(s.trades.refund_held, {
        to: 'disputed',
        action: 'object',
        role: 'seller',
        actor: s.seller,
        reason: 'not_received',
      }),
  ],
  [
    'an objection about a payment that never arrives',
    'trade_events_arrives_by',
    (_, s) =>
      event(s.trades.refund_held, {
        to: 'disputed',
        action: 'object',
        role: 'buyer',
        actor: s.otherBuyer,
        reason: 'paid_before_cancellation',
        arrivesBy: "'infinity'",
      }),
  ],
  [
    'an objection in the words of another move',
    'trade_events_reason_of_move',
    (_, s) =>
      event(s.trades.refund_held, {
        to: 'disputed',
        action: 'object',
        role: 'buyer',
        actor: s.otherBuyer,
        reason: 'seller_silent',
      }),
  ],
  [
    'a dispute before ten minutes',
    'trade_events_dispute_not_early',
    (_, s) =>
      event(s.trades.payment_sent, {
        to: 'disputed',
        action: 'open_dispute',
        role: 'buyer',
        actor: s.buyer,
        reason: 'seller_silent',
      }),
  ],
  [
    'a dispute by the system before its time',
    'trade_events_late',
    (_, s) => event(s.trades.payment_sent, { to: 'disputed', action: 'escalate', role: 'system', reason: 'silence' }),
  ],
  [
    'the seller’s dispute for a reason of the buyer',
    'trade_events_reason_of_move',
    (_, s) =>
      later(s.trades.payment_sent, 11) +
      event(s.trades.payment_sent, {
        to: 'disputed',
        action: 'open_dispute',
        role: 'seller',
        actor: s.seller,
        reason: 'seller_silent',
      }),
  ],
  [
    'a dispute without a reason',
    'trade_events_dispute_reason',
    (_, s) =>
      later(s.trades.payment_sent, 11) +
      event(s.trades.payment_sent, { to: 'disputed', action: 'open_dispute', role: 'buyer', actor: s.buyer }),
  ],
  [
    'a reason without a dispute',
    'trade_events_dispute_reason',
    (_, s) =>
      event(s.trades.awaiting_payment, {
        to: 'payment_sent',
        action: 'mark_paid',
        role: 'buyer',
        actor: s.buyer,
        reason: 'seller_silent',
      }),
  ],
  [
    'a dispute of a stranger',
    'dispute_events_by_buyer',
    (_, s) =>
      later(s.trades.payment_sent, 11) +
      event(s.trades.payment_sent, {
        to: 'disputed',
        action: 'open_dispute',
        role: 'buyer',
        actor: s.stranger,
        reason: 'seller_silent',
      }) +
      stand(s.trades.payment_sent, 'disputed'),
  ],
  [
    'a dispute of a trade that awaits payment',
    'trade_events_allowed',
    (_, s) =>
      event(s.trades.awaiting_payment, {
        to: 'disputed',
        action: 'open_dispute',
        role: 'buyer',
        actor: s.buyer,
        reason: 'seller_silent',
      }).replace('t.moved_at, t.payment', "t.moved_at - interval '1 hour', t.payment"),
  ],
]

const message = (trade: string, arbiter: string) => `
  insert into messages (trade_id, seq, kind, sender_role, sender_id, body)
  select '${trade}', last_seq + 1, 'text', 'arbiter', '${arbiter}', 'Please send me the code.'
  from trade_chats where trade_id = '${trade}';
  update trade_chats set last_seq = last_seq + 1 where trade_id = '${trade}';`
const messages: CaseAttack[] = [
  ['of an arbiter without the case', 'messages_by_present_arbiter', (c) => message(c.deciding, c.otherArbiter)],
  ['of the arbiter before the appeal', 'messages_by_present_arbiter', (c) => message(c.appealed, c.arbiter)],
  ['after the case is closed', 'messages_by_present_arbiter', (c) => message(c.closed, c.arbiter)],
  ['in a trade without a dispute', 'messages_by_present_arbiter', (c, s) => message(s.trades.payment_sent, c.arbiter)],
  ['of a party as the arbiter', 'messages_by_present_arbiter', (c, s) => message(c.deciding, s.seller)],
  [
    'of a role that does not exist',
    'messages_sender_role',
    (c) => message(c.deciding, c.arbiter).replace("'arbiter',", "'support',"),
  ],
]

const DENIED = '42501'
const asServer = (scope: string, statements: string) =>
  `set local role sarraf_app; set local app.viewer = '${scope}'; ${statements}`
const server: CaseAttack[] = [
  ...['disputes', 'dispute_events', 'dispute_statements', 'dispute_decisions', 'dispute_assignments'].flatMap(
    (table): CaseAttack[] => [
      [`deletes from ${table}`, DENIED, () => asServer('system', `delete from ${table}`)],
      [`empties ${table}`, DENIED, () => asServer('system', `truncate ${table}`)],
    ],
  ),
  ['changes the phrase', DENIED, () => asServer('system', "update disputes set phrase = 'apple berry cedar'")],
  ['edits a decision', DENIED, () => asServer('system', 'update dispute_decisions set released_micro = 1')],
  ['changes the words of phrases', DENIED, () => asServer('system', "insert into phrase_words values ('secret')")],
  ['changes the rules', DENIED, () => asServer('system', 'delete from dispute_rules')],
  [
    'moves a case without a scope',
    'disputes_agree',
    (c) =>
      stated(c)
        .replace('\n', `\n${asServer('system', '')} `)
        .replace(/;\s*$/, "; set local app.viewer = '';") +
      followEvent(c.open) +
      statement(c.open, 'buyer').replace('select trade_id', `select '${c.open}'::uuid`),
  ],
  [
    'assigns a case in the scope of a party',
    DENIED,
    (c) => taken(c, c.open, c.arbiter) + asServer(c.buyers.open, assignment(c.open, c.arbiter)),
  ],
]

describe('events', () => {
  test.each(events)('%s: %s', check)
})
describe('who is no arbiter of a case', () => {
  test.each(arbiters)('%s: %s', check)
})
describe('disputes', () => {
  test.each(rows)('%s: %s', check)
})
describe('statements', () => {
  test.each(words)('%s: %s', check)
})
describe('decisions', () => {
  test.each(decisionAttacks)('%s: %s', check)
})
describe('outcomes', () => {
  test.each(outcomes)('%s: %s', check)
})
describe('moves of the trade', () => {
  test.each(moves)('%s: %s', check)
})
describe('messages', () => {
  test.each(messages)('%s: %s', check)
})
describe('the server’s role', () => {
  test.each(server)('%s: %s', check)
})

async function check(_: string, refusedBy: string, statements: CaseAttack[2]) {
  expect(await refusalOf(market().owner, statements(cases, market()))).toBe(refusedBy)
}
