/** The cheapest honest client: node's own, over connections that stay open. */
import { Agent, request } from 'node:http'

export type Answer = { status: number; body: any; cookie: string }
export type Http = (method: 'GET' | 'POST', path: string, call?: { cookie?: string; key?: string; body?: unknown }) => Promise<Answer>

/** `connections` is how many requests are under way at once. Throws on any answer that is not a success. */
export function openHttp(url: string, connections: number): Http & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  const http: Http = (method, path, { cookie, key = crypto.randomUUID(), body } = {}) =>
    new Promise((done, fail) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
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
          done({ status, body: JSON.parse(answer), cookie: setCookie.split(';')[0] ?? '' })
        })
      })
      sent.on('error', fail)
      sent.end(text)
    })
  return Object.assign(http, { close: () => agent.destroy() })
}
