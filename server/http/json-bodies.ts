/** Request bodies are strict JSON. */
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../domain/errors.ts'

/** Refuses `__proto__`, `constructor.prototype`, and duplicate keys, which two parsers may read differently. */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, body) => {
      if (!error && countWrittenKeys(text) !== countKeys(body)) done(new DomainError('invalid_json'))
      else done(error, body)
    })
  })
}

const STRING_OR_KEY = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/** In text known to be valid JSON, a string before a colon is a key. */
function countWrittenKeys(text: string): number {
  let count = 0
  for (const [, colon] of text.matchAll(STRING_OR_KEY)) if (colon !== undefined) count++
  return count
}

function countKeys(value: unknown): number {
  const open = [value]
  let count = 0
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const values: unknown[] = Object.values(next)
    if (!Array.isArray(next)) count += values.length
    for (const inner of values) open.push(inner)
  }
  return count
}
