/** Work in batches: no statement runs for long, and a failure does not stop the other batches. */

/** After this many batches the rest waits for the next sweep. */
const MAX_BATCHES = 20

/** Calls `purge` until it returns fewer than it may purge. */
export async function inBatches(size: number, purge: (atMost: number) => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) if ((await purge(size)) < size) return
}

/** Runs each task in turn, also after one that failed; throws the first failure at the end. */
export async function eachInTurn<T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const thing of things) await act(thing).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
