/** The public figures: from which number they are published, and how a median is read from counted minutes. */
import { LIMITS } from '../limits.ts'

/**
 * Trades and disputes are published in groups of at least so many of one kind (one payment method, one outcome): a smaller
 * number could show what a single user did. What does not fill a group yet waits, and is in no figure.
 */
export const SHOWN_FROM = LIMITS.published_from
/** Escrow totals are rounded down to whole hundreds of USDT; otherwise two readings would come close to the amount of a trade. */
export const ESCROW_STEP_USDT = 100
/** The last days that are counted; null: all. */
export const TRANSPARENCY_DAYS = [30, 90, null] as const
export const TRANSPARENCY_WEEKS = 13
/** The days that the market's statistics cover, on the landing page and About. */
export const STATISTICS_DAYS = 30

/** Minutes with how often each occurred. */
export type Histogram = readonly { minutes: number; times: number }[]

/** The lower median, in whole minutes; null of fewer than `SHOWN_FROM`. */
export function medianMinutes(histogram: Histogram): number | null {
  const count = histogram.reduce((sum, { times }) => sum + times, 0)
  if (count < SHOWN_FROM) return null
  let passed = 0
  for (const { minutes, times } of histogram.toSorted((a, b) => a.minutes - b.minutes)) {
    passed += times
    if (passed >= count / 2) return minutes
  }
  return null
}

/** A count of what changes both ways, rounded down to a multiple of `SHOWN_FROM`; null where it is withheld. Zero is shown. */
export function shownCount(count: number): number | null {
  return count > 0 && count < SHOWN_FROM ? null : roundedDown(count, SHOWN_FROM)
}

/** 2,450 in steps of 100 is 2,400. */
export function roundedDown(number: number, step: number): number {
  return Math.floor(number / step) * step
}
