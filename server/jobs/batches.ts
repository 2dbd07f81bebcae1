/** Work in batches: no statement runs for long, and a failure does not stop the other batches. */
import { throwFailures } from '../db/failures.ts'

/** After this many batches the rest waits for the next sweep. */
const MAX_BATCHES = 20

/** Calls `purge` until it returns fewer than it may purge. */
export async function inBatches(size: number, purge: (atMost: number) => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) if ((await purge(size)) < size) return
}

/** Runs each task in turn, also after one that failed; throws all failures at the end, each with the name of its task. */
export async function eachInTurn<T>(
  tasks: readonly T[],
  nameOf: (task: T) => string,
  act: (task: T) => Promise<void>,
): Promise<void> {
  const failures = new Map<string, unknown>()
  for (const [n, task] of tasks.entries()) {
    // Several tasks can have the same name, such as two purges of one table.
    await act(task).catch((error: unknown) => failures.set(`${nameOf(task)} (${n + 1})`, error))
  }
  throwFailures(failures)
}
