import type { Offer } from '../api/offers/offers.ts'
import { CURRENCIES } from '../market.ts'
import { formatFiat, parseFiat, parsePrice, parseUsdt } from '../money.ts'
import { fiatWithin } from '../trades/quote.ts'

type Limits = Pick<Offer, 'minAmount' | 'maxAmount' | 'maxUsdt' | 'tradableUsdt' | 'price' | 'fiatCurrency'>

/**
 * The largest trade that the reader can open now, in fiat and in USDT: the offer's own limit, or what is left of it. Where less
 * than the smallest trade is left, the offer's own limit.
 */
export function largestTrade(offer: Limits): { fiat: string; usdt: string } {
  const own = { fiat: offer.maxAmount, usdt: offer.maxUsdt }
  const [left, most] = [parseUsdt(offer.tradableUsdt) ?? 0n, parseUsdt(offer.maxUsdt) ?? 0n]
  if (left >= most) return own
  const fiatMilli = fiatWithin(left, parsePrice(offer.price), CURRENCIES[offer.fiatCurrency].stepMilli)
  if (fiatMilli < (parseFiat(offer.minAmount) ?? 0n)) return own
  return { fiat: formatFiat(fiatMilli), usdt: offer.tradableUsdt }
}
