import { OPEN_STATUSES } from '../../domain/trades/trades.ts'
import { sql } from './pool.ts'

/** The statuses of an open trade as literals, so that Postgres uses the partial indexes of open trades, which list the same. */
export const openStatuses = sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))
