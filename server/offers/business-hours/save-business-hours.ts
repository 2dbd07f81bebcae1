import { weekRanges } from '../../../domain/offers/business-hours.ts'
import type { BusinessHoursInput } from '../../../domain/offers/business-hours.ts'
import { DomainError } from '../../../domain/errors.ts'
import { marketChanged } from '../../db/after-commit.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { getKnownZone } from '../../db/time-zones.ts'
import type { RateLimits } from '../../http/rate-limits/rate-limits.ts'
import { countFollowing } from './queries.ts'

/**
 * Saves the user's business hours from a checked form (`businessHoursSchema`). The offers that follow them enter or leave the
 * market with the transaction. An unknown time zone is `invalid_input`.
 */
export async function saveBusinessHours(
  { tx, limits }: { tx: Tx; limits: RateLimits },
  userId: string,
  { timeZone, ranges }: BusinessHoursInput,
): Promise<void> {
  await limits.consume(tx, 'business_hours_per_account', userId)
  const zone = await getKnownZone(tx, timeZone)
  const week = weekRanges(ranges)
  await sql`
    insert into business_hours (user_id, time_zone, opens, closes)
    values (${userId}, ${zone}, ${week.map(({ opens }) => opens)}::int[], ${week.map(({ closes }) => closes)}::int[])
    on conflict (user_id) do update
      set time_zone = excluded.time_zone, opens = excluded.opens, closes = excluded.closes`.execute(tx)
  marketChanged(tx)
}

/** Removes them; refuses with `business_hours_used` while offers follow them, and with `not_found` where there are none. */
export async function removeBusinessHours(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql`select from business_hours where user_id = ${userId} for update`.execute(tx)
  if (rows.length === 0) throw new DomainError('not_found')
  const offers = await countFollowing(tx, userId)
  if (offers > 0) throw new DomainError('business_hours_used', { values: { offers } })
  await sql`delete from business_hours where user_id = ${userId}`.execute(tx)
}
