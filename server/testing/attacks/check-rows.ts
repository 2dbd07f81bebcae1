/**
 * Vitest's setup of each test file that may open a database: every row that a query returns is compared with the type the
 * query asserts. A column that is missing, has another type or is null where the type does not say so fails the query.
 */
import { readFileSync } from 'node:fs'
import type { KyselyPlugin, RawNode } from 'kysely'
import { queryPlugins } from '../../db/pool.ts'
import { templateKey } from '../row-types.ts'
import type { RowType, RowTypes } from '../row-types.ts'

const types = JSON.parse(readFileSync(process.env.ROW_TYPES!, 'utf8')) as RowTypes
const asserted = new WeakMap<object, RowType[]>()

/** First in the list, where the statement is still unchanged. */
const findType: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const found = node.kind === 'RawNode' && types[templateKey((node as RawNode).sqlFragments)]
    if (found) asserted.set(queryId, found)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** Last in the list, where the rows are those the caller gets. */
const checkRows: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult({ result, queryId }) {
    const wrong = (asserted.get(queryId) ?? []).flatMap((type) => result.rows.flatMap((row) => problems(type, row)))
    if (wrong.length > 0)
      return Promise.reject(new Error(`a row is not of its type:\n${[...new Set(wrong)].join('\n')}`))
    return Promise.resolve(result)
  },
}

function problems({ at, columns }: RowType, row: Record<string, unknown>): string[] {
  const unknown = Object.keys(row).filter((name) => !(name in columns))
  return [
    ...unknown.map((name) => `${at}: the type has no ${name}`),
    ...Object.entries(columns)
      .filter(([name, kinds]) => kinds !== null && !kinds.some((kind) => isOfKind(row[name], kind)))
      .map(([name, kinds]) => `${at}: ${name} is ${kindOf(row[name])}, not ${kinds!.join(' | ')}`),
  ]
}

function isOfKind(value: unknown, kind: string): boolean {
  return kind.startsWith("'") ? kind === `'${String(value)}'` : kindOf(value) === kind
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  return Array.isArray(value) ? 'array' : 'object'
}

queryPlugins.unshift(findType)
queryPlugins.push(checkRows)
