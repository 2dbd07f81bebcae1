/** What an API key does in trades, and how much it may release (decisions: Accounts). */
import type { TradeAction } from '../trades/trades.ts'
import type { KeyScope } from './api-keys.ts'
import { KEY_RELEASE_HOURS } from './api-keys.ts'

/**
 * The moves of a trade that a key can make, with the scope that each needs. The database holds the same rows. Left out is what gives up
 * the key's own side: to concede, and to withdraw the mark of a payment, after which the trade can be cancelled.
 */
export const KEY_MOVES = {
  open: 'trades',
  mark_paid: 'trades',
  extend_payment_window: 'trades',
  cancel: 'trades',
  cancel_after_details: 'trades',
  open_dispute: 'trades',
  object: 'trades',
  confirm_receipt: 'release',
} as const satisfies Partial<Record<TradeAction, KeyScope>>

/** What a key may release in any 24 hours: micro USDT, and trades. */
export type ReleaseLimit = { micro: bigint; trades: number }

/** A release of the last 24 hours. */
export type PastRelease = { micro: bigint; minutesAgo: number }

/** What is left of a key's limit. */
export function releaseLeft(limit: ReleaseLimit, past: readonly PastRelease[]): ReleaseLimit {
  const micro = limit.micro - past.reduce((sum, release) => sum + release.micro, 0n)
  return { micro: micro > 0n ? micro : 0n, trades: Math.max(limit.trades - past.length, 0) }
}

/**
 * In how many whole minutes the key may release this amount; 0 where it may now, null where it never may, because the amount is above
 * its limit. With 10 USDT a day, of which 6 were released 20 hours ago, 5 are possible in 4 hours: 240.
 */
export function minutesUntilRelease(limit: ReleaseLimit, past: readonly PastRelease[], micro: bigint): number | null {
  if (micro > limit.micro) return null
  const oldestFirst = past.toSorted((a, b) => b.minutesAgo - a.minutesAgo)
  for (let gone = 0; gone <= oldestFirst.length; gone++) {
    const left = releaseLeft(limit, oldestFirst.slice(gone))
    if (left.trades < 1 || left.micro < micro) continue
    const last = oldestFirst[gone - 1]
    return last ? Math.max(Math.ceil(KEY_RELEASE_HOURS * 60 - last.minutesAgo), 1) : 0
  }
  return null
}
