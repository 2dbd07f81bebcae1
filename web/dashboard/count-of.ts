import type { Dashboard } from '../../domain/api/profiles/profiles.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'

/** The user's trades in these statuses. */
export function countOf({ statuses }: Pick<Dashboard, 'statuses'>, wanted: readonly TradeStatus[]): number {
  return statuses.filter(({ status }) => wanted.includes(status)).reduce((sum, { trades }) => sum + trades, 0)
}
