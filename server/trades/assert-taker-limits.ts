import { DomainError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { newTakerSlots, refusalOfSlots } from '../../domain/offers/new-takers.ts'
import type { OfferUse } from '../../domain/offers/new-takers.ts'
import { openStatuses } from '../db/open-statuses.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Openings that count for one of these users wait here for each other, after the offer's row. The locks are taken in the order
 * of the ids, so that two users who take each other's offers do not deadlock; the triggers take the same ones.
 */
export async function lockParties(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    select count_alone('trades', id) from (
      select id from unnest(${userIds}::uuid[]) as id order by id) parties`.execute(tx)
}

type TakerState = {
  openTrades: number
  openHere: string | null
  limit: bigint
  failures: number
  until: Date | null
  waitSeconds: number
  isNew: boolean
  openInNetwork: number | null
  isTeam: boolean
}

/** Whether new takers of the taker's network have all the open trades that they share: only a bond leads past that. */
export type NewTaker = { isNetworkFull: boolean }

/**
 * Why this taker cannot open a trade on this offer now: `own_team`, `opening_paused` after several failures, `offer_trade_open` with
 * the trade's id, `new_trader_limit` or `open_trades_limit`; and of a new taker `new_taker_offer_busy` or, where no bond
 * can be locked, `new_taker_network_limit` (decisions: Trades, Limits). The constraints of `trades` refuse the same. Null for a taker
 * with a record.
 */
export async function assertTakerLimits(
  db: DbOrTx,
  takerId: string,
  offer: Pick<OfferUse, 'newTakerShare' | 'maxOpenTrades' | 'newTakerTrades'> & { id: string; ownerId: string },
  mayLockBond: boolean,
): Promise<NewTaker | null> {
  const { rows } = await sql<TakerState>`
    select count(t.id)::int as open_trades, (max(t.id::text) filter (where t.offer_id = ${offer.id}))::uuid as open_here,
      allowed.most as limit, pause.failures, pause.until,
      greatest(ceil(extract(epoch from pause.until - clock_timestamp())), 0)::int as wait_seconds,
      u.completed_trades = 0 as is_new,
      case when u.completed_trades = 0 then (select max(open_trades)::int from new_taker_networks(u.id)) end as open_in_network,
      in_one_team(${takerId}, ${offer.ownerId}) as is_team
    from users u, open_trades_limit(${takerId}) allowed, opening_pause(${takerId}) pause
    left join trades t on t.taker_id = ${takerId} and t.status in (${openStatuses})
    where u.id = ${takerId}
    group by u.id, allowed.most, pause.failures, pause.until`.execute(db)
  const { openTrades, openHere, limit, failures, until, waitSeconds, isNew, openInNetwork, isTeam } = rows[0]!
  if (isTeam) throw new DomainError('own_team')
  if (until && waitSeconds > 0) {
    throw new DomainError('opening_paused', {
      values: { failures, hours: LIMITS.failure_window_hours, minutes: Math.ceil(waitSeconds / 60) },
      details: { until: until.toISOString(), retryAfterSeconds: waitSeconds },
    })
  }
  if (openHere) throw new DomainError('offer_trade_open', { details: { tradeId: openHere } })
  if (openTrades >= Number(limit)) throw openTradesFull(Number(limit))
  if (!isNew) return null
  const newTakerLimit = LIMITS.open_trades_of_new_trader
  const isNetworkFull = (openInNetwork ?? 0) >= newTakerLimit
  if (isNetworkFull && !mayLockBond) {
    throw new DomainError('new_taker_network_limit', { values: { limit: newTakerLimit } })
  }
  const slots = newTakerSlots(offer.newTakerShare, offer.maxOpenTrades, mayLockBond)
  if (offer.newTakerTrades >= slots) {
    const { code, values } = refusalOfSlots(slots)
    throw new DomainError(code, { values })
  }
  return { isNetworkFull }
}

function openTradesFull(limit: number): DomainError {
  const { open_trades_of_taker: laterLimit, new_trader_days: days } = LIMITS
  if (limit === laterLimit) return new DomainError('open_trades_limit', { values: { limit } })
  return new DomainError('new_trader_limit', { values: { limit, days, laterLimit } })
}
