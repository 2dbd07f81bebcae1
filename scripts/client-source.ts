/** The generated part of packages/client/: the operations that an API key can call, with their types. */
import openapiTypescript from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'
import { COUNTRIES, CURRENCIES, FIAT_CURRENCIES } from '../domain/offers/currencies.ts'
import { METHODS, PAYMENT_METHODS } from '../domain/payments/methods.ts'
import { openApiDocument } from '../server/http/openapi/document.ts'

type Json = Record<string, unknown>
type Operation = Json & {
  operationId: string
  'x-scope'?: string
  parameters?: { $ref?: string; example?: unknown }[]
  requestBody?: { content: Json }
  responses: Record<string, Json>
}

const SCHEMA = '#/components/schemas/'
const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKey'

/** The whole source of packages/client/src/generated.ts. */
export async function clientSource(): Promise<string> {
  const document = openApiDocument('http://localhost:3000')
  const codes = new Set<string>()
  const table: string[] = []
  const paths: Record<string, Record<string, Json>> = {}
  const all = document.paths as Record<string, Record<string, Operation>>
  const components = document.components as { schemas: Json; responses: Json }
  // Sorted, because the order of the contract depends on how its modules were loaded.
  for (const [path, methods] of Object.entries(all).toSorted(byName)) {
    for (const [method, operation] of Object.entries(methods).toSorted(byName)) {
      if (operation['x-scope'] === undefined) continue
      for (const code of codesOf(operation, components.responses)) codes.add(code)
      // The stream has a function of its own.
      if (operation.operationId === 'streamEvents') continue
      table.push(rowOf(path, method, operation))
      paths[path] = { ...paths[path], [method]: typedPart(operation) }
    }
  }
  const schemas = reachable(
    [paths, { $ref: `${SCHEMA}StreamEvent` }, { $ref: `${SCHEMA}WebhookEvent` }],
    components.schemas,
  )
  const types = await openapiTypescript(ofAllCurrencies({ ...document, paths, components: { schemas } }))
  return [
    '/** Made by `npm run client` from the OpenAPI document. Do not edit. */',
    `export const OPERATIONS = {\n${table.toSorted().join('\n')}\n} as const`,
    `/** The codes of refusals of these operations. */\nexport type ErrorCode =\n${[...codes]
      .toSorted()
      .map((code) => `  | '${code}'`)
      .join('\n')}`,
    types.slice(types.indexOf('export interface components')),
  ].join('\n\n')
}

/** A client also calls servers whose market has other currencies than the one that this document describes. */
function ofAllCurrencies(document: unknown): OpenAPI3 {
  const known = [
    [FIAT_CURRENCIES, Object.keys(CURRENCIES)],
    [COUNTRIES, Object.values(CURRENCIES).map(({ country }) => country)],
    [PAYMENT_METHODS, Object.keys(METHODS)],
  ].map(([ofMarket, all]) => [JSON.stringify(ofMarket), all] as const)
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'enum' ? (known.find(([ofMarket]) => ofMarket === JSON.stringify(value))?.[1] ?? value) : value,
  ) as OpenAPI3
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function rowOf(path: string, method: string, { operationId, parameters = [], requestBody }: Operation): string {
  const isIdempotent = parameters.some(({ $ref }) => $ref === IDEMPOTENCY_KEY)
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  const sends = json ? "'json'" : form ? "'form'" : 'null'
  return `  ${operationId}: { method: '${method.toUpperCase()}', path: '${path}', isIdempotent: ${isIdempotent}, sends: ${sends} },`
}

/** What the types are made of: without examples, refusals and the header that the client sets itself. */
function typedPart({ responses, parameters = [], ...operation }: Operation): Json {
  return {
    ...operation,
    parameters: parameters
      .filter(({ $ref }) => $ref === undefined)
      .map((parameter) => ({ ...parameter, example: undefined })),
    responses: Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2'))),
    ...(operation.requestBody && {
      requestBody: { ...operation.requestBody, content: withoutExamples(operation.requestBody.content) },
    }),
  }
}

function withoutExamples(content: Json): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, { ...(media as Json), example: undefined }]),
  )
}

function codesOf({ responses }: Operation, shared: Json): string[] {
  return Object.values(responses).flatMap((response) => {
    const { $ref } = response as { $ref?: string }
    const { content } = ($ref ? shared[$ref.split('/').at(-1) ?? ''] : response) as {
      content: Record<string, { schema: { properties?: { code: { enum: string[] } } } }>
    }
    return content['application/problem+json']?.schema.properties?.code.enum ?? []
  })
}

/** The schemas that the value refers to, directly or not, by name. */
function reachable(value: unknown, schemas: Json): Json {
  const found = new Set<string>()
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      waiting.push(schemas[name])
    }
  }
  return Object.fromEntries([...found].toSorted().map((name) => [name, schemas[name]]))
}
