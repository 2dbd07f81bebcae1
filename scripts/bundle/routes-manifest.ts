/** React Router's list of all routes, which the first page downloads, with what the client reads of it (`web/layout/route-tree.tsx`). */

type Manifest = { entry: { imports: string[] }; routes: Record<string, Route> }
type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string; imports?: string[] }

const FILE = /^window\.__reactRouterManifest=(\{.*\});$/s

/**
 * The script with the client's fields of each route. The scripts of the entry are on every page, so no route names them; in one order
 * for all routes, the others compress better. Throws when the script is no list of routes.
 */
export function shortenManifest(script: string): string {
  const found = FILE.exec(script)?.[1]
  if (found === undefined) throw new Error('this is not React Router’s manifest')
  const manifest = JSON.parse(found) as Manifest
  const present = new Set(manifest.entry.imports)
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, { parentId, path, index, module, imports = [] }]) => {
      const missing = imports.filter((file) => !present.has(file)).toSorted()
      return [id, { parentId, path, index, module, ...(missing.length > 0 && { imports: missing }) }]
    }),
  )
  return `window.__reactRouterManifest=${JSON.stringify({ ...manifest, routes })};`
}
