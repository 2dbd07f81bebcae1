import { DomainError } from '../../domain/errors.ts'
import {
  FACTOR_TRUSTED_AFTER_HOURS,
  RECOVERY_HOLD_HOURS,
  RELEASE_FACTOR_ABOVE_USDT,
} from '../../domain/accounts/factors.ts'
import { parseUsdt } from '../../domain/money.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'
import { requireRecentAuthentication } from '../accounts/sessions/recent-authentication.ts'
import type { Viewer } from '../http/viewer.ts'

type Release = {
  /** Hours until the hold after a recovery ends; null where there is none. */
  heldHours: number | null
  isAboveOwnLimit: boolean
  isInPerson: boolean
  /** The amount asks for a second factor, and the seller has never released so much. */
  isFirstLarge: boolean
  /** Hours until the second factor of the session is trusted; null where the session has shown none. */
  factorHours: number | null
  /** Hours until the role of the team member who releases is trusted; null where it is, or where the seller releases. */
  roleHours: number | null
}

/**
 * A release is irrevocable, so a thief must not reach it with what was just taken or just set up. Refuses with
 * `release_held` for a day after an account recovery, `release_factor_off` and `release_factor_new` for the first release
 * above `RELEASE_FACTOR_ABOVE_USDT`, and `reauthentication_required` above the amount that the seller has set, and of any amount where the parties meet. A caller who is
 * not the seller is refused by the move itself.
 *
 * For a team member the same holds with the member's own session, factors and releases for this seller. The role counts as what was
 * just set up, too: the first large release is `release_role_new` for a day after it was given, and a role that was given after
 * a recovery of the seller's account, or on the day before, is held with the sessions from after it.
 */
export async function assertReleaseAllowed(tx: Tx, viewer: Viewer, tradeId: string): Promise<void> {
  const release = viewer.member
    ? await withSystemScope(tx, 'team members', () => findRelease(tx, viewer, tradeId))
    : await findRelease(tx, viewer, tradeId)
  if (!release) return
  const { heldHours, isAboveOwnLimit, isInPerson, isFirstLarge, factorHours, roleHours } = release
  if (heldHours !== null) throw new DomainError('release_held', { values: { hours: heldHours } })
  // A key is refused by the code of the meeting.
  if (isAboveOwnLimit || isFirstLarge || (isInPerson && !viewer.key)) await requireRecentAuthentication(viewer, tx)
  if (!isFirstLarge) return
  const values = { amountUsdt: RELEASE_FACTOR_ABOVE_USDT }
  if (factorHours === null) throw new DomainError('release_factor_off', { values })
  if (factorHours > 0) throw new DomainError('release_factor_new', { values: { ...values, hours: factorHours } })
  if (roleHours !== null) throw new DomainError('release_role_new', { values: { ...values, hours: roleHours } })
}

/**
 * A session or key that began after a recovery is held, unless the session has shown a second factor that was a day old by then:
 * otherwise a thief could recover, add a factor, and recover again to make it look old. The same holds for the
 * key. A second factor is trusted a day after it was added, or where it was added on the account's first day.
 */
async function findRelease(tx: Tx, { id, sessionId, key, member }: Viewer, tradeId: string): Promise<Release | null> {
  const actorId = member?.id ?? id
  const hold = sql`make_interval(hours => ${sql.lit(RECOVERY_HOLD_HOURS)})`
  const trusted = sql`make_interval(hours => ${sql.lit(FACTOR_TRUSTED_AFTER_HOURS)})`
  const threshold = parseUsdt(RELEASE_FACTOR_ABOVE_USDT)
  const recoveredAt = key
    ? sql`case when k.created_at > a.recovered_at - ${hold} then a.recovered_at end`
    : sql`case when s.second_factor_since < s.recovered_at - ${hold} then null else s.recovered_at end`
  const ofRole = sql`case when r.granted_at > a.recovered_at - ${hold} then a.recovered_at end`
  const { rows } = await sql<Release>`
    select ${hoursUntil(sql`greatest(${recoveredAt}, ${ofRole}) + ${hold}`)} as held_hours,
      coalesce(t.usdt_micro > a.confirm_above_micro, false) as is_above_own_limit,
      is_in_person(t.payment_method) as is_in_person,
      t.usdt_micro > ${threshold} and not exists (
        select from trades former where former.seller_id = t.seller_id and former.usdt_micro > ${threshold}
          and former.status = 'completed' and (${member === null} or exists (
            select from trade_events e
            where e.trade_id = former.id and e.action = 'confirm_receipt' and e.member_id = ${actorId}))) as is_first_large,
      case when s.second_factor_since is not null then coalesce(case
        when s.second_factor_since > u.created_at + ${trusted} then ${hoursUntil(sql`s.second_factor_since + ${trusted}`)}
      end, 0) end as factor_hours,
      ${hoursUntil(sql`r.granted_at + ${trusted}`)} as role_hours
    from trades t join accounts a on a.user_id = t.seller_id join users u on u.id = ${actorId}
      left join sessions s on s.id = ${sessionId} and s.user_id = u.id
      left join api_keys k on k.id = ${sessionId} and k.user_id = u.id
      left join team_members m on m.owner_id = t.seller_id and m.member_id = u.id and m.ended_at is null
      left join team_member_roles r on r.membership_id = m.id and r.role = 'release'
    where t.id = ${tradeId} and t.seller_id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Whole hours, rounded up; null where the moment has passed. */
function hoursUntil(moment: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`case when ${moment} > clock_timestamp()
    then ceil(extract(epoch from ${moment} - clock_timestamp()) / 3600)::int end`
}
