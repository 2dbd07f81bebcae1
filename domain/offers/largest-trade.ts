import type { Offer } from '../api/offers/offers.ts'
import { CURRENCIES } from './currencies.ts'
import { formatFiat, parseFiat, parsePrice, parseUsdt } from '../money.ts'
import { fiatWithin } from '../trades/quote.ts'

type Limits = Pick<Offer, 'minAmount' | 'maxAmount' | 'maxUsdt' | 'tradableUsdt' | 'price' | 'fiatCurrency'>

/**
 * The largest trade that the offer and its owner can serve now, in fiat and in USDT: the offer's own limit, or what is left of it.
 * Null where less than the smallest trade is left. The limits of the reader's own tier are not in it: a quote applies them.
 */
export function largestTrade(offer: Limits): { fiat: string; usdt: string } | null {
  const [left, most] = [parseUsdt(offer.tradableUsdt) ?? 0n, parseUsdt(offer.maxUsdt) ?? 0n]
  if (left >= most) return { fiat: offer.maxAmount, usdt: offer.maxUsdt }
  const fiatMilli = fiatWithin(left, parsePrice(offer.price), CURRENCIES[offer.fiatCurrency].stepMilli)
  if (fiatMilli < (parseFiat(offer.minAmount) ?? 0n)) return null
  return { fiat: formatFiat(fiatMilli), usdt: offer.tradableUsdt }
}

/** Whether the offer serves this amount now. */
export function isServed(offer: Limits, fiatMilli: bigint): boolean {
  const largest = largestTrade(offer)
  if (largest === null) return false
  return fiatMilli >= (parseFiat(offer.minAmount) ?? 0n) && fiatMilli <= (parseFiat(largest.fiat) ?? 0n)
}
