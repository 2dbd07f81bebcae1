/** Makes calls: an endpoint of the contract, a caller, and input that is right, nearly right or hostile. */
import type { Endpoint } from '../../../domain/api/endpoint.ts'
import type { NamedEndpoint } from '../../../domain/endpoints.ts'
import type { Json } from '../../http/openapi/json.ts'
import { openApiDocument } from '../../http/openapi/document.ts'
import type { Random } from '../random.ts'
import { ANSWERING, bodyFor } from '../contract.ts'
import type { Actors } from './actors.ts'
import { ACTORS } from './actor-names.ts'
import type { ActorName } from './actor-names.ts'
import { fillBody } from './bodies.ts'
import { formOf } from './forms.ts'
import type { Ids } from './ids.ts'
import { createValues } from './values.ts'

export type FuzzCall = {
  actor: ActorName
  name: string
  endpoint: Endpoint
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** How much of the input is as the contract says. */
type Intent = 'right' | 'near' | 'hostile'

type Operation = {
  parameters?: { name: string; in: string; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
}

type Body = { payload?: string | Buffer; type?: string }

const JSON_TYPE = 'application/json'
const PDF = Buffer.from('%PDF-1.7\n')
/** What follows from each other: a quote, a trade, its moves, its dispute. */
const OFTEN = ANSWERING.filter(({ endpoint: { tag } }) => ['Trades', 'Disputes', 'Chat', 'Evidence'].includes(tag))
const HOSTILE_TEXTS = [
  '{',
  '{"a":1,}',
  'NaN',
  '"',
  '[]',
  '1e999',
  '{"__proto__":{"isAdmin":true}}',
  '{"a":1,"a":2}',
  '\u0000',
]
const HOSTILE_PARTS = [
  'x',
  '%00',
  '..',
  '%2e%2e%2f',
  '0',
  '-1',
  "'%20or%201=1",
  'x'.repeat(300),
  '%E0%A4%A',
  '{}',
  '%ED%A0%80',
]
const HOSTILE_HEADERS: readonly Record<string, string>[] = [
  { 'if-match': '"1"' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'yesterday' },
  { range: 'bytes=0-,5-1' },
  { 'accept-language': 'xx;q=9, *;q=-1' },
  { accept: 'application/xml' },
  { 'last-event-id': "1' or 1=1" },
  { 'x-forwarded-for': '::1, 10.0.0.999, unknown' },
  { authorization: 'Bearer sarraf_x' },
  { authorization: 'Basic Og==' },
  { cookie: 'sid=%E0%A4%A; sid=x.y; device=\u00FF' },
  { 'acting-for': 'x' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { 'x-request-id': 'a'.repeat(300) },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=x' },
]

export function createCalls(actors: Actors, ids: Ids, random: Random, seed: number) {
  const document = openApiDocument('http://localhost:3000')
  const components = (document.components as { schemas: Json }).schemas
  const values = createValues(components, random, seed)
  const deck: NamedEndpoint[] = []
  const sent = new Map<ActorName, FuzzCall>()

  function draw(): NamedEndpoint {
    if (deck.length === 0) deck.push(...shuffled([...ANSWERING, ...OFTEN, ...OFTEN], random))
    return deck.pop()!
  }

  /** The next call; of the former ones some are repeated, by the same caller or with its key for something else. */
  function next(): FuzzCall {
    const { name, endpoint } = draw()
    const actor = random.chance(0.75) ? random.pick(admitted(endpoint)) : random.pick(ACTORS)
    const former = sent.get(actor)
    if (former && random.chance(0.03)) return former
    const intent: Intent = random.pick(['right', 'right', 'right', 'near', 'near', 'hostile'])
    const operation = operationOf(document, endpoint)
    const known: Record<string, string> = {}
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, kind: string) => {
      known[kind] = parameter(kind, actor, intent)
      return known[kind]
    })
    const call: FuzzCall = {
      actor,
      name,
      endpoint,
      url: `${path}${query(operation, endpoint, actor, intent)}`,
      headers: { 'sec-fetch-site': 'same-origin', ...actors.headersOf(actor), ...keyOf(endpoint, former) },
    }
    const { payload, type } = body(call, operation, known, intent)
    if (payload !== undefined) call.payload = payload
    if (type !== undefined) call.headers['content-type'] = type
    if (intent === 'hostile' && random.chance(0.3)) Object.assign(call.headers, random.pick(HOSTILE_HEADERS))
    if (call.headers['idempotency-key']) sent.set(actor, call)
    return call
  }

  function parameter(kind: string, actor: ActorName, intent: Intent): string {
    if (intent === 'hostile' && random.chance(0.3)) return random.pick(HOSTILE_PARTS)
    if (kind === 'fiatCurrency') return random.pick(['EUR', 'TND', 'USD', intent === 'right' ? 'EUR' : 'XXX'])
    if (kind === 'number') return String(random.between(intent === 'right' ? 0 : -1, 3))
    const chosen = random.chance(intent === 'right' ? 0.9 : 0.5) ? ids.own(kind, actor) : ids.any(kind)
    return chosen ?? (kind === 'username' ? 'unknown_user' : uuid(random))
  }

  function query({ parameters = [] }: Operation, { path }: Endpoint, actor: ActorName, intent: Intent): string {
    const search = new URLSearchParams()
    let raw = ''
    for (const { name, in: where, schema } of parameters) {
      if (where !== 'query' || random.chance(0.6)) continue
      const cursor = ['cursor', 'before'].includes(name) ? ids.own(`cursor of ${path}`, actor) : undefined
      if (intent === 'hostile' && random.chance(0.2)) raw += `&${name}=${random.pick(HOSTILE_PARTS)}`
      else search.append(name, textOf(cursor ?? valueFor(schema, name, intent)))
    }
    if (intent === 'hostile' && random.chance(0.2)) raw += '&role=admin'
    const text = `${search.toString()}${raw}`
    return text === '' ? '' : `?${text.replace(/^&/, '')}`
  }

  function keyOf({ method }: Endpoint, former: FuzzCall | undefined): Record<string, string> {
    if (method === 'GET') return {}
    const used = former?.headers['idempotency-key']
    if (used !== undefined && random.chance(0.04)) return { 'idempotency-key': used }
    if (random.chance(0.02)) return random.chance(0.5) ? {} : { 'idempotency-key': 'short' }
    return { 'idempotency-key': uuid(random) }
  }

  function body(
    { actor, name, endpoint }: FuzzCall,
    { requestBody }: Operation,
    known: Record<string, string>,
    intent: Intent,
  ): Body {
    if (endpoint.bytes !== undefined) return { payload: PDF, type: 'application/octet-stream' }
    if (endpoint.form) return formOf(endpoint, random, { isHostile: intent === 'hostile', clientId: uuid(random) })
    const schema = requestBody?.content['application/json']?.schema
    if (!schema) return endpoint.method === 'POST' ? { payload: '{}', type: JSON_TYPE } : {}
    if (intent === 'hostile' && random.chance(0.15)) return { payload: random.pick(HOSTILE_TEXTS), type: JSON_TYPE }
    const context = {
      actor,
      name,
      known,
      ids,
      random,
      // A member signs in as themselves.
      user: actor === 'member' ? actors.users.member : actors.userOf(actor),
      sellerId: actors.users.seller.id,
      arbiterId: actors.users.arbiter.id,
    }
    const made = random.chance(0.8) ? bodyFor(endpoint, idsWithout(known)) : values.right(schema, '')
    const filled = fillBody(isObject(made) ? made : {}, context)
    return { payload: JSON.stringify(changed(filled, schema, intent)), type: JSON_TYPE }
  }

  /** The body with some of its fields changed, left out or added. */
  function changed(body: Json, schema: Json, intent: Intent): Json {
    const changes = intent === 'right' ? Number(random.chance(0.25)) : random.between(1, 2)
    for (let count = 0; count < changes; count++) {
      const places = placesIn(body)
      const optional = Object.keys((values.schemaAt(schema, []).properties ?? {}) as Json).map((name) => [name])
      const fields = [...places, ...optional, ...(intent === 'right' ? [] : [['role']])]
      if (fields.length === 0) return body
      const path = random.pick(fields)
      const holder = path.slice(0, -1).reduce<any>((value, name) => value?.[name], body)
      const last = path.at(-1)!
      if (typeof holder !== 'object' || holder === null) continue
      if (/(Ids?|^id|username|password|seen\w+)$/i.test(last) && intent === 'right') continue
      if (intent !== 'right' && random.chance(0.15)) delete holder[last]
      else holder[last] = valueFor(values.schemaAt(schema, path), last, intent)
    }
    return body
  }

  function valueFor(schema: Json, name: string, intent: Intent): unknown {
    if (/Ids?$/.test(name) && intent !== 'hostile') {
      const id = ids.any(name.replace(/s$/, ''))
      if (id !== undefined) return name.endsWith('s') ? [id] : id
    }
    if (intent === 'hostile') return values.hostile()
    return intent === 'near' ? values.near(schema, name) : values.right(schema, name)
  }

  return { next }
}

/** Who may call, by the contract; the rest is tried by chance. */
function admitted({ isPublic, staff, scope, team }: Endpoint): ActorName[] {
  if (staff) return [staff]
  const users: ActorName[] = ['seller', 'buyer', 'stranger', 'leaver']
  return [
    ...users,
    ...(isPublic ? (['visitor'] as const) : []),
    ...(scope ? (['key'] as const) : []),
    ...(team ? (['member'] as const) : []),
  ]
}

function operationOf(document: Json, { path, method }: Endpoint): Operation {
  const paths = document.paths as Record<string, Record<string, Operation>>
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
}

/** Ids in the address that are no ids are left to the address. */
function idsWithout(known: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(known).filter(([, id]) => !id.includes('%')))
}

function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : []
  const inner = Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))
  return path.length > 0 ? [path, ...inner] : inner
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
}

function shuffled<V>(values: readonly V[], random: Random): V[] {
  const left = [...values]
  for (let at = left.length - 1; at > 0; at--) {
    const other = random.between(0, at)
    ;[left[at], left[other]] = [left[other]!, left[at]!]
  }
  return left
}

/** A UUID of the seed's choosing. */
export function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
