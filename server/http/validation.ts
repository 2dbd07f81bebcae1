/** Input is checked against the contract's schemas, and so is every answer, so that no undeclared field is sent. */
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { hasForbiddenCharacter } from '../../domain/reading/clean-text.ts'
import { InvalidInput } from '../../domain/errors.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'

type Schema = z.ZodMiniType

export const validatorCompiler: FastifySchemaCompiler<Schema> = ({ schema }) => {
  return (input: unknown) => {
    try {
      return { value: checked(schema, input ?? {}) }
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
}

/**
 * The input as the schema reads it, or the refusal `invalid_input`. Schemas of free text clean it (`freeText`); a control
 * character or a direction mark in any other string is refused, so that no endpoint stores or searches one.
 */
export function checked<S extends Schema>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input)
  if (!result.success) throw refusalOf(result.error)
  const dirty = forbiddenIn(result.data)
  if (dirty.length > 0)
    throw new InvalidInput(Object.fromEntries(dirty.map((field) => [field, FIELD_TEXTS.forbiddenCharacter])))
  return result.data
}

/** The paths of the strings that have a forbidden character. Without recursion, which deep JSON would exhaust. */
function forbiddenIn(input: unknown): string[] {
  const fields: string[] = []
  const left: { value: unknown; path: string[] }[] = [{ value: input, path: [] }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && hasForbiddenCharacter(value)) fields.push(path.join('.') || 'body')
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value)) left.push({ value: part, path: [...path, name] })
  }
  return fields.toReversed()
}

/** Compiled, a page of offers is checked in 8 µs instead of 90; at the first answer, because all schemas would add 0.4 s to each start. */
export const serializerCompiler: FastifySerializerCompiler<Schema> = ({ schema }) => {
  let compiled: Schema | null = null
  return (answer: unknown) => JSON.stringify(z.parse((compiled ??= z.compile(schema)), answer))
}

function refusalOf(error: z.core.$ZodError): InvalidInput {
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys : null
    const paths = unknownKeys ? unknownKeys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of paths) {
      const field = path.join('.') || 'body'
      if (!fields.has(field)) fields.set(field, unknownKeys ? FIELD_TEXTS.unknown : issue.message)
    }
  }
  return new InvalidInput(Object.fromEntries(fields))
}
