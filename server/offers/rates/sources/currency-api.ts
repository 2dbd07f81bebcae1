import { numberOf, valueAt } from './adapter.ts'
import type { RateAdapter } from './adapter.ts'

/** Daily rates of the dollar, from files that are published as a package. */
export const currencyApi: RateAdapter = {
  everyMinutes: 60,
  url: () => 'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json',
  read: (answer, currency) => ({
    rate: numberOf(valueAt(answer, ['usd', currency.toLowerCase()])),
    asOf: new Date(`${String(valueAt(answer, ['date']))}T00:00:00Z`),
  }),
}
