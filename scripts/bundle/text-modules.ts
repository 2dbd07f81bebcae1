/** Which modules of the client have their texts in which part, read from the bundler's module graph. */
import { join } from 'node:path'
import { parseAst } from 'vite'
import { partOf, type TextPart } from '../../web/text-parts.ts'
import { walk, type Node } from './syntax.ts'

export type ModuleGraph = (id: string) => {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
} | null

/** A module that is loaded with the texts of a part: a page, or what `withTexts` loads. `imported` is as in the source. */
type Claim = { part: TextPart; imported: string }

const ENTRY = 'web/entry.client.tsx'
const ROUTES = 'web/routes.ts'
const CLIENT_CONTRACT = 'web/contract.ts'

/**
 * The contract's schemas name texts that only forms and refusals show. These parts have no form that checks its fields by a
 * schema, and every page loads the client's contract.
 */
const WITHOUT_FORMS: ReadonlySet<TextPart> = new Set(['first', 'home', 'market'])

/** The modules of each part, by id: those that are loaded with it, and all that they import and load without texts. */
export function modulesOfParts(root: string, graph: ModuleGraph): Map<TextPart, Set<string>> {
  const contract = join(root, CLIENT_CONTRACT)
  const parts = new Map<TextPart, Set<string>>()
  const add = (part: TextPart, id: string) => {
    const isLeftOut = WITHOUT_FORMS.has(part) && id.startsWith(join(root, 'domain/api/'))
    if (!isLeftOut) parts.set(part, (parts.get(part) ?? new Set()).add(id))
  }
  // Throws where a page would have no part.
  partsOfPages(root, graph)
  add('first', join(root, ENTRY))
  add('refusals', contract)
  const claims = new Map<string, ReturnType<typeof claimsOf>>()
  // Adding to a set while it is read extends the loop.
  for (let size = -1; size !== sizeOf(parts);) {
    size = sizeOf(parts)
    for (const [part, ids] of parts) {
      for (const id of ids) {
        const { importedIds, dynamicallyImportedIds } = graph(id) ?? NO_IMPORTS
        const claimed = claims.get(id) ?? claimsOf(id, graph)
        claims.set(id, claimed)
        const later = new Set(claimed.map(({ module }) => module))
        for (const imported of [...importedIds, ...dynamicallyImportedIds])
          if (imported !== contract && !later.has(imported)) add(part, imported)
        for (const { part, module } of claimed) add(part, module)
      }
    }
  }
  return parts
}

const NO_IMPORTS = { code: '', importedIds: [], dynamicallyImportedIds: [] }

/** The pages of the table of routes, by their id, with the parts of the addresses that lead to them. */
export function partsOfPages(root: string, graph: ModuleGraph): Map<string, Set<TextPart>> {
  const table = join(root, ROUTES)
  const pages = new Map<string, Set<TextPart>>()
  for (const { part, module } of claimsOf(table, graph)) pages.set(module, (pages.get(module) ?? new Set()).add(part))
  const unclaimed = (graph(table) ?? NO_IMPORTS).dynamicallyImportedIds.filter((id) => !pages.has(id))
  if (unclaimed.length > 0) throw new Error(`${ROUTES}: pages without a path: ${unclaimed.join()}`)
  return pages
}

/** What the bundler imports of it: it leaves out the pages for developers. */
function claimsOf(id: string, graph: ModuleGraph): { part: TextPart; module: string }[] {
  const { code, dynamicallyImportedIds } = graph(id) ?? NO_IMPORTS
  return claimsIn(code ?? '')
    .map(({ part, imported }) => ({ part, module: join(id, '..', imported) }))
    .filter(({ module }) => dynamicallyImportedIds.includes(module))
}

/** What the code of a module loads with texts: `{ path: '…', lazy: () => import('…') }` and `withTexts('…', () => import('…'))`. */
export function claimsIn(code: string): Claim[] {
  if (!/\b(withTexts|lazy)\b/.test(code)) return []
  const claims: Claim[] = []
  walk(parseAst(code) as unknown as Node, (node) => {
    for (const part of partsNamedBy(node)) for (const imported of importsIn(node)) claims.push({ part, imported })
  })
  return claims
}

/** The part that a call names, or those of the paths of a route: a layout has the parts of its pages. */
function partsNamedBy(node: Node): TextPart[] {
  if (node.type === 'CallExpression' && (node.callee as Node).name === 'withTexts')
    return [textIn((node.arguments as Node[])[0]) as TextPart]
  const lazy = propertyOf(node, 'lazy')
  return lazy ? pathsIn(node).map(partOf) : []
}

function pathsIn(route: Node): string[] {
  const paths: string[] = []
  walk(route, (node) => {
    const path = textIn(propertyOf(node, 'path'))
    if (path !== undefined) paths.push(path)
  })
  return paths
}

/** The modules that the node itself imports: for a route those of `lazy`. */
function importsIn(node: Node): string[] {
  const found: string[] = []
  walk(propertyOf(node, 'lazy') ?? node, (inner) => {
    if (inner.type !== 'ImportExpression') return
    const imported = textIn(inner.source as Node)
    if (imported === undefined) throw new Error('a module with texts is not named where it is imported')
    found.push(imported)
  })
  return found
}

function propertyOf(node: Node, name: string): Node | undefined {
  if (node.type !== 'ObjectExpression') return undefined
  const found = (node.properties as Node[]).find(({ key }) => (key as Node | undefined)?.name === name)
  return found?.value as Node | undefined
}

function textIn(node: Node | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined
}

function sizeOf(parts: Map<TextPart, Set<string>>): number {
  return [...parts.values()].reduce((sum, ids) => sum + ids.size, 0)
}
