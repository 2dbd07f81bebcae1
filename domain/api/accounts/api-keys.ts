/** API keys: created and deleted by their owner in a browser, never by a key. */
import * as z from 'zod/mini'
import { KEYS_MAX, KEY_RELEASE_HOURS, KEY_SCOPES, newKeySchema } from '../../accounts/api-keys.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { webhook } from '../notifications/webhook-values.ts'

const endpoint = endpointsOf('API keys')

const keyScope = named('KeyScope', z.enum(KEY_SCOPES), 'What an API key may do.')

export const apiKey = named(
  'ApiKey',
  z.object({
    id,
    name: z.string(),
    shownStart: described(z.string(), 'The first characters of the key.'),
    scopes: listOf(keyScope, KEY_SCOPES.length),
    createdAt: moment,
    lastUsedAt: described(z.nullable(moment), 'Exact to five minutes; null if it was never used.'),
    expiresAt: described(z.nullable(moment), 'Null if it does not expire.'),
    isExpired: z.boolean(),
    release: described(
      z.nullable(
        z.object({
          usdtADay: described(decimal, `The most USDT that the key may release in ${KEY_RELEASE_HOURS} hours.`),
          tradesADay: described(z.int(), `In how many trades it may release within ${KEY_RELEASE_HOURS} hours.`),
          releasedUsdt: described(decimal, `What it has released in the last ${KEY_RELEASE_HOURS} hours.`),
          releasedTrades: described(z.int(), 'In how many trades.'),
        }),
      ),
      'The limits of a key that may release USDT, and what it has used of them; null for the others.',
    ),
    webhook: described(z.nullable(webhook), 'Where its program is sent events; null for nowhere.'),
  }),
)
export type ApiKey = z.infer<typeof apiKey>

export const apiKeys = named('ApiKeys', z.object({ keys: listOf(apiKey, KEYS_MAX) }))

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
  needsVerifiedEmail: true,
  body: newKeySchema,
  response: z.object({
    key: described(z.string(), 'The secret: it cannot be read again.'),
    keys: listOf(apiKey, KEYS_MAX),
  }),
  statuses: [201],
  errors: ['reauthentication_required', 'account_suspended', 'keys_full'],
})

export const removeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/keys/:keyId',
  summary: 'Delete an API key; it stops working immediately',
  needsIdempotencyKey: true,
  params: z.strictObject({ keyId: id }),
  response: apiKeys,
  errors: ['not_found'],
})
