/** The files of a page, from the bundler's list of them. */
import type { RouteObject } from 'react-router'
import type { Manifest } from 'vite'
import { namedIn, SOURCE_LANGUAGE, withoutLanguage } from '../../../domain/languages.ts'
import type { PageModule } from './page-data.ts'
import type { PageScripts } from '../page-scripts.tsx'
import { partOf, type TextPart } from '../../text-parts.ts'

const ENTRY = 'web/entry.client.tsx'
/** What the entry loads on every page. */
const START = 'web/start.tsx'
/** The chunk that every signed-in reader loads (scripts/bundle/chunks.ts). */
const SIGNED_IN_CHUNK = 'signed-in'
const DIALOG = 'web/offers/opening/OpenedTradeDialog.tsx'
const NEW_TRADE = 'web/offers/opening/NewTradePage.tsx'

export type PageFiles = {
  /** The scripts of the page that the components make up, in the language of the address. */
  scriptsOf: (components: readonly unknown[], pathname: string) => PageScripts
  /** By the path pattern of each page, the scripts that the entry does not load. */
  byPath: Record<string, string[]>
}

/** Nothing is preloaded in development. */
export const FILES_IN_DEVELOPMENT: PageFiles = {
  scriptsOf: () => ({ entry: `/${ENTRY}`, preloaded: [], signedIn: [] }),
  byPath: {},
}

const MODULES = import.meta.glob<Partial<PageModule>>([
  '/web/**/*Page.tsx',
  '/web/notifications/live/LiveLayout.tsx',
  '!/web/gallery/**',
])

/** The files of the site's routes, whose code is loaded. */
export async function readPageFiles(manifest: Manifest, site: readonly RouteObject[]): Promise<PageFiles> {
  const modules = new Map<unknown, string>()
  for (const [file, load] of Object.entries(MODULES)) {
    const { default: component } = await load()
    // A part that several pages share has a page's name, too.
    if (component) modules.set(component, file.slice(1))
  }
  if (modules.size === 0) throw new Error('the pattern of the pages finds none')
  const modulesOf = (components: readonly unknown[]) => components.flatMap((component) => modules.get(component) ?? [])
  const present = new Set(filesOf(manifest, [ENTRY, START]))
  const byPath = pathsWithin(site).map(([path, components]) => {
    const files = filesOf(manifest, modulesOf(components)).filter((file) => !present.has(file))
    return [path, files] as const
  })
  return {
    scriptsOf: (components, pathname) => scriptsOf(manifest, modulesOf(components), pathname),
    byPath: Object.fromEntries(byPath),
  }
}

/** Each path pattern with the components of its page and of the layouts around it. */
function pathsWithin(routes: readonly RouteObject[], around: readonly unknown[] = []): [string, unknown[]][] {
  return routes.flatMap(({ path, Component, children = [] }) => {
    const components = [...around, Component]
    return [
      ...(path === undefined ? [] : [[path, components] as [string, unknown[]]]),
      ...pathsWithin(children, components),
    ]
  })
}

/** The scripts of the page that the files `modules` make up ("web/offers/market/OffersPage.tsx"), in the language of the address. */
export function scriptsOf(manifest: Manifest, modules: readonly string[], pathname: string): PageScripts {
  const path = withoutLanguage(pathname).replace(/(.)\/$/, '$1')
  const language = namedIn(pathname) ?? SOURCE_LANGUAGE
  const textsOf = (part: TextPart) => `web/locales/${language}.po?${part}`
  const [entry] = filesOf(manifest, [ENTRY]).slice(-1) as [string]
  const preloaded = filesOf(manifest, [ENTRY, START, ...modules, textsOf('first'), textsOf(partOf(path))])
  const signedIn = filesOf(manifest, [chunkNamed(manifest, SIGNED_IN_CHUNK), ...signedInAt(path, textsOf)])
  return {
    entry,
    preloaded: preloaded.filter((file) => file !== entry),
    signedIn: signedIn.filter((file) => !preloaded.includes(file)),
  }
}

/** The first thing that a signed-in reader does on a page of the market is to open a trade. */
function signedInAt(path: string, textsOf: (part: TextPart) => string): string[] {
  if (`${path}/`.startsWith('/offers/')) return [DIALOG, textsOf('dialog')]
  if (path === '/' || partOf(path) === 'market') return [NEW_TRADE, textsOf('own')]
  return []
}

function chunkNamed(manifest: Manifest, name: string): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === name)
  if (found === undefined) throw new Error(`the build has no chunk named ${name}`)
  return found
}

/** The addresses of the modules' files and of all that these import, each after those that it imports. Throws for an unknown module. */
export function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no file for ${name}`)
    for (const imported of chunk.imports ?? []) visit(imported)
    files.add(`/${chunk.file}`)
  }
  for (const name of modules) visit(name)
  return [...files]
}
