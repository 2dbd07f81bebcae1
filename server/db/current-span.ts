/** The step of a trace that the present code is a part of; there is none where traces are off (server/traces/). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { codeOf } from './error-codes.ts'

export type SpanAttributes = Readonly<Record<string, string | number | string[]>>

export type Span = {
  traceId: string
  startChild(name: string, kind: 'client' | 'server', attributes: SpanAttributes): Span
  end(attributes?: SpanAttributes): void
}

const spans = new AsyncLocalStorage<Span>()

export function currentSpan(): Span | undefined {
  return spans.getStore()
}

export function inSpan<T>(span: Span, work: () => T): T {
  return spans.run(span, work)
}

/** The span lasts as long as the work, and has the code of its failure, whose words can hold values of users. */
export async function spanning<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await inSpan(span, work)
    span.end()
    return result
  } catch (error) {
    span.end({ 'error.type': codeOf(error) ?? (error instanceof Error ? error.name : 'unknown') })
    throw error
  }
}

/**
 * Sends a statement in a span of its own, which says what it does and to which table. Its text is left out: with the settings of a
 * transaction it holds the viewer's id.
 */
export function spanningStatement<T>(text: string, send: () => Promise<T>): Promise<T> {
  const parent = currentSpan()
  if (parent === undefined) return send()
  const { operation, table } = summaryOf(text)
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
  if (table === undefined) return spanning(parent.startChild(operation, 'client', attributes), send)
  const ofTable = { ...attributes, 'db.collection.name': table }
  return spanning(parent.startChild(`${operation} ${table}`, 'client', ofTable), send)
}

const WRITE = /\b(?:(insert) into|(delete) from|(?<!\b(?:for|key) )(update))\s+"?([a-z_]+)/i
const READ = /\b(select)\b.*?\bfrom\s+"?([a-z_]+)/is
const FIRST_WORD = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i

/** A statement that writes is named by its first table that is written, and another one by its first outside parentheses. */
function summaryOf(text: string): { operation: string; table: string | undefined } {
  const found = WRITE.exec(text) ?? READ.exec(withoutParentheses(text)) ?? FIRST_WORD.exec(text)
  const [operation = 'statement', table] = found?.slice(1).filter((part) => part !== undefined) ?? []
  return { operation: operation.toUpperCase(), table }
}

function withoutParentheses(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, ' ')
  return shorter === text ? text : withoutParentheses(shorter)
}
