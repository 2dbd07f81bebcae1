/** What a page transferred, added up. */
import type { Fetched } from './watch.ts'

/** Bytes. */
export const KB = 1024

/** A file that is preloaded and then run has two entries. */
export function filesOf(fetched: readonly Fetched[], kind: RegExp): Fetched[] {
  const files = new Map<string, Fetched>()
  for (const file of fetched) {
    if (kind.test(new URL(file.name).pathname) && !files.has(file.name)) files.set(file.name, file)
  }
  return [...files.values()]
}

/** The sum of the compressed sizes. */
export function kbOf(files: readonly Fetched[]): number {
  return files.reduce((sum, { size }) => sum + size, 0) / KB
}
