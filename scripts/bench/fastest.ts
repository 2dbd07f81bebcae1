/** The same call in a small and in a large database, measured in turns. */
const WARM_UP = 8
const CALLS = 25
const TARGET = 1.5

/** One call, in the small and in the large database. */
export type Pair = [small: () => Promise<unknown>, large: () => Promise<unknown>]

/**
 * The fastest of 25 calls in milliseconds, in turns, so that other load affects both databases: the cost of the call
 * itself, without the machine's other work.
 */
export async function fastest(pair: Pair): Promise<[small: number, large: number]> {
  const least: [number, number] = [Infinity, Infinity]
  for (let i = -WARM_UP; i < CALLS; i++) {
    for (const at of [0, 1] as const) {
      const began = performance.now()
      await pair[at]()
      if (i >= 0) least[at] = Math.min(least[at], performance.now() - began)
    }
  }
  return least
}

/** A row for `console.table`. */
export function rowOf(before: number, after: number): object {
  return {
    'ms among 10,000': before.toFixed(2),
    'ms among 1,000,000': after.toFixed(2),
    ratio: (after / before).toFixed(2),
    target: `<= ${TARGET}`,
    met: after / before <= TARGET ? 'yes' : 'NO',
  }
}
