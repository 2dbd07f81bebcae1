import { DomainError } from '../../domain/errors.ts'
import { FACTOR_TRUSTED_AFTER_HOURS, RECOVERY_HOLD_HOURS, RELEASE_FACTOR_ABOVE_USDT } from '../../domain/factors.ts'
import { parseUsdt } from '../../domain/money.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import type { Viewer } from '../sessions/viewer.ts'

type Release = {
  /** Hours until the hold after a recovery ends; null where there is none. */
  heldHours: number | null
  isAboveOwnLimit: boolean
  /** The amount asks for a second factor, and the seller has never released so much. */
  isFirstLarge: boolean
  /** Hours until the second factor of the session is trusted; null where the session has shown none. */
  factorHours: number | null
}

/**
 * A release is irrevocable, so a thief must not reach it with what was just taken or just set up. Refuses with
 * `release_held` for a day after an account recovery, `release_factor_off` and `release_factor_new` for the first release
 * above `RELEASE_FACTOR_ABOVE_USDT`, and `reauthentication_required` above the amount that the seller has set. A caller who is
 * not the seller is refused by the move itself.
 */
export async function assertReleaseAllowed(tx: Tx, viewer: Viewer, tradeId: string): Promise<void> {
  const release = await findRelease(tx, viewer, tradeId)
  if (!release) return
  const { heldHours, isAboveOwnLimit, isFirstLarge, factorHours } = release
  if (heldHours !== null) throw new DomainError('release_held', { values: { hours: heldHours } })
  if (isAboveOwnLimit || isFirstLarge) await requireRecentAuthentication(viewer, tx)
  if (!isFirstLarge) return
  const values = { amountUsdt: RELEASE_FACTOR_ABOVE_USDT }
  if (factorHours === null) throw new DomainError('release_factor_off', { values })
  if (factorHours > 0) throw new DomainError('release_factor_new', { values: { ...values, hours: factorHours } })
}

/**
 * A session or key that began after a recovery is held, unless the session has shown a second factor that was a day old by then:
 * otherwise a thief could recover, add a factor, and recover again to make it look old. The same holds for the
 * key. A second factor is trusted a day after it was added, or where it was added on the account's first day.
 */
async function findRelease(tx: Tx, { id, sessionId, key }: Viewer, tradeId: string): Promise<Release | null> {
  const hold = sql`make_interval(hours => ${sql.lit(RECOVERY_HOLD_HOURS)})`
  const trusted = sql`make_interval(hours => ${sql.lit(FACTOR_TRUSTED_AFTER_HOURS)})`
  const threshold = parseUsdt(RELEASE_FACTOR_ABOVE_USDT)
  const recoveredAt = key
    ? sql`case when k.created_at > a.recovered_at - ${hold} then a.recovered_at end`
    : sql`case when s.second_factor_since < s.recovered_at - ${hold} then null else s.recovered_at end`
  const { rows } = await sql<Release>`
    select ${hoursUntil(sql`${recoveredAt} + ${hold}`)} as held_hours,
      coalesce(t.usdt_micro > a.confirm_above_micro, false) as is_above_own_limit,
      t.usdt_micro > ${threshold} and not exists (
        select from trades former where former.seller_id = u.id and former.usdt_micro > ${threshold}
          and former.status = 'completed') as is_first_large,
      case when s.second_factor_since is not null then coalesce(case
        when s.second_factor_since > u.created_at + ${trusted} then ${hoursUntil(sql`s.second_factor_since + ${trusted}`)}
      end, 0) end as factor_hours
    from trades t join users u on u.id = t.seller_id join accounts a on a.user_id = u.id
      left join sessions s on s.id = ${sessionId} and s.user_id = u.id
      left join api_keys k on k.id = ${sessionId} and k.user_id = u.id
    where t.id = ${tradeId} and t.seller_id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Whole hours, rounded up; null where the moment has passed. */
function hoursUntil(moment: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`case when ${moment} > clock_timestamp()
    then ceil(extract(epoch from ${moment} - clock_timestamp()) / 3600)::int end`
}
