/** A minimal HTTP client: node's own, over connections that stay open. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Answer<T> = { body: T; cookie: string }
export type Call = { cookie?: string; key?: string; body?: unknown }
export type Http = <T>(method: 'GET' | 'POST', path: string, call?: Call) => Promise<Answer<T>>

const REPEAT_MS = 200

/** `connections` is the number of concurrent requests; `always` are headers of each. Throws on any answer that is not a success. */
export function openHttp(
  url: string,
  connections: number,
  always: Record<string, string> = {},
): Http & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  const http: Http = <T>(method: string, path: string, { cookie, key = crypto.randomUUID(), body }: Call = {}) =>
    new Promise<Answer<T>>((done, fail) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        ...always,
        'sec-fetch-site': 'same-origin',
        ...(cookie && { cookie }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'idempotency-key': key,
        }),
      }
      const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', fail)
        response.on('end', () => {
          const answer = Buffer.concat(parts).toString()
          const status = response.statusCode ?? 0
          if (status >= 300) return fail(new Error(`${method} ${path}: ${status} ${answer}`))
          const [setCookie = ''] = response.headers['set-cookie'] ?? []
          done({ body: JSON.parse(answer) as T, cookie: setCookie.split(';')[0] ?? '' })
        })
      })
      sent.on('error', fail)
      sent.end(text)
    })
  return Object.assign(http, { close: () => agent.destroy() })
}

/** Repeats a call that the server was too busy for, with its key, as a client does. */
export function repeating(plain: Http, onRefused: () => void): Http {
  return async (method, path, { key = crypto.randomUUID(), ...call } = {}) => {
    for (;;) {
      try {
        return await plain(method, path, { ...call, key })
      } catch (error) {
        if (!String(error).includes(': 503 ')) throw error
        onRefused()
        await sleep(REPEAT_MS)
      }
    }
  }
}
