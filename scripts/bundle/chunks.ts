/** Which modules of the client are downloaded together: what every page needs, then what the pages of an area share. */
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { partsOfPages, type ModuleGraph } from './text-modules.ts'

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]
/** What a module is loaded for: the areas of the pages that import it statically, and the number of pages and lazy modules. */
type Use = { areas: ReadonlySet<string>; loads: number }

/** Modules that a library's index exports and a few pages use, by the chunk that holds them. The index itself is empty. */
const SELDOM = [
  [/@tanstack\/.*(mutationObserver|useMutation)/i, 'commands'],
  [/@tanstack\/.*(infiniteQueryObserver|useInfiniteQuery)/i, 'market'],
] as const
const INDEX = /@tanstack\/[^/]+\/build\/modern\/index\.js$/

type Chunk = { name: string; from?: readonly string[]; importedBy?: readonly string[]; takes?: (use: Use) => boolean }

/**
 * The chunks in the order in which they take modules: the files of `from` and all that they import statically, what the files
 * of `importedBy` import, and the modules with a use that `takes` accepts. A chunk imports only chunks before it. A module that
 * none takes stays with the one that uses it.
 */
const CHUNKS: readonly Chunk[] = [
  // Each chunk runs in a task of its own: in one, these three would keep a cheap phone busy for more than 50 ms.
  { name: 'react', from: ['../node_modules/react-dom/client.js'] },
  { name: 'router', from: ['../node_modules/react-router/dist/production/index.js'] },
  {
    name: 'frame',
    from: ['ui/fields/PlainSelect.tsx', 'offers/rates/rates.ts'],
    importedBy: ['start.tsx'],
    takes: ({ areas, loads }) => areas.has('first') && loads > 1,
  },
  // Schemas take long to make, and each chunk runs in a task of its own: those of the lists are in two.
  { name: 'rules', from: ['../domain/offers/listing.ts'] },
  { name: 'contract', from: ['contract.ts'] },
  { name: 'fields', from: ['ui/fields/TextField.tsx', 'ui/fields/NumberTextField.tsx'] },
  {
    name: 'lists',
    // With what the landing page's lower part shares with dialogs and menus: neither needs the other.
    from: [
      'trades/Fee.tsx',
      '../node_modules/lucide/dist/esm/icons/check.mjs',
      '../node_modules/lucide/dist/esm/icons/lock.mjs',
      '../node_modules/lucide/dist/esm/icons/x.mjs',
    ],
    importedBy: ['notifications/live/LiveLayout.tsx', 'offers/market/OffersPage.tsx'],
  },
  { name: 'commands', from: ['use-command.ts', 'refusal-texts.ts'] },
  // The lower part of the landing page, without what only signed-in users need.
  { name: 'home', from: ['info/home/HomeRest.tsx'] },
  // On every page of a signed-in user.
  {
    name: 'signed-in',
    from: ['notifications/NotificationBell.tsx', 'shell/AccountMenu.tsx', 'notifications/live/follow.ts'],
  },
  // The form that opens a trade, in the dialog and on the page.
  {
    name: 'trade',
    from: ['offers/opening/NewTrade.tsx', 'offers/OfferNotFound.tsx', 'one-offer.ts', 'session/SignedIn.tsx'],
  },
  // What the offer and trader pages need beyond the lists.
  { name: 'market', takes: ({ areas, loads }) => areas.has('market') && loads > 1 },
  // Without the dialog that opens a trade: menus and drawers use these too, also those of visitors.
  { name: 'dialogs', from: ['ui/dialogs/ConfirmDialog.tsx'] },
  {
    name: 'forms',
    from: [
      'use-call-form.ts',
      'ui/fields/PasswordField.tsx',
      'ui/fields/Select.tsx',
      'ui/fields/TextArea.tsx',
      'ui/fields/Checkbox.tsx',
      'ui/Tabs.tsx',
    ],
  },
  {
    name: 'popups',
    from: ['ui/dialogs/OpenedMenu.tsx', 'ui/dialogs/DrawerSheet.tsx', 'ui/notices/ToastRegion.tsx'],
  },
  { name: 'shared', takes: ({ areas, loads }) => areas.has('info') && areas.size > 1 && loads > 1 },
  { name: 'account', takes: ({ areas, loads }) => areas.size > 1 && loads > 1 },
  ...['info', 'entry', 'own', 'staff'].map((name) => ({
    name,
    takes: ({ areas, loads }: Use) => areas.has(name) && loads > 1,
  })),
]

/**
 * By default the bundler makes a chunk for each set of pages that share a module: dozens, which compress worse and are requested
 * one by one.
 */
export function clientOutput(root: string): Rolldown.OutputOptions {
  return {
    entryFileNames: 'assets/[hash].js',
    // Of the others no name says what they hold.
    chunkFileNames: ({ name }) => (name.endsWith('Page') ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
    codeSplitting: { groups: chunkGroups(root) },
  }
}

function chunkGroups(root: string): Group[] {
  let chunks: Map<string, string> | undefined
  return CHUNKS.map(({ name }, index) => ({
    debugName: name,
    priority: CHUNKS.length - index,
    name(id, context) {
      chunks ??= chunksOf(root, (module) => context.getModuleInfo(module))
      return chunks.get(id) === name ? name : null
    },
  }))
}

function chunksOf(root: string, graph: ModuleGraph): Map<string, string> {
  const reached = (id: string) => reachable([id], (from) => graph(from)?.importedIds ?? [])
  for (const file of CHUNKS.flatMap(({ from = [], importedBy = [] }) => [...from, ...importedBy]))
    if (!graph(join(root, 'web', file))) throw new Error(`a chunk begins with ${file}, which is in no page`)
  const pages = partsOfPages(root, graph)
  const uses = usesOf(pages, graph, reached)
  const chunks = new Map<string, string>()
  const add = (id: string, name: string) => {
    // Vite's list of files names a page by its own chunk only.
    if (!chunks.has(id) && !pages.has(id) && !INDEX.test(id))
      chunks.set(id, SELDOM.find(([seldom]) => seldom.test(id))?.[1] ?? name)
  }
  for (const { name, from = [], importedBy = [], takes = () => false } of CHUNKS) {
    for (const file of from) for (const id of reached(join(root, 'web', file))) add(id, name)
    for (const file of importedBy) {
      const importer = join(root, 'web', file)
      for (const id of reached(importer)) if (id !== importer) add(id, name)
    }
    for (const [id, use] of uses) if (takes(use)) add(id, name)
  }
  return chunks
}

type Pages = ReturnType<typeof partsOfPages>

function usesOf(pages: Pages, graph: ModuleGraph, reached: (id: string) => Set<string>): Map<string, Use> {
  const all = reachable([...pages.keys()], (id) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph(id) ?? {}
    return [...importedIds, ...dynamicallyImportedIds]
  })
  const lazy = [...all].flatMap((id) => graph(id)?.dynamicallyImportedIds ?? [])
  const uses = new Map<string, { areas: Set<string>; loads: number }>()
  for (const load of new Set([...pages.keys(), ...lazy])) {
    for (const id of reached(load)) {
      const use = uses.get(id) ?? { areas: new Set(), loads: 0 }
      for (const area of pages.get(load) ?? []) use.areas.add(area)
      use.loads += 1
      uses.set(id, use)
    }
  }
  return uses
}

function reachable(entries: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const all = new Set(entries)
  for (const id of all) for (const imported of importsOf(id)) all.add(imported)
  return all
}
