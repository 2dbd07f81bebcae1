/** The part of the OpenAPI document that the page shows. */
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { KEY_SCOPES } from '../../../domain/accounts/api-keys.ts'
import { ApiError } from '../../client.ts'

export const DOCUMENT_ADDRESS = '/api/openapi.json'

const parameter = z.union([z.object({ $ref: z.string() }), z.object({ name: z.string() })])
const content = z.record(z.string(), z.object({ example: z.optional(z.unknown()) }))
const operation = z.object({
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-scope': z.optional(z.enum(KEY_SCOPES)),
  parameters: z.optional(z.array(parameter)),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(z.string(), z.object({ content: z.optional(content) })),
})
const apiDocument = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

/** The caller a call allows: every client, or a key with the scope. Calls for browsers only are not listed. */
export const GROUPS = ['public', ...KEY_SCOPES] as const
export type Group = (typeof GROUPS)[number]

export type ApiCall = {
  method: string
  path: string
  summary: string
  group: Group
  needsIdempotencyKey: boolean
  /** An example of the JSON body; undefined where there is none. */
  body: unknown
  /** An example of the fields of a form with a file; undefined where there is none. */
  form: unknown
  /** An example of the answer, as JSON or as the text of the stream; undefined for a file. */
  response: unknown
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
  const { paths } = z.parse(apiDocument, document)
  const calls: ApiCall[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { summary, security, parameters, requestBody, responses, 'x-scope': scope } = operation
      const group = security.some((way) => Object.keys(way).length === 0) ? 'public' : scope
      if (group === undefined) continue
      const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content
      calls.push({
        method: method.toUpperCase(),
        path,
        summary,
        group,
        needsIdempotencyKey: parameters?.some((each) => '$ref' in each && each.$ref === IDEMPOTENCY_KEY) ?? false,
        body: json?.example,
        form: form?.example,
        response: (success?.['application/json'] ?? success?.['text/event-stream'])?.example,
      })
    }
  }
  return calls
}

const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKey'
