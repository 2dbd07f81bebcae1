/** Whose address a request counts for, by TRUST_PROXY and PUBLIC_URL. */
import Fastify from 'fastify'
import type { Config } from '../../server/config.ts'
import { readForwardedAddresses } from '../../server/http/forwarded-addresses.ts'
import { isPrivateAddress } from '../../server/http/network.ts'
import { proxyTrust } from '../../server/http/security.ts'
import { ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Of the blocks for documentation (RFC 5737). */
const CALLER = '203.0.113.9'
const WRITTEN_BY_CALLER = '198.51.100.7'

type Settings = Pick<Config, 'publicUrl' | 'trustProxy'>

export async function checkProxy(settings: Settings): Promise<Finding> {
  const { publicUrl, trustProxy } = settings
  const { protocol, hostname } = new URL(publicUrl)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost') || isPrivateAddress(hostname)
  if (protocol === 'http:' && !isHere)
    return warning(
      `PUBLIC_URL is ${publicUrl}: passwords and cookies travel unencrypted. Put a proxy with https in front, and set PUBLIC_URL to it.`,
    )
  if (trustProxy === false) {
    if (protocol === 'http:') return ok('No proxy is trusted: a request counts for the address that it comes from.')
    return warning(
      `PUBLIC_URL is ${publicUrl}, so a proxy is in front, and TRUST_PROXY is 0: all callers count as the proxy's one address, whose ` +
        'limits strangers use up. Set TRUST_PROXY to the number of proxies, or to their addresses.',
    )
  }
  const seen = await seenAddress(settings)
  const text = `With TRUST_PROXY ${String(trustProxy)}, a caller from ${CALLER} who also writes X-Forwarded-For counts as ${seen}`
  if (isHere && protocol === 'http:')
    return warning(
      `${text}, and PUBLIC_URL is ${publicUrl}: where no proxy is in front, callers choose their address. Set TRUST_PROXY to 0.`,
    )
  if (seen !== CALLER)
    return warning(
      `${text}, if each proxy adds one address: where fewer proxies are in front, set TRUST_PROXY to their number.`,
    )
  return ok(`${text}: the proxy must write the header.`)
}

/**
 * As the server itself reads it: the caller has written an address, and each trusted proxy adds the one that it is called from. Of
 * proxies that are trusted by their networks there is one, at the first address.
 */
async function seenAddress({ trustProxy }: Settings): Promise<string> {
  const app = Fastify({ trustProxy: proxyTrust({ trustProxy }) })
  readForwardedAddresses(app)
  app.get('/', (request, reply) => reply.send(request.ip))
  const hops = typeof trustProxy === 'number' ? Array.from({ length: trustProxy }, (_, n) => `10.0.0.${n + 1}`) : []
  const nearest = Array.isArray(trustProxy) ? trustProxy[0]!.split('/')[0]! : (hops.pop() ?? '10.0.0.1')
  const forwarded = [WRITTEN_BY_CALLER, CALLER, ...hops].join(', ')
  const { body } = await app.inject({ url: '/', remoteAddress: nearest, headers: { 'x-forwarded-for': forwarded } })
  await app.close()
  return body
}
