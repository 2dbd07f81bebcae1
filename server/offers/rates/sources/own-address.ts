import { numberOf, valueAt } from './adapter.ts'
import type { RateAdapter } from './adapter.ts'

/** An operator's own address: the number at the path of its answer is the rate, as of the answer. */
export function ownAddress(url: string, path: readonly string[]): RateAdapter {
  return {
    everyMinutes: 1,
    url: () => url,
    read: (answer, _currency, now) => ({ rate: numberOf(valueAt(answer, path)), asOf: now }),
  }
}
