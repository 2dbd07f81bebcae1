/**
 * Every string of every endpoint with control characters, direction marks and lone surrogates: free text is cleaned, a value
 * that is read loses the marks, any other string is refused with its field, and the database holds none of them.
 */
import { beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as api from '../../domain/api/chat/chat.ts'
import type { Endpoint } from '../../domain/api/endpoint.ts'
import type { Reply } from '../testing/app.ts'
import { readings } from '../../domain/reading/fields.ts'
import type { Reading } from '../../domain/reading/readings.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import type { StaffRole } from '../../domain/staff/staff-roles.ts'
import { ANSWERING, addressOf, bodyFor } from '../testing/contract.ts'
import { sampleOf } from '../testing/sample.ts'
import { useTestApp } from '../testing/suite.ts'
import { tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'

const testApp = useTestApp()

const CONTROL = ['\u0000', '\u0007', '\u001B', '\u0085']
const INVISIBLE = ['\u061C', '\u200E', '\u200F', '\u202A', '\u202E', '\u2066', '\u2069']
const FORBIDDEN = [...CONTROL, ...INVISIBLE]
const LONE_SURROGATES = ['\uD800', '\uDFFF\uD800']
const CLEANED = new Set<Reading>(['freeText', 'name', 'search'])
const DEPTH = 5_000
/** How many of them each field of `npm test` gets, other ones than the field before it. */
const CHARACTERS = 4

let user: Caller
let staff: Record<StaffRole, Caller>
let ids: Record<string, string>

beforeAll(async () => {
  const { buyer, offer, trade } = await tradingPair(testApp().app)
  user = buyer
  staff = { admin: await createStaffUser(testApp()), arbiter: await createStaffUser(testApp(), 'arbiter') }
  ids = { offerId: offer.id, tradeId: trade.id }
})

const strings = ANSWERING.flatMap(({ name, endpoint }) =>
  stringsIn(bodyFor(endpoint) ?? {}).map((path) => ({ name, endpoint, path, field: path.join('.') })),
).map((each, turn) => ({ ...each, turn }))
/** By its reading, a text is cleaned of them all, read without those that only show nothing, or taken as it is. */
const kindOf = (endpoint: Endpoint, path: readonly string[]) => {
  const reading = readingAt(endpoint.body ?? endpoint.query, path)
  if (reading === undefined || reading === 'exact' || reading === 'password') return 'exact'
  return CLEANED.has(reading) ? 'cleaned' : 'read'
}
const refusing = strings.filter(({ endpoint, path }) => kindOf(endpoint, path) !== 'cleaned')
const reading = strings.filter(({ endpoint, path }) => kindOf(endpoint, path) === 'read')
const cleaning = strings.filter(({ endpoint, path }) => kindOf(endpoint, path) === 'cleaned')

test('there are texts of each kind', () => {
  for (const kind of [refusing, reading, cleaning]) expect(kind.length).toBeGreaterThan(20)
})

test.each(reading)('$name reads $field without those that show nothing', async ({ endpoint, path, turn }) => {
  for (const character of sampleOf(INVISIBLE, turn, CHARACTERS)) {
    const reply = await send(
      endpoint,
      changed(endpoint, path, (text) => insert(text, character)),
    )
    expect([character, reply.body.message]).not.toEqual([character, FIELD_TEXTS.forbiddenCharacter])
    expect(reply.status).toBeLessThan(500)
  }
})

test.each(refusing)('$name refuses them in $field', async ({ endpoint, path, field, turn }) => {
  const refused = kindOf(endpoint, path) === 'read' ? CONTROL : FORBIDDEN
  for (const character of sampleOf([...refused, ...LONE_SURROGATES], turn, CHARACTERS)) {
    const reply = await send(
      endpoint,
      changed(endpoint, path, (text) => insert(text, character)),
    )
    expect([character, ...refusalOf(reply)]).toEqual([character, 400, 'invalid_input', field])
  }
})

test.each(cleaning)('$name strips them from $field', async ({ endpoint, path, field, turn }) => {
  for (const character of sampleOf([...FORBIDDEN, ...LONE_SURROGATES], turn, CHARACTERS)) {
    const reply = await send(
      endpoint,
      changed(endpoint, path, (text) => insert(text, character)),
    )
    expect([character, reply.status < 500, reply.body.field]).not.toEqual([character, true, field])
    expect(reply.status).toBeLessThan(500)
  }
})

test.each(strings)('$name refuses a megabyte and deep nesting in $field', async ({ endpoint, path }) => {
  expect(
    refusalOf(
      await send(
        endpoint,
        changed(endpoint, path, () => 'x'.repeat(1_000_000)),
      ),
    ),
  ).toEqual([413, 'too_large', undefined])
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ]) {
    const deep = `${open!.repeat(DEPTH)}1${close!.repeat(DEPTH)}`
    const body = JSON.stringify(changed(endpoint, path, () => 'DEEP')).replace('"DEEP"', deep)
    expect((await sendText(endpoint, body)).status).toBe(400)
  }
})

