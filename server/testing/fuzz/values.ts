/** Values of calls: right ones by the schema of the OpenAPI document, those just beside its limits, and hostile ones. */
import fc from 'fast-check'
import { exampleOf } from '../../http/openapi/examples.ts'
import { VALUES } from '../../http/openapi/example-values.ts'
import type { Json } from '../../http/openapi/json.ts'
import type { Random } from '../random.ts'

const REFERENCE = '#/components/schemas/'
/** Longer texts are refused by the size of the body, before any field is read. */
const LONGEST = 6000
const HOSTILE_SAMPLES = 300

const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2147483648,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Eevil',
  '\u0085',
  'x'.repeat(LONGEST),
  '😀'.repeat(500),
  '٣',
  '1e9',
  '-1',
  '-0',
  '0x10',
  'NaN',
  'Infinity',
  '99999999999999999999',
  '0.00000001',
  '0.0000000000000000000000001',
  "'; drop table trades; --",
  '%_\\',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01',
  '2026-02-30',
  [],
  ['a'],
  [null],
  {},
  { $gt: '' },
  [[[[]]]],
]

/** The listed hostile values, and others that fast-check makes from the seed. */
export function hostileValues(seed: number): readonly unknown[] {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }))
  const number = fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger())
  const value = fc.oneof(text, number, fc.jsonValue({ maxDepth: 3 }), fc.date().map(String))
  return [...HOSTILE, ...fc.sample(value, { seed, numRuns: HOSTILE_SAMPLES })]
}

export type Values = {
  /** A value that the schema accepts, mostly. */
  right(schema: Json, name: string): unknown
  /** A value at or just beyond a limit of the schema. */
  near(schema: Json, name: string): unknown
  /** Its own: a call changes parts of it. */
  hostile(): unknown
  /** The schema of a property, of an entry or of the whole. */
  schemaAt(schema: Json, path: readonly string[]): Json
}

export function createValues(components: Json, random: Random, seed: number): Values {
  const hostiles = hostileValues(seed)

  function resolve(schema: Json): Json {
    if (typeof schema.$ref === 'string') return resolve(components[schema.$ref.slice(REFERENCE.length)] as Json)
    const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
    return choices ? resolve(random.pick(choices)) : schema
  }

  function schemaAt(schema: Json, path: readonly string[]): Json {
    const [name, ...rest] = path
    const { properties, items, ...own } = resolve(schema) as { properties?: Record<string, Json>; items?: Json }
    if (name === undefined) return { ...own, ...(properties && { properties }), ...(items && { items }) }
    const next = properties?.[name] ?? items
    return next ? schemaAt(next, rest) : {}
  }

  function right(schema: Json, name: string): unknown {
    const resolved = resolve(schema)
    if (Array.isArray(resolved.enum)) return random.pick(resolved.enum)
    if (resolved.type === 'boolean') return random.chance(0.5)
    const known = VALUES[name]
    if (known && random.chance(0.5)) return structuredClone(random.pick(known))
    const { minimum, maximum } = resolved as { minimum?: number; maximum?: number }
    if (resolved.type === 'integer' || resolved.type === 'number')
      return random.between(minimum ?? 0, Math.min(maximum ?? 100, (minimum ?? 0) + 1000))
    try {
      return exampleOf(resolved, components, random.chance(0.5) ? 'all' : 'required', name)
    } catch {
      return known?.[0] ?? 'text'
    }
  }

  function near(schema: Json, name: string): unknown {
    const resolved = resolve(schema)
    const { minimum, maximum, minLength, maxLength, maxItems } = resolved as Record<string, number | undefined>
    const beside = (limit: number | undefined) => (limit === undefined ? [] : [limit - 1, limit, limit + 1])
    const lengths = [...beside(minLength), ...beside(maxLength)].filter((length) => length >= 0 && length <= LONGEST)
    const options: unknown[] = [
      ...beside(minimum),
      ...beside(maximum),
      ...lengths.map((length) => 'x'.repeat(length)),
      ...(maxItems === undefined || maxItems > 200
        ? []
        : [Array.from({ length: maxItems + 1 }, () => right((resolved.items ?? {}) as Json, name))]),
      ...(Array.isArray(resolved.enum) ? [`${String(resolved.enum[0])}x`, String(resolved.enum[0]).toUpperCase()] : []),
      right(schema, name),
    ]
    return random.pick(options)
  }

  return { right, near, hostile: () => structuredClone(random.pick(hostiles)), schemaAt }
}
