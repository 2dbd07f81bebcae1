/** Every text of every input of the contract says how it is read. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '../endpoints.ts'
import { exact, freeText, readings, reads } from './fields.ts'
import { READINGS } from './readings.ts'

/** Formats that the schema library checks whole: nothing is typed in them. */
const MACHINE_FORMATS = new Set(['uuid', 'datetime', 'date'])

const inputs = ENDPOINTS.flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body', 'form'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [[`${name} ${part}`, schema] as const] : []
  }),
)

test.each(inputs)('%s names a reading for each text', (_, schema) => {
  expect(unread(schema)).toEqual([])
})

test('a text without a reading is found, wherever it is', () => {
  const plain = z.string().check(z.maxLength(5))
  const schema = z.strictObject({
    a: plain,
    b: z.optional(z.array(z.union([z.strictObject({ c: z.nullable(plain) }), z.enum(['x'])]))),
    d: z.record(z.string(), reads('phone')),
    e: z._default(freeText().check(z.maxLength(3)), ''),
    f: z.clone(exact().check(z.regex(/^a$/))),
    g: z.uuid(),
    h: z.pipe(plain, z.transform(Number)),
  })
  expect(unread(schema)).toEqual(['.a', '.b[].c', '.d{}', '.h'])
})

test('every reading is used by the contract', () => {
  const used = new Set(inputs.flatMap(([, schema]) => texts(schema).map(({ text }) => readings.get(text)?.reading)))
  expect(Object.keys(READINGS).filter((reading) => !used.has(reading as keyof typeof READINGS))).toEqual([])
})

function unread(schema: z.ZodMiniType): string[] {
  return texts(schema)
    .filter(({ text }) => {
      const { format } = (text as unknown as { def: { format?: string } }).def
      return !MACHINE_FORMATS.has(format ?? '') && readings.get(text) === undefined
    })
    .map(({ path }) => path)
}

/** What a schema of the library says of itself. */
type Definition = { def: z.core.$ZodTypes['_zod']['def'] }

type Text = { path: string; text: z.core.$ZodType }

/** The texts of a schema with their paths. A kind of schema that is not known here is an error, so that none is passed over. */
function texts(schema: z.core.$ZodType, path = ''): Text[] {
  const { def } = schema as unknown as Definition
  switch (def.type) {
    case 'string':
      return [{ path, text: schema }]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => texts(part, `${path}.${name}`))
    case 'array':
      return texts(def.element, `${path}[]`)
    case 'record':
      return [...texts(def.keyType, `${path}{}`), ...texts(def.valueType, `${path}{}`)]
    case 'union':
      return def.options.flatMap((option) => texts(option, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return texts(def.innerType, path)
    case 'pipe':
      return texts(def.in, path)
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
      return []
    default:
      throw new Error(`${path} is a schema of the kind ${def.type}`)
  }
}
