import { parsePrice } from '../../domain/money.ts'
import { isWithinPercentageLimit, parsePercentage } from '../../domain/offers/offers.ts'
import { priceE9 } from '../../domain/trades/quote.ts'

/** rate in 10^-6 from a price in 10^-9 */
const E9_TO_E6 = 1000n

/** The price of an offer in 10^-9 at a reference rate; null outside the limits of an offer. */
export function priceAt(rate: string, percentage: string): bigint | null {
  const tenths = parsePercentage(percentage)
  if (tenths === null || !isWithinPercentageLimit(tenths)) return null
  return priceE9(parsePrice(rate) / E9_TO_E6, tenths)
}
