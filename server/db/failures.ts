/** An error reports at most this many causes: the worker runs each second, and its log must stay readable. */
const MAX_CAUSES = 10

/** Throws the failures of independent pieces of work as one error; the keys name the pieces. */
export function throwFailures(failures: ReadonlyMap<string, unknown>): void {
  if (failures.size === 0) return
  const shown = [...failures].slice(0, MAX_CAUSES)
  const texts = shown.map(([name, error]) => `${name}: ${error instanceof Error ? error.message : String(error)}`)
  if (failures.size > shown.length) texts.push(`and ${failures.size - shown.length} more`)
  throw new AggregateError(
    shown.map(([, error]) => error),
    texts.join('; '),
  )
}
