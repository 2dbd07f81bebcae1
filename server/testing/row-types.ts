/**
 * The row type of each sql<Row>`…` in server/, as the TypeScript compiler resolves it. The compiler's API is of `typescript/unstable`,
 * the only one that TypeScript 7 has, so package.json pins the exact version: a newer one is taken with the tests of this file.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTaggedTemplateExpression, isTemplateExpression } from 'typescript/unstable/ast'
import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'
import type { Checker, LiteralType, Type, UnionType } from 'typescript/unstable/sync'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What a value may be: kinds of `kindOf` in check-rows.ts, or a string literal in quotes; null: anything. */
export type ColumnType = string[] | null
export type RowType = { at: string; columns: Record<string, ColumnType> }
/** By the text of the template between its parameters; the same text may occur in several places. */
export type RowTypes = Record<string, RowType[]>

export const templateKey = (fragments: readonly string[]) => fragments.join('${}')

export function collectRowTypes(): RowTypes {
  const api = new API({ cwd: ROOT })
  try {
    const project = api.updateSnapshot({ openProjects: [join(ROOT, 'tsconfig.json')] }).getProjects()[0]!
    const { program, checker } = project
    const found: RowTypes = {}
    for (const file of program.getSourceFileNames()) {
      if (!file.startsWith(join(ROOT, 'server/')) || file.endsWith('.test.ts')) continue
      const source = program.getSourceFile(file)!
      const templates = templatesIn(source)
      const types = templates.map((template) => checker.getTypeFromTypeNode(template.typeArguments![0]!)!)
      for (const [n, template] of templates.entries()) {
        const line = source.text.slice(0, template.getStart()).split('\n').length
        const columns = columnsOf(checker, types[n]!)
        if (columns) (found[keyOf(template)] ??= []).push({ at: `${file.slice(ROOT.length)}:${line}`, columns })
      }
    }
    return found
  } finally {
    api.close()
  }
}

function templatesIn(node: Node): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = []
  const visit = (child: Node): void => {
    if (isTaggedTemplateExpression(child) && child.tag.getText() === 'sql' && child.typeArguments) found.push(child)
    child.forEachChild(visit)
  }
  visit(node)
  return found
}

function keyOf({ template }: TaggedTemplateExpression): string {
  if (!isTemplateExpression(template)) return templateKey([template.text])
  return templateKey([template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)])
}

/** Null for a type that is no row: sql<boolean>`…` is an expression inside another statement. */
function columnsOf(checker: Checker, type: Type): RowType['columns'] | null {
  if ((type.flags & TypeFlags.Boolean) !== 0) return null
  const properties = checker.getPropertiesOfType(type)
  const canHaveColumns = (type.flags & (TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Union)) !== 0
  if (!canHaveColumns || properties.length === 0) return null
  const isOptional = (flags: SymbolFlags) => (flags & SymbolFlags.Optional) !== 0
  return Object.fromEntries(
    properties.map((property) => {
      const kinds = kindsOf(checker, checker.getTypeOfSymbol(property)!)
      return [property.name, kinds && isOptional(property.flags) ? [...kinds, 'undefined'] : kinds]
    }),
  )
}

const SIMPLE: [TypeFlags, string][] = [
  [TypeFlags.String, 'string'],
  [TypeFlags.Number, 'number'],
  [TypeFlags.BigInt, 'bigint'],
  [TypeFlags.Boolean | TypeFlags.BooleanLiteral, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
]

function kindsOf(checker: Checker, type: Type): ColumnType {
  if ((type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0) return null
  if ((type.flags & TypeFlags.Boolean) !== 0) return ['boolean']
  if ((type.flags & TypeFlags.Union) !== 0) {
    const kinds = (type as UnionType).getTypes().map((part) => kindsOf(checker, part))
    return kinds.includes(null) ? null : [...new Set(kinds.flatMap((kind) => kind!))]
  }
  if ((type.flags & TypeFlags.StringLiteral) !== 0) return [`'${String((type as LiteralType).value)}'`]
  if ((type.flags & TypeFlags.NumberLiteral) !== 0) return ['number']
  for (const [flag, kind] of SIMPLE) if ((type.flags & flag) !== 0) return [kind]
  if (checker.isArrayLikeType(type)) return ['array']
  const name = type.getSymbol()?.name
  return name === 'Date' || name === 'Buffer' ? [name] : ['object']
}
