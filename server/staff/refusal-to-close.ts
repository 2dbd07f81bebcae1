import type { RawBuilder } from 'kysely'
import type { StaffReport } from '../../domain/api/staff/administration.ts'
import { sql } from '../db/pool.ts'
import { metLately } from './assert-impartial.ts'

/**
 * Why the admin cannot close the report `r`, whose subject is the rating `rating` (null columns for another subject); null: they
 * can. The list of reports shows what the closing refuses.
 */
export function refusalToClose(actorId: string): RawBuilder<StaffReport['refusal']> {
  return sql`
    case when r.reporter_id = ${actorId} then 'own_report'
      when r.reported_id = ${actorId} then 'own_account'
      when ${metLately(actorId, sql`r.reported_id`)} then 'staff_conflict'
      when rating.rated_id = ${actorId} then 'rating_conflict'
      when rating.rated_id is not null and ${metLately(actorId, sql`rating.rated_id`)} then 'rating_conflict' end`
}