const queries = ANSWERING.flatMap(({ name, endpoint }) =>
  Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {}).map((field) => ({
    name,
    endpoint,
    field,
  })),
).map((each, turn) => ({ ...each, turn }))

test.each(queries)('$name refuses or reads them in the query parameter $field', async ({ endpoint, field, turn }) => {
  const kind = kindOf({ ...endpoint, body: undefined }, [field])
  const refused = kind === 'cleaned' ? [] : kind === 'read' ? CONTROL : FORBIDDEN
  for (const character of sampleOf(refused, turn, CHARACTERS)) {
    const reply = await callerOf(endpoint).get(
      `${addressOf(endpoint, idsFor(endpoint))}?${field}=${encodeURIComponent(`a${character}b`)}`,
    )
    expect([character, ...refusalOf(reply)]).toEqual([character, 400, 'invalid_input', field])
  }
  for (const value of [
    ...sampleOf(FORBIDDEN, turn, CHARACTERS).map((character) => encodeURIComponent(`a${character}b`)),
    '%ED%A0%80',
    '%00',
    'x'.repeat(1_000_000),
  ]) {
    expect(
      (await callerOf(endpoint).get(`${addressOf(endpoint, idsFor(endpoint))}?${field}=${value}`)).status,
    ).toBeLessThan(500)
  }
})

const paths = ANSWERING.filter(({ endpoint }) => endpoint.params !== undefined).map((each, turn) => ({ ...each, turn }))

test.each(paths)('$name refuses them in its path', async ({ endpoint, turn }) => {
  for (const character of sampleOf(FORBIDDEN, turn, CHARACTERS)) {
    const parts = endpoint.path.split('/')
    const url = addressOf(endpoint, idsFor(endpoint))
      .split('/')
      .map((part, n) => (parts[n]!.startsWith(':') ? insert(part, encodeURIComponent(character)) : part))
      .join('/')
    const reply = await testApp().app.inject({
      method: endpoint.method,
      url,
      headers: headersOf(endpoint),
      ...(endpoint.body && { payload: JSON.stringify(bodyFor(endpoint, idsFor(endpoint))) }),
    })
    // A username is read without what shows nothing, and the call is about its user.
    if (endpoint.path.includes(':username') && INVISIBLE.includes(character)) expect(reply.statusCode).toBeLessThan(500)
    else expect([character, reply.statusCode]).toEqual([character, expect.toBeOneOf([400, 404, 415])])
  }
})

test('the text fields of an image form are cleaned or refused like those of JSON', async () => {
  const sendForm = async (fields: Record<string, string>) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const image =
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nnot an image\r\n--x--\r\n'
    const reply = await testApp().app.inject({
      method: 'POST',
      url: addressOf(api.sendImage, ids),
      headers: { ...headersOf(api.sendImage), 'content-type': 'multipart/form-data; boundary=x' },
      payload: parts.join('') + image,
    })
    return [reply.statusCode, reply.json().code, reply.json().field]
  }
  for (const character of FORBIDDEN) {
    expect(await sendForm({ clientId: insert(crypto.randomUUID(), character) })).toEqual([
      400,
      'invalid_input',
      'clientId',
    ])
    expect(await sendForm({ text: `Hel${character}lo` })).toEqual([400, 'image_unreadable', 'image'])
  }
})

