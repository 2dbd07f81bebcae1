/** The rule by which the values of several sources become one rate (decisions: Money). */

/** Fiat for 1 USDT in 10^-6, as one source has it now. */
export type Reading = { source: string; rateE6: bigint }

/** A source that is further from the others is left out. */
export const RATE_TOLERANCE_PERCENT = 5n

/** The values that a rate can have, in 10^-6. */
export const LEAST_RATE_E6 = 1n
export const MOST_RATE_E6 = 1_000_000_000_000n

export type MedianRate = {
  /** Null where the sources do not agree on one. */
  rateE6: bigint | null
  /** The sources that agree with it, in the order of the readings. */
  agreeing: string[]
  /** Those that are too far from the others. */
  off: string[]
}

/**
 * The median of the fresh readings, where more than half of them are within the tolerance of it. It is taken before those that are
 * further away are left out: however few they are, fewer than half of the sources cannot move it beyond the values of the others.
 * One reading alone is compared with the last rate (null: there is none to compare it with).
 */
export function medianRate(readings: readonly Reading[], lastRateE6: bigint | null): MedianRate {
  const isAlone = readings.length === 1 && lastRateE6 !== null
  const center = isAlone ? lastRateE6 : median(readings.map(({ rateE6 }) => rateE6))
  if (center === null) return { rateE6: null, agreeing: [], off: [] }
  const agreeing = readings.filter(({ rateE6 }) => isNear(rateE6, center))
  const off = readings.filter(({ rateE6 }) => !isNear(rateE6, center))
  const rateE6 = isAlone ? (agreeing[0]?.rateE6 ?? null) : agreeing.length * 2 > readings.length ? center : null
  return { rateE6, agreeing: agreeing.map(({ source }) => source), off: off.map(({ source }) => source) }
}

function isNear(rateE6: bigint, center: bigint): boolean {
  const distance = rateE6 > center ? rateE6 - center : center - rateE6
  return distance * 100n <= center * RATE_TOLERANCE_PERCENT
}

/** Of an even number, the mean of the two in the middle, rounded down. Null of none. */
function median(values: readonly bigint[]): bigint | null {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2n
}
