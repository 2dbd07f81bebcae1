/** Examples of the OpenAPI document, made from its schemas with the values of example-values.ts. */
import { createHash } from 'node:crypto'
import { TIMES, VALUES } from './example-values.ts'
import type { Json } from './json.ts'

const REFERENCE = '#/components/schemas/'
const DEPTH_MAX = 16

type Part = 'required' | 'all'

/**
 * An example of a schema. `part` says which properties of its objects are shown: the required ones of what is sent, all of
 * what is answered. Throws where it finds no value.
 */
export function exampleOf(schema: Json, components: Json, part: Part, name = ''): unknown {
  return valueOf(schema, { components, part, name, parent: '', owner: '', depth: 0 })
}

/** What stands for the bytes of a file. */
export function fileExample(type: string): string {
  return type.startsWith('text/html') ? '<!doctype html><title>Confirm your email</title>' : '(the bytes of the file)'
}

type Place = {
  components: Json
  part: Part
  /** The property of the value, and that of the object around it. */
  name: string
  parent: string
  /** The component that the value is a part of. */
  owner: string
  depth: number
}

function valueOf(schema: Json, place: Place): unknown {
  if (typeof schema.$ref === 'string') {
    const component = schema.$ref.slice(REFERENCE.length)
    const target = place.components[component] as Json
    return valueOf(target, target.type === 'object' ? { ...place, owner: component } : place)
  }
  const { name, parent, owner, components } = place
  const candidates = VALUES[`${parent}.${name}`] ?? VALUES[`${owner}.${name}`] ?? VALUES[name]
  const named = candidates?.find((value) => accepts(schema, value, components))
  if (named !== undefined) return named
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('default' in schema) return schema.default
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices?.[0]) return valueOf(choices[0], place)
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((each: Json) => valueOf(each, place)))
  return ofType(schema, place)
}

function ofType(schema: Json, place: Place): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectOf(schema, place)
    case 'array':
      // A list whose entries contain such a list ends here.
      return schema.items && place.depth < DEPTH_MAX ? [valueOf(schema.items as Json, place)] : []
    case 'string':
      return textOf(schema, place)
    case 'integer':
    case 'number':
      return Math.max(typeof schema.minimum === 'number' ? schema.minimum : 1, 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return {}
  }
}

function objectOf({ properties = {}, required = [] }: Json, place: Place): Json {
  const shown = Object.entries(properties as Record<string, Json>).filter(
    ([name]) => place.part === 'all' || (required as string[]).includes(name),
  )
  return Object.fromEntries(
    shown.map(([name, property]) => [
      name,
      valueOf(property, { ...place, name, parent: place.name, depth: place.depth + 1 }),
    ]),
  )
}

function textOf(schema: Json, { name, owner, part }: Place): string {
  switch (schema.format) {
    case 'uuid':
      return idOf(name === 'id' ? `${owner}Id` : name)
    case 'date-time':
      return TIMES[name] ?? TIMES.createdAt!
    case 'date':
      return '2026-03-02'
    case 'uri':
      return 'https://example.org'
    case 'binary':
      return fileExample('')
    default:
  }
  const text = 'text'.padEnd(Number(schema.minLength ?? 0), '.')
  if (!accepts(schema, text, {})) throw new Error(`no example of "${name}" (${part}): add one to example-values.ts`)
  return text
}

/** The same UUID wherever the same name is: the trade of one example is the trade of the others. */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(name.toLowerCase()).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Whether a schema of a single value accepts it, as far as OpenAPI says. */
function accepts(schema: Json, value: unknown, components: Json): boolean {
  if (typeof schema.$ref === 'string')
    return accepts(components[schema.$ref.slice(REFERENCE.length)] as Json, value, components)
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return choices.some((choice) => accepts(choice, value, components))
  if ('const' in schema) return schema.const === value
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  const types = [schema.type].flat()
  if (value === null) return types.includes('null')
  if (typeof value === 'boolean') return types.includes('boolean')
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema as { minimum?: number; maximum?: number }
    return (types.includes('integer') || types.includes('number')) && value >= minimum && value <= maximum
  }
  if (typeof value !== 'string' || !types.includes('string') || schema.format === 'uuid') return false
  const {
    minLength = 0,
    maxLength = Infinity,
    pattern,
  } = schema as {
    minLength?: number
    maxLength?: number
    pattern?: string
  }
  if (schema.format === 'date-time') return !Number.isNaN(Date.parse(value)) && value.includes('T')
  if (schema.format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value)
  return (
    value.length >= minLength &&
    value.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value))
  )
}
