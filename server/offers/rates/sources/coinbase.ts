import { middle, valueAt } from './adapter.ts'
import type { RateAdapter } from './adapter.ts'

/** The order book of USDT. */
export const coinbase: RateAdapter = {
  everyMinutes: 1,
  url: (currency) => `https://api.exchange.coinbase.com/products/USDT-${currency}/ticker`,
  read: (answer, _currency, now) => ({
    rate: middle(valueAt(answer, ['bid']), valueAt(answer, ['ask'])),
    asOf: now,
  }),
}
