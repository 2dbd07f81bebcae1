/** The same call in a small and in a large database, measured in turns. */
const WARM_UP = 8
const CALLS = 25

/** How many rows the two databases have. */
export type Sizes = readonly [small: number, large: number]

export type Calls = { warmUp: number; calls: number }
const TARGET = 1.5

/** One call, in the small and in the large database. */
export type Pair = [small: () => Promise<unknown>, large: () => Promise<unknown>]

/**
 * The fastest of the calls in milliseconds, in turns, so that other load affects both databases: the cost of the call
 * itself, without the machine's other work.
 */
export async function fastest(
  pair: Pair,
  { warmUp, calls }: Calls = { warmUp: WARM_UP, calls: CALLS },
): Promise<[small: number, large: number]> {
  const least: [number, number] = [Infinity, Infinity]
  for (let i = -warmUp; i < calls; i++) {
    for (const at of [0, 1] as const) {
      const began = performance.now()
      await pair[at]()
      if (i >= 0) least[at] = Math.min(least[at], performance.now() - began)
    }
  }
  return least
}

/** A row for `console.table`. */
export function rowOf(before: number, after: number, [small, large]: Sizes): object {
  return {
    [`ms among ${small.toLocaleString('en')}`]: before.toFixed(2),
    [`ms among ${large.toLocaleString('en')}`]: after.toFixed(2),
    ratio: (after / before).toFixed(2),
    target: `<= ${TARGET}`,
    met: after / before <= TARGET ? 'yes' : 'NO',
  }
}
