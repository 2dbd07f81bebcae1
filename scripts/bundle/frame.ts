import type { Rolldown } from 'vite'

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>

/** Exported by the library's entry module, but used by a few pages only. */
const SELDOM = /@tanstack\/.*(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery)/i

/**
 * One file for all that `entries` import statically: what every page needs. By default the bundler cuts it into
 * dozens, which compress worse and are requested one by one.
 */
export function frameGroup(entries: readonly string[]): Groups[number] {
  let frame: ReadonlySet<string> | undefined
  return {
    debugName: 'frame',
    name(id, context) {
      frame ??= reachable(entries, (from) => context.getModuleInfo(from)?.importedIds ?? [])
      return frame.has(id) && !SELDOM.test(id) ? 'frame' : null
    },
  }
}

function reachable(entries: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const all = new Set(entries)
  for (const id of all) for (const imported of importsOf(id)) all.add(imported)
  return all
}
