/** The rule by which the values of several sources become one rate (decisions: Money). */

/** Fiat for 1 USDT in 10^-6, as one source has it now. */
export type Reading = { source: string; rateE6: bigint }

/** The lowest and the highest rate of the last day, in 10^-6. */
export type DayRange = { lowE6: bigint; highE6: bigint }

/** A source that is further from the others is left out. */
export const RATE_TOLERANCE_PERCENT = 5n

/** The values that a rate can have, in 10^-6. */
export const LEAST_RATE_E6 = 1n
export const MOST_RATE_E6 = 1_000_000_000_000n

export type MedianRate = {
  /** Null where the sources do not agree on one. */
  rateE6: bigint | null
  /** The one or two whose values it is. */
  middle: string[]
  /** The sources that agree with it, in the order of the readings. */
  agreeing: string[]
  /** Those that are too far from the others. */
  off: string[]
}

/**
 * The median of the fresh readings, where more than half of them are within the tolerance of it. It is taken before those that are
 * further away are left out: however few they are, fewer than half of the sources cannot move it beyond the values of the others.
 * One reading alone is compared with the rates of the day (null: there is nothing to compare it with).
 */
export function medianRate(readings: readonly Reading[], day: DayRange | null): MedianRate {
  const [alone] = readings
  if (alone && readings.length === 1) {
    const { source, rateE6 } = alone
    if (day === null || isNearDay(rateE6, day)) return { rateE6, middle: [source], agreeing: [source], off: [] }
    return { rateE6: null, middle: [], agreeing: [], off: [source] }
  }
  const sorted = readings.toSorted((a, b) => (a.rateE6 < b.rateE6 ? -1 : a.rateE6 > b.rateE6 ? 1 : 0))
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (!lower || !upper) return { rateE6: null, middle: [], agreeing: [], off: [] }
  // Of two in the middle the mean, rounded down.
  const center = (lower.rateE6 + upper.rateE6) / 2n
  const agreeing = readings.filter(({ rateE6 }) => isWithin(rateE6, { lowE6: center, highE6: center }))
  const off = readings.filter((reading) => !agreeing.includes(reading))
  const isAgreed = agreeing.length * 2 > readings.length
  return {
    rateE6: isAgreed ? center : null,
    middle: isAgreed ? [...new Set([lower.source, upper.source])] : [],
    agreeing: agreeing.map(({ source }) => source),
    off: off.map(({ source }) => source),
  }
}

/** Within the tolerance of every rate of the day, or between two of them: what was a rate today may be one again. */
function isNearDay(rateE6: bigint, day: DayRange): boolean {
  return (rateE6 >= day.lowE6 && rateE6 <= day.highE6) || isWithin(rateE6, day)
}

function isWithin(rateE6: bigint, { lowE6, highE6 }: DayRange): boolean {
  const isNear = (other: bigint) => {
    const distance = rateE6 > other ? rateE6 - other : other - rateE6
    return distance * 100n <= other * RATE_TOLERANCE_PERCENT
  }
  return isNear(lowE6) && isNear(highE6)
}
