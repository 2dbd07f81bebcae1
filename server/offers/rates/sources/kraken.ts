import { middle, valueAt } from './adapter.ts'
import type { RateAdapter } from './adapter.ts'

/** The order book of USDT. The answer names the pair in Kraken's own way (USDTZUSD). */
export const kraken: RateAdapter = {
  everyMinutes: 1,
  url: (currency) => `https://api.kraken.com/0/public/Ticker?pair=USDT${currency}`,
  read(answer, _currency, now) {
    const [pair = ''] = Object.keys(valueAt(answer, ['result']) ?? {})
    const side = (name: string) => valueAt(answer, ['result', pair, name, '0'])
    return { rate: middle(side('b'), side('a')), asOf: now }
  },
}
