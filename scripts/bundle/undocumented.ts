/** The contract of the API without its documentation, which only the OpenAPI document shows. */
import type { Plugin } from 'vite'
import { walk, type Node } from './syntax.ts'

/** The functions that add documentation to a schema, with the place of the schema among their arguments. */
const WRAPPERS: Readonly<Record<string, number>> = { described: 0, named: 1 }
/** What the client does not read of an endpoint. */
const DOCUMENTATION: ReadonlySet<string> = new Set(['summary', 'description', 'errors', 'scope', 'team'])

/** Leaves descriptions, names of schemas, and what only the server reads of an endpoint out of the client. */
export function withoutDocumentation(): Plugin {
  return {
    name: 'without-documentation',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/domain\/api\/[\w/-]+\.ts$/ },
      handler(code) {
        return { code: undocumented(code, this.parse(code)), map: null }
      },
    },
  }
}

/** The source without its documentation: `described(id, 'Of a trade.')` is `id`. */
export function undocumented(code: string, tree: object): string {
  const removed: [start: number, end: number][] = []
  walk(tree as Node, (node) => {
    const kept = schemaOf(node)
    if (kept) removed.push([node.start, kept.start], [kept.end, node.end])
    for (const property of documentationOf(node)) removed.push([property.start, afterComma(code, property.end)])
  })
  return removed
    .toSorted((one, other) => other[0] - one[0])
    .reduce((source, [start, end]) => source.slice(0, start) + source.slice(end), code)
}

/** The schema that a call wraps; undefined for another node. */
function schemaOf(node: Node): Node | undefined {
  const callee = node.callee as Node | undefined
  const place =
    node.type === 'CallExpression' && callee?.type === 'Identifier' ? WRAPPERS[String(callee.name)] : undefined
  return place === undefined ? undefined : (node.arguments as Node[])[place]
}

function documentationOf(node: Node): Node[] {
  const callee = node.callee as Node | undefined
  if (node.type !== 'CallExpression' || callee?.name !== 'endpoint') return []
  const [definition] = node.arguments as Node[]
  const properties = (definition?.properties ?? []) as Node[]
  return properties.filter(({ key }) => DOCUMENTATION.has(String((key as Node | undefined)?.name)))
}

function afterComma(code: string, end: number): number {
  return end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
}
