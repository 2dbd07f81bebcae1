/** People’s programs: they show a key and nothing else, and are no browser. */
import type { FastifyInstance } from 'fastify'
import type { KeyScope } from '../../domain/api-keys.ts'
import type { Reply } from './app.ts'
import type { Caller } from './people.ts'

export type Program = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) => Promise<Reply>

/** A key of the person's, made as the page makes it. */
export async function makeKey(owner: Caller, scopes: readonly KeyScope[], expiresInDays: number | null = null) {
  const reply = await owner.post('/api/keys', { name: scopes.join(' and '), scopes, expiresInDays })
  if (reply.status !== 201) throw new Error(`no key: ${JSON.stringify(reply.body)}`)
  return { key: String(reply.body.key), id: String(reply.body.keys[0].id) }
}

export function programWith(app: FastifyInstance, key: string, headers: Record<string, string> = {}): Program {
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
