/** API clients that authenticate with an API key instead of a session cookie. */
import type { FastifyInstance } from 'fastify'
import { KEY_RELEASE } from '../../../domain/accounts/api-keys.ts'
import type { KeyScope } from '../../../domain/accounts/api-keys.ts'
import type { Reply } from '../app.ts'
import type { Caller } from './users.ts'

export type ApiClient = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) => Promise<Reply>

type Limits = { releaseUsdtADay?: string; releaseTradesADay?: number }
const LIMITS = { releaseUsdtADay: KEY_RELEASE.usdtADay.preset, releaseTradesADay: KEY_RELEASE.tradesADay.preset }

/** Creates an API key by the page's call. One that may release USDT gets the limits that the page presets, unless they are given. */
export async function createApiKey(
  owner: Caller,
  scopes: readonly KeyScope[],
  expiresInDays: number | null = null,
  limits: Limits = {},
) {
  const release = scopes.includes('release') ? { ...LIMITS, ...limits } : {}
  const reply = await owner.post('/api/keys', { name: scopes.join(' and '), scopes, expiresInDays, ...release })
  if (reply.status !== 201) throw new Error(`no key: ${JSON.stringify(reply.body)}`)
  return { key: String(reply.body.key), id: String(reply.body.keys[0].id) }
}

export function apiClientWith(app: FastifyInstance, key: string, headers: Record<string, string> = {}): ApiClient {
  return async (method, url, body) => {
    const response = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': crypto.randomUUID(), ...headers },
      ...(method === 'POST' ? { payload: (body ?? {}) as object } : {}),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers }
  }
}
