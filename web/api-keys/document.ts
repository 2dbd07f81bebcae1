/** The API's own description (OpenAPI 3.1), as far as the page shows it. */
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { KEY_SCOPES } from '../../domain/api-keys.ts'
import { ApiError } from '../client.ts'
import type { JsonSchema } from './curl.ts'

export const DOCUMENT_ADDRESS = '/api/openapi.json'

const operation = z.object({
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-scope': z.optional(z.enum(KEY_SCOPES)),
  parameters: z.optional(z.array(z.object({ in: z.string(), name: z.string() }))),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })),
})
const apiDocument = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

/** Who may call: anybody, a key with the scope, or only a person in a browser. */
export const GROUPS = ['anybody', ...KEY_SCOPES, 'browser'] as const
export type Group = (typeof GROUPS)[number]

export type ApiCall = {
  method: string
  path: string
  summary: string
  group: Group
  needsIdempotencyKey: boolean
  /** The schema of its JSON body; undefined where it takes none. */
  body: JsonSchema | undefined
}

/** Every call, in the document's order. */
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
  const { paths } = z.parse(apiDocument, document)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, security, parameters, requestBody, 'x-scope': scope }]) => ({
      method: method.toUpperCase(),
      path,
      summary,
      group: security.some((way) => Object.keys(way).length === 0) ? 'anybody' : (scope ?? 'browser'),
      needsIdempotencyKey: parameters?.some(({ name }) => name.toLowerCase() === 'idempotency-key') ?? false,
      body: requestBody?.content['application/json']?.schema as JsonSchema | undefined,
    })),
  )
}
