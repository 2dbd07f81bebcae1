import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

const HEADER = 'x-forwarded-for'

/** More proxies than a caller passes through; the rest of a longer header is the caller's own text. */
const ENTRIES_MAX = 20

/**
 * Some proxies add the port ("203.0.113.9:51234"), or a word where they hide an address: each would be a caller of its own, whom no
 * limit per network counts. Ports are removed; what is no address counts as that of the proxy which the request came from, and what
 * is further left, which the caller can write, is dropped.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { [HEADER]: forwarded } = raw.headers
    const proxy = raw.socket.remoteAddress
    if (typeof forwarded !== 'string' || proxy === undefined) return
    const entries: string[] = []
    for (const entry of forwarded.split(',').slice(-ENTRIES_MAX).toReversed()) {
      const address = addressIn(entry.trim())
      entries.unshift(address ?? proxy)
      if (address === null) break
    }
    raw.headers[HEADER] = entries.join(', ')
  })
}

function addressIn(entry: string): string | null {
  if (isIP(entry) !== 0) return entry
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? []
  if (ipv6 !== undefined && isIPv6(ipv6)) return ipv6
  return ipv4 !== undefined && isIPv4(ipv4) ? ipv4 : null
}
