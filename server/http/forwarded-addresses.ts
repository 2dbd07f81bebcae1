import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

const HEADER = 'x-forwarded-for'

/**
 * Some proxies add the port ("203.0.113.9:51234"), or a word where they hide an address: each would be a caller of its own, whom no
 * limit per network counts. Ports are removed; what is no address counts as that of the proxy which the request came from.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { [HEADER]: forwarded } = raw.headers
    const proxy = raw.socket.remoteAddress
    if (typeof forwarded !== 'string' || proxy === undefined) return
    const entries = forwarded.split(',').map((entry) => addressIn(entry.trim()) ?? proxy)
    raw.headers[HEADER] = entries.join(', ')
  })
}

function addressIn(entry: string): string | null {
  if (isIP(entry) !== 0) return entry
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? []
  if (ipv6 !== undefined && isIPv6(ipv6)) return ipv6
  return ipv4 !== undefined && isIPv4(ipv4) ? ipv4 : null
}
