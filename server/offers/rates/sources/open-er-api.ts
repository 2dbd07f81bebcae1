import { numberOf, valueAt } from './adapter.ts'
import type { RateAdapter } from './adapter.ts'

/** Daily rates of the dollar. */
export const openErApi: RateAdapter = {
  everyMinutes: 60,
  url: () => 'https://open.er-api.com/v6/latest/USD',
  read: (answer, currency) => ({
    rate: numberOf(valueAt(answer, ['rates', currency])),
    asOf: new Date(numberOf(valueAt(answer, ['time_last_update_unix'])) * 1000),
  }),
}
