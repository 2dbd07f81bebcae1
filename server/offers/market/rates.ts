/** The source of market rates (decisions: Money). A fixed table today. */
import { CURRENCIES } from '../../../domain/market.ts'
import type { FiatCurrency } from '../../../domain/market.ts'

/** A rate in fiat per 1 USDT x 10^6, with its source. */
export type Rate = { rateE6: bigint; source: string; asOf: Date }

export type RateSource = { rateOf(currency: FiatCurrency): Rate }

/** The product's own fixed reference table. */
export function fixedRates(): RateSource {
  const asOf = new Date()
  return {
    rateOf: (currency) => ({ rateE6: CURRENCIES[currency].referenceRateE6, source: 'Fixed reference table', asOf }),
  }
}
