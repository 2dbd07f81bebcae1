import { DomainError } from '../../../domain/errors.ts'
import type { ErrorCode } from '../../../domain/errors.ts'
import {
  STORED_MB_PER_DAY,
  STORED_MB_PER_DAY_OF_NETWORK,
  STORED_MB_PER_DAY_OF_NEW_TRADER,
  STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK,
} from '../../../domain/uploads/storage-limits.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { RateLimitName, RateLimits } from '../rate-limits/rate-limits.ts'

/** Who stores, from which address. */
export type Storing = { limits: RateLimits; userId: string; ipAddress: string }
/** `part`: of a file whose purpose is not known yet. */
type Purpose = 'trade_file' | 'part' | 'other'

const HOUR_SECONDS = 3600

/**
 * Counts bytes that are stored, in the transaction that stores them. Files of trades, and parts while a trade is open, are first
 * counted against a limit of their own, which nothing else uses up, so that a proof of payment is never refused for what others do.
 * Refuses with `storage_limit`, `new_trader_storage_limit` or `network_storage_limit`.
 */
export async function consumeStorage(
  tx: Tx,
  { limits, userId, ipAddress }: Storing,
  { bytes, purpose }: { bytes: number; purpose: Purpose },
): Promise<void> {
  const kilobytes = Math.ceil(bytes / 1024)
  const wait = (name: RateLimitName, subject: string) => limits.consumeWithin(tx, name, subject, kilobytes)
  const { hasTraded, hasOpenTrade } = await readTrader(tx, userId)
  const isOfTrade = purpose === 'trade_file' || (purpose === 'part' && hasOpenTrade)
  if (isOfTrade && (await wait('trade_file_kilobytes_per_account', userId)) === null) return
  const [ofUser, ofNetwork] = hasTraded
    ? (['stored_kilobytes_per_account', 'stored_kilobytes_per_network'] as const)
    : (['stored_kilobytes_per_new_trader', 'stored_kilobytes_of_new_traders_per_network'] as const)
  const limit = hasTraded ? STORED_MB_PER_DAY : STORED_MB_PER_DAY_OF_NEW_TRADER
  const code = hasTraded ? 'storage_limit' : 'new_trader_storage_limit'
  refuseAfter(await wait(ofUser, userId), code, { limit, ...(!hasTraded && { laterLimit: STORED_MB_PER_DAY }) })
  const networkLimit = hasTraded ? STORED_MB_PER_DAY_OF_NETWORK : STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK
  refuseAfter(await wait(ofNetwork, ipAddress), 'network_storage_limit', { limit: networkLimit })
}

function refuseAfter(seconds: number | null, code: ErrorCode, values: Record<string, number>): void {
  if (seconds === null) return
  throw new DomainError(code, {
    values: { ...values, hours: Math.ceil(seconds / HOUR_SECONDS) },
    details: { retryAfterSeconds: seconds },
  })
}

type Trader = { hasTraded: boolean; hasOpenTrade: boolean }

async function readTrader(tx: Tx, userId: string): Promise<Trader> {
  const { rows } = await sql<Trader>`
    select u.completed_trades > 0 as has_traded, exists (
      select from trades t join trade_statuses s on s.status = t.status
      where u.id in (t.buyer_id, t.seller_id) and s.is_open) as has_open_trade
    from users u where u.id = ${userId}`.execute(tx)
  return rows[0] ?? { hasTraded: false, hasOpenTrade: false }
}
