/** Whether a parallel history could have happened one step at a time (Wing and Gong's search, with memory). */

export type Operation<State> = {
  name: string
  /** When it was asked for and when its answer was there, by one monotonic clock; `Infinity` where no answer came. */
  start: number
  end: number
  /** The states it may leave, run from this one with the answer it got; none where that answer was impossible. */
  after(state: State): State[]
}

/**
 * Finds an order of all operations that respects their times and their answers, from `initial` to `final`;
 * null when there is none, and then something happened that cannot happen one step at a time.
 */
export function findOrder<State>(
  operations: readonly Operation<State>[],
  initial: State,
  final: State,
): string[] | null {
  const deadEnds = new Set<string>()
  const goal = JSON.stringify(final)

  function search(done: number, state: State, order: string[]): string[] | null {
    const open = operations.flatMap((operation, index) => (done & (1 << index) ? [] : [{ operation, index }]))
    if (open.length === 0) return JSON.stringify(state) === goal ? order : null
    const place = `${done} ${JSON.stringify(state)}`
    if (deadEnds.has(place)) return null
    // What began after another one's answer was there cannot come before it.
    const firstEnd = Math.min(...open.map(({ operation }) => operation.end))
    for (const { operation, index } of open) {
      if (operation.start > firstEnd) continue
      for (const next of operation.after(state)) {
        const found = search(done | (1 << index), next, [...order, operation.name])
        if (found) return found
      }
    }
    deadEnds.add(place)
    return null
  }
  return search(0, initial, [])
}
