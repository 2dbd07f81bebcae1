/** Whether a parallel history is linearizable (Wing and Gong's search, with memoisation). */

export type Operation<State> = {
  name: string
  /** The times of the call and of its answer, by one monotonic clock; `Infinity` where no answer came. */
  start: number
  end: number
  /** The states it may leave, run from this one with the answer it got; none where that answer was impossible. */
  after(state: State): State[]
}

/**
 * Finds an order of all operations that respects their times and their answers, from `initial` to `final`;
 * null when there is none, and the history is not linearizable.
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
    // An operation that began after another's answer cannot come before it.
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
