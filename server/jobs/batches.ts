/** How much is forgotten at a time: no statement runs for long, and nothing that fails holds up the rest. */

/** What is left then waits for the next sweep. */
const BATCHES = 20

/** Calls `forget` until it has fewer than it was asked for; it returns how many it had. */
export async function inBatches(size: number, forget: (atMost: number) => Promise<number>): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) if ((await forget(size)) < size) return
}

/** Does one after the other, also after one that failed; the first failure is thrown in the end. */
export async function eachInTurn<T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const thing of things) await act(thing).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
