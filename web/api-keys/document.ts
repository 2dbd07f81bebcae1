/** The part of the OpenAPI document that the page shows. */
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { KEY_SCOPES } from '../../domain/api-keys.ts'
import { ApiError } from '../client.ts'

export const DOCUMENT_ADDRESS = '/api/openapi.json'

const parameter = z.union([z.object({ $ref: z.string() }), z.object({ name: z.string() })])
const operation = z.object({
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-scope': z.optional(z.enum(KEY_SCOPES)),
  parameters: z.optional(z.array(parameter)),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })),
})
const apiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** The caller a call allows: every client, or a key with the scope. Calls for browsers only are not listed. */
export const GROUPS = ['public', ...KEY_SCOPES] as const
export type Group = (typeof GROUPS)[number]

export type JsonSchema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  format?: string
  examples?: readonly unknown[]
  minimum?: number
}

export type ApiCall = {
  method: string
  path: string
  summary: string
  group: Group
  needsIdempotencyKey: boolean
  /** The schema of the JSON body; undefined where there is none. */
  body: JsonSchema | undefined
  /** The body is a form with a file `image`. */
  takesImage: boolean
}

/** Every call that a key can make, in the document's order. */
export function useApiCalls() {
  return useQuery({ queryKey: ['openapi'], queryFn: readCalls, staleTime: Infinity })
}

async function readCalls({ signal }: { signal: AbortSignal }): Promise<ApiCall[]> {
  const response = await fetch(DOCUMENT_ADDRESS, { signal }).catch(() => null)
  if (!response?.ok) throw new ApiError(response?.status ?? 0, { code: 'unreachable' })
  return callsOf(await response.json())
}

/** The calls of a document; throws where it has another shape. */
export function callsOf(document: unknown): ApiCall[] {
  const { paths, components } = z.parse(apiDocument, document)
  const calls: ApiCall[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { summary, security, parameters, requestBody, 'x-scope': scope }] of Object.entries(methods)) {
      const group = security.some((way) => Object.keys(way).length === 0) ? 'public' : scope
      if (group === undefined) continue
      const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
      calls.push({
        method: method.toUpperCase(),
        path,
        summary,
        group,
        needsIdempotencyKey: parameters?.some((each) => '$ref' in each && each.$ref === IDEMPOTENCY_KEY) ?? false,
        body: json && inline(json.schema as JsonSchema, components.schemas as Record<string, JsonSchema>),
        takesImage: form !== undefined,
      })
    }
  }
  return calls
}

const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKey'
const SCHEMAS = '#/components/schemas/'

/** Replaces references in a schema with their components. */
function inline(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { $ref, properties, items, anyOf, ...rest } = schema
  if ($ref !== undefined) return inline(components[$ref.slice(SCHEMAS.length)] ?? {}, components)
  const resolve = (each: JsonSchema) => inline(each, components)
  return {
    ...rest,
    ...(items && { items: resolve(items) }),
    ...(anyOf && { anyOf: anyOf.map(resolve) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, resolve(each)])),
    }),
  }
}