test('the User-Agent header is stored without control characters', async () => {
  const { email, password } = user
  const payload = { email, password }
  const headers = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Fire\u0085fox' }
  expect((await testApp().app.inject({ method: 'POST', url: '/api/sign-in', headers, payload })).statusCode).toBe(200)
})

test('no table holds a forbidden character', async () => {
  const { owner } = testApp()
  const { rows: columns } = await owner.query(
    `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'json', 'jsonb', 'ARRAY')`,
  )
  expect(columns.length).toBeGreaterThan(50)
  for (const { table_name: table, column_name: column } of columns) {
    const { rows } = await owner.query(
      `select "${column}"::text as text from "${table}" where "${column}"::text ~ U&'[\\0001-\\0008\\000B\\000C\\000E-\\001F\\007F-\\009F\\061C\\200E\\200F\\202A-\\202E\\2066-\\2069\\FEFF]'`,
    )
    expect([table, column, rows]).toEqual([table, column, []])
  }
})

/** What a schema of the library says of itself. */
type Definition = { def: z.core.$ZodTypes['_zod']['def'] }

/** How the text there is read; undefined where it has an exact form without a reading, for example a UUID. */
function readingAt(schema: z.core.$ZodType | undefined, path: readonly string[]): Reading | undefined {
  if (schema === undefined) return undefined
  const { def } = schema as unknown as Definition
  const [name, ...rest] = path
  switch (def.type) {
    case 'string':
      return name === undefined ? readings.get(schema)?.reading : undefined
    case 'object':
      return readingAt(def.shape[name ?? ''], rest)
    case 'array':
      return readingAt(def.element, rest)
    case 'union':
      return def.options.map((option) => readingAt(option, path)).find((found) => found !== undefined)
    case 'optional':
    case 'nullable':
    case 'default':
      return readingAt(def.innerType, path)
    default:
      return undefined
  }
}

function insert(text: string, character: string): string {
  const middle = Math.ceil(text.length / 2)
  return text.slice(0, middle) + character + text.slice(middle)
}

function stringsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => stringsIn(part, [...path, name]))
}

/** The endpoint's valid body with one string changed. */
function changed(endpoint: Endpoint, path: string[], change: (text: string) => string): Record<string, unknown> {
  const body = structuredClone(bodyFor(endpoint, idsFor(endpoint)) ?? {})
  let holder = body as Record<string, any>
  for (const name of path.slice(0, -1)) holder = holder[name]
  const last = path.at(-1)!
  holder[last] = change(holder[last])
  // Otherwise the confirmation is refused, because it differs.
  if (last === 'password' && 'confirmPassword' in body) body.confirmPassword = holder[last]
  return body
}

/** A party of a trade; for a call of staff, a user with the role. */
function callerOf({ staff: role }: Endpoint): Caller {
  return role ? staff[role] : user
}

/** What the call is about. An accepted text of staff acts, so that it concerns nothing that the other calls use. */
function idsFor({ staff: role }: Endpoint): Record<string, string> {
  return role ? { fiatCurrency: 'TND' } : ids
}

function headersOf(endpoint: Endpoint): Record<string, string> {
  return {
    cookie: callerOf(endpoint).cookie,
    'sec-fetch-site': 'same-origin',
    'idempotency-key': crypto.randomUUID(),
    ...(endpoint.body && { 'content-type': 'application/json' }),
  }
}

function send(endpoint: Endpoint, body: Record<string, unknown>): Promise<Pick<Reply, 'status' | 'body'>> {
  return sendText(endpoint, JSON.stringify(body))
}

async function sendText(endpoint: Endpoint, payload: string): Promise<Pick<Reply, 'status' | 'body'>> {
  const { method } = endpoint
  const reply = await testApp().app.inject({
    method,
    url: addressOf(endpoint, idsFor(endpoint)),
    headers: headersOf(endpoint),
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}

function refusalOf({ status, body }: Pick<Reply, 'status' | 'body'>): [number, string, string | undefined] {
  return [status, body.code, body.field]
}
