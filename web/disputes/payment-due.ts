import type { Trade } from '../../domain/api/trades/trades.ts'

/** Until when the payment can still arrive; null once it must have. */
export function stillArrivesBy({ arrivesBy, now }: Pick<Trade, 'arrivesBy' | 'now'>): string | null {
  return arrivesBy !== null && Date.parse(now) < Date.parse(arrivesBy) ? arrivesBy : null
}
