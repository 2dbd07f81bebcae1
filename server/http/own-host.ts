import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../domain/errors.ts'
import type { Config } from '../config.ts'

/** Probes ask a process by whatever name their network gives it, and learn nothing but whether it answers and can do its work. */
export const PROBES: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz'])

/**
 * Refuses requests for another host than that of PUBLIC_URL, with 421 `misdirected`. A page of any name can make the name
 * resolve to this server (DNS rebinding); its calls are then same-origin to the browser, and only their Host tells. Behind a
 * trusted proxy the host is that of X-Forwarded-Host, where it sends one.
 */
export function refuseForeignHosts(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  app.addHook('onRequest', async (request) => {
    // HTTP/1.0 knows no Host, and no browser speaks it.
    if (request.host === '' || PROBES.has(request.routeOptions.url)) return
    if (!isOwnAddress(`http://${request.host}`, publicUrl))
      throw new DomainError('misdirected', { values: { url: publicUrl } })
  })
}

/**
 * Whether a page of this address can only be one of this server's: by the host of PUBLIC_URL, with `www.` or without, by a name of
 * this machine, or by an IP address, none of which a stranger's name server can point elsewhere. The port makes no difference.
 */
export function isOwnAddress(address: string, publicUrl: string): boolean {
  const hostname = URL.parse(address)?.hostname.replace(/\.$/, '')
  if (hostname === undefined || hostname === '') return false
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost'))
    return true
  return withoutWww(hostname) === withoutWww(new URL(publicUrl).hostname)
}

function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, '')
}
