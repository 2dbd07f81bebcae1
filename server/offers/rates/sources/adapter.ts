import type { FiatCurrency } from '../../../../domain/offers/currencies.ts'

/** What a source says: fiat for 1 USDT (or 1 USD, which is taken for it), and when it was so. */
export type Value = { rate: number; asOf: Date }

/** How one source is asked and its answer is read. */
export type RateAdapter = {
  /** A source is not asked more often. */
  everyMinutes: number
  /** An https address. */
  url(currency: FiatCurrency): string
  /** `now` is the time of the answer, for a source that says none. Throws for an answer of another form. */
  read(answer: string, currency: FiatCurrency, now: Date): Value
}

/** The value at the path of an answer in JSON; undefined where there is none. Throws for a text that is no JSON. */
export function valueAt(answer: string, path: readonly string[]): unknown {
  let value: unknown = JSON.parse(answer)
  for (const key of path) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
  }
  return value
}

/** A number, also one that is written as a text. NaN for anything else. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
}

/**
 * Between what is bid and what is asked for: the last price of a market with few trades may be hours old. NaN where a side of the
 * order book is empty, or they are the wrong way round.
 */
export function middle(bid: unknown, ask: unknown): number {
  const [from, to] = [numberOf(bid), numberOf(ask)]
  return from > 0 && to >= from ? (from + to) / 2 : NaN
}
