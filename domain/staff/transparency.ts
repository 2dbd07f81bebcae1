/** The public figures: how small numbers are withheld, and how a median is read from counted minutes. */

/** How long figures are kept before they are computed again. */
export const TRANSPARENCY_MINUTES = 10
/** A figure of fewer trades or disputes is withheld, because it could show what a single user did. */
export const SHOWN_FROM = 5
/** Escrow totals are rounded to whole hundreds of USDT; otherwise two readings would reveal the amount of a trade between them. */
export const ESCROW_STEP_USDT = 100
/** The last days that are counted; null: all. */
export const TRANSPARENCY_DAYS = [30, 90, null] as const
export const TRANSPARENCY_WEEKS = 13

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

/**
 * The cells that may be shown. The others are added up as `others`, or left out where even their sum is small; `total` is what
 * is shown, so that no subtraction gives a withheld cell.
 */
export function withoutSmall<Cell extends { count: number }>(
  cells: readonly Cell[],
): { cells: Cell[]; others: number; total: number; isWithheld: boolean } {
  const shown = cells.filter(({ count }) => count >= SHOWN_FROM).toSorted((a, b) => b.count - a.count)
  const small = cells.filter(({ count }) => count > 0 && count < SHOWN_FROM)
  const sum = small.reduce((total, { count }) => total + count, 0)
  // The sum of one cell is that cell.
  const others = sum >= SHOWN_FROM && small.length > 1 ? sum : 0
  const total = shown.reduce((all, { count }) => all + count, others)
  return { cells: shown, others, total, isWithheld: small.length > 0 }
}

/** A count, or null where it is withheld. Zero is shown. */
export function unlessSmall(count: number): number | null {
  return count > 0 && count < SHOWN_FROM ? null : count
}
