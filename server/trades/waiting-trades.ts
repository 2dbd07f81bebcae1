/** The trades that wait for a user. */
import type { WaitingTrade } from '../../domain/api/trades/waiting-trades.ts'
import { DISPUTE_ROUNDS } from '../../domain/disputes/disputes.ts'
import type { DecisionOutcome, DisputeStatus } from '../../domain/disputes/disputes.ts'
import { LISTED } from '../../domain/limits.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { formatFiat, formatUsdt } from '../../domain/money.ts'
import type { TeamRole } from '../../domain/accounts/team-roles.ts'
import type { PartyRole, TradeStatus } from '../../domain/trades/trades.ts'
import {
  canDoForOwner,
  WAITING_ACTS,
  WAITING_DECISIONS,
  WAITING_FOR,
  waitingAct,
} from '../../domain/trades/waiting-trades.ts'
import type { WaitingAct } from '../../domain/trades/waiting-trades.ts'
import { openStatuses } from '../db/open-statuses.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { avatarOf } from '../http/pictures/avatar-of.ts'
import { disputeProgress } from './dispute-progress.ts'

type Row = {
  tradeId: string
  status: TradeStatus
  role: PartyRole
  username: string
  avatar: string | null
  fiatCurrency: FiatCurrency
  paymentMethod: PaymentMethod
  fiatMilli: bigint
  usdtMicro: bigint
  deadline: Date | null
  disputeStatus: DisputeStatus | null
  disputeRound: number | null
  isDisputeLate: boolean | null
  decision: DecisionOutcome | null
  stated: PartyRole[]
  accepted: PartyRole[]
  now: Date
  clock: Date
}

/**
 * Those with the nearest deadlines. `roles`: of the team member who acts for the user; null for the user. The database leaves out
 * what waits for others, so that no number of such trades takes the place of one that waits for the user.
 */
export async function listWaitingTrades(
  db: DbOrTx,
  userId: string,
  roles: readonly TeamRole[] | null,
  most: number = LISTED.waiting_trades,
): Promise<{ trades: WaitingTrade[]; now: string }> {
  const acts = WAITING_ACTS.filter((act) => roles === null || canDoForOwner(act, roles))
  const side = (id: 'buyer_id' | 'seller_id', role: PartyRole) => sql`
    select t.*, ${sql.lit(role)} as role from trades t where ${sql.ref(`t.${id}`)} = ${userId} and t.status in (${openStatuses})`
  const { rows } = await sql<Row>`
    select t.id as trade_id, state.status, t.role, other.username, ${avatarOf('other.id')} as avatar,
      t.fiat_currency, t.payment_method, t.fiat_milli, t.usdt_micro,
      case when state.status = 'disputed' then d.deadline when not state.is_late then state.deadline end as deadline,
      d.status as dispute_status, d.round as dispute_round, state.clock > d.deadline as is_dispute_late,
      (select x.outcome from dispute_decisions x where x.trade_id = d.trade_id and x.round = d.round) as decision,
      array(select s.party_role from dispute_statements s where s.trade_id = d.trade_id and s.round = d.round) as stated,
      array(select e.actor_role from dispute_events e
        where e.trade_id = d.trade_id and e.round = d.round and e.action = 'accept') as accepted,
      state.moment as now, state.clock
    from (${side('buyer_id', 'buyer')} union all ${side('seller_id', 'seller')}) t
    join trade_states state on state.trade_id = t.id
    join users other on other.id in (t.buyer_id, t.seller_id) and other.id <> ${userId}
    left join disputes d on d.trade_id = t.id
    where ${waitsFor(acts)}
    order by deadline nulls last, t.created_at
    limit ${sql.lit(most)}`.execute(db)
  return {
    trades: rows.map(toWaitingTrade).filter((trade) => trade !== null),
    now: (rows[0]?.now ?? new Date()).toISOString(),
  }
}

/** Whether one of the acts is what `waitingAct` says of the row. A trade is disputed by the clock before it has its case. */
function waitsFor(acts: readonly WaitingAct[]) {
  const pairs = (values: readonly (readonly [string, string])[]) =>
    sql.join(values.map(([value, role]) => sql`(${sql.lit(value)}, ${sql.lit(role)})`))
  const moves = WAITING_FOR.filter(({ act }) => acts.includes(act)).map(({ status, role }) => [status, role] as const)
  const losers = WAITING_DECISIONS.map(({ decision, role }) => [decision, role] as const)
  const open = sql`state.status = 'disputed' and coalesce(state.clock <= d.deadline, true)`
  const conditions = [
    ...(moves.length > 0 ? [sql`(state.status, t.role) in (${pairs(moves)})`] : []),
    ...(acts.includes('state')
      ? [
          sql`${open} and coalesce(d.status, 'statements') = 'statements' and not exists (
            select from dispute_statements s where s.trade_id = t.id and s.round = d.round and s.party_role = t.role)`,
        ]
      : []),
    ...(acts.includes('answer_decision')
      ? [
          sql`${open} and d.status = 'decided' and d.round < ${sql.lit(DISPUTE_ROUNDS)}
            and exists (select from dispute_decisions x
              where x.trade_id = t.id and x.round = d.round and (x.outcome, t.role) in (${pairs(losers)}))
            and not exists (select from dispute_events e
              where e.trade_id = t.id and e.round = d.round and e.action = 'accept' and e.actor_role = t.role)`,
        ]
      : []),
  ]
  return conditions.length === 0
    ? sql`false`
    : sql.join(
        conditions.map((each) => sql`(${each})`),
        sql` or `,
      )
}

function toWaitingTrade(row: Row): WaitingTrade | null {
  const dispute = disputeProgress(row)
  const act = waitingAct(row.status, row.role, dispute)
  if (act === null) return null
  return {
    tradeId: row.tradeId,
    act,
    role: row.role,
    counterparty: { username: row.username, avatar: row.avatar },
    fiatCurrency: row.fiatCurrency,
    paymentMethod: row.paymentMethod,
    amountFiat: formatFiat(row.fiatMilli),
    amountUsdt: formatUsdt(row.usdtMicro),
    deadline: row.isDisputeLate ? null : (row.deadline?.toISOString() ?? null),
    stoppedAt: row.clock < row.now ? row.clock.toISOString() : null,
  }
}
