/** Keys for programs: made and removed by their owner in a browser, never by a key. */
import * as z from 'zod/mini'
import { KEY_SCOPES, newKeySchema } from '../api-keys.ts'
import { endpointsOf, id, moment } from './endpoint.ts'

const endpoint = endpointsOf('API keys')

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters of the key, to know it by. */
  shownStart: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  createdAt: moment,
  /** Exact to five minutes. */
  lastUsedAt: z.nullable(moment),
  expiresAt: z.nullable(moment),
  isExpired: z.boolean(),
})
export type ApiKey = z.infer<typeof apiKey>

const apiKeys = z.object({ keys: z.array(apiKey) })

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/keys',
  summary: 'List API keys, without their secrets',
  response: apiKeys,
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/keys',
  summary: 'Create an API key; the secret is returned once',
  body: newKeySchema,
  response: z.object({ key: z.string(), keys: z.array(apiKey) }),
  statuses: [201],
})

export const removeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/keys/:keyId',
  summary: 'Delete an API key; it stops working immediately',
  needsKey: true,
  params: z.strictObject({ keyId: id }),
  response: apiKeys,
})
