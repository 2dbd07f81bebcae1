/** JSON schemas of the contract, with the named ones collected as components. */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { documented } from '../../../domain/api/endpoint.ts'
import { exampleOf } from './examples.ts'
import type { Json } from './json.ts'

type Schema = z.ZodMiniType
/** A schema is written as what is sent (`input`) or what is answered (`output`). */
type Direction = 'input' | 'output'

export type Schemas = {
  /** The schema, by reference where it has a name. */
  of(schema: Schema, direction: Direction): Json
  parametersOf(schema: Schema | undefined, where: 'path' | 'query'): Json[]
  /** The named schemas that were used so far. */
  components(): Json
}

export function collectSchemas(): Schemas {
  const components: Json = {}

  function of(schema: Schema, io: Direction): Json {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = pointToComponents(
      z.toJSONSchema(schema, { io, metadata: documented, unrepresentable: 'any', override: simplify }),
    )
    for (const [name, definition] of Object.entries($defs as Json)) {
      if (!isDeepStrictEqual(components[name] ?? definition, definition))
        throw new Error(`two schemas are named ${name}`)
      components[name] = definition
    }
    return json
  }

  return {
    of,
    parametersOf(schema, where) {
      if (!schema) return []
      const { properties, required = [] } = of(schema, 'input') as {
        properties: Record<string, Json>
        required?: string[]
      }
      return Object.entries(properties).map(([name, { description, ...rest }]) => ({
        name,
        in: where,
        required: required.includes(name),
        ...(description !== undefined && { description }),
        schema: rest,
        example: exampleOf(rest, components, 'all', name),
      }))
    },
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Leaves out what the reference, the format or the type says already. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.$ref !== undefined) {
    for (const key of Object.keys(jsonSchema)) if (key !== '$ref' && key !== 'description') delete jsonSchema[key]
  }
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** OpenAPI keeps its definitions elsewhere than JSON Schema does. */
function pointToComponents(json: object): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}
