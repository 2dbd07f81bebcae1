/** The record of a trader on one side, as offers and trades show it beside the name. */
import type { Trader } from '../../../domain/api/offers/offers.ts'
import { percentOfTenths } from '../../../domain/profiles/profiles.ts'
import { ratingOf } from '../../../domain/profiles/ratings.ts'
import { sql } from '../../db/pool.ts'

/** Completed trades, completion in tenths of a percent, the median seconds of the side, and the two counters of `ratingOf`. */
export type RecordOnSide = [
  completedTrades: number,
  completionTenths: number | null,
  medianSeconds: number | null,
  ratingCount: number,
  ratingStars: number,
]

/** An SQL expression of the row `user` of users; `isSeller` says which side's median it has. */
export function recordOnSide(user: string, isSeller: ReturnType<typeof sql>) {
  const column = (name: string) => sql.ref(`${user}.${name}`)
  return sql`array[${column('completed_trades')}, ${column('completion_tenths')},
    case when ${isSeller} then ${column('median_release_seconds')} else ${column('median_pay_seconds')} end,
    ${column('rating_count')}, ${column('rating_stars')}]`
}

export function toTraderRecord([
  completedTrades,
  completionTenths,
  medianSeconds,
  ratingCount,
  ratingStars,
]: RecordOnSide): Pick<Trader, 'completedTrades' | 'completionRate' | 'medianSeconds' | 'rating'> {
  return {
    completedTrades,
    completionRate: percentOfTenths(completionTenths),
    medianSeconds,
    rating: ratingOf({ ratingCount, ratingStars }),
  }
}
