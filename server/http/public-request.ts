/** Requests to addresses that users give: only public addresses are called, and no redirect is followed. */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './network.ts'
import { secondsOfRetryAfter } from './retry-after.ts'

const TIMEOUT_MS = 10_000
const RESOLVE_TIMEOUT_MS = 3000

export type PublicRequest = {
  url: string
  headers: Record<string, string | number>
  body: Buffer
  /** Ends the request earlier. */
  signal?: AbortSignal
}
/** What is read of an answer. */
export type PublicAnswer = {
  status: number
  /** By the header Retry-After, where there is one. */
  retryAfterSeconds?: number | undefined
}
/** Posts. Throws `PrivateAddress`, `TimedOut`, or the error of the connection. */
export type PublicTransport = (sent: PublicRequest) => Promise<PublicAnswer>

/** The name resolves to a private address; no request was made. */
export class PrivateAddress extends Error {}
export class TimedOut extends Error {}

type Resolve = (
  name: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
  signal: AbortSignal,
) => void

/** The time limit of one request. Tests replace the resolver or its name servers, the check of addresses, the port and the trusted certificate authority. */
type Settings = {
  resolve?: Resolve
  nameServers?: string[]
  isPublic?: (address: string) => boolean
  port?: number
  ca?: string
  timeoutMs?: number
}

export function createPublicTransport({
  nameServers,
  resolve = resolverOf(nameServers),
  isPublic = isPublicAddress,
  port,
  ca,
  timeoutMs = TIMEOUT_MS,
}: Settings = {}): PublicTransport {
  // The connection uses the checked addresses, so a later answer of the name server cannot redirect it (DNS rebinding).
  const lookupUntil =
    (signal: AbortSignal): LookupFunction =>
    (name, { all }, done) =>
      resolve(
        name,
        (error, addresses) => {
          if (error) return done(error, '', 0)
          const [first] = addresses
          if (!first || !addresses.every(({ address }) => isPublic(address))) return done(new PrivateAddress(), '', 0)
          return all ? done(null, addresses) : done(null, first.address, first.family)
        },
        signal,
      )

  return ({ url, headers, body, signal }) =>
    new Promise((answered, fail) => {
      const { hostname } = new URL(url)
      if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return fail(new PrivateAddress())
      const timeout = AbortSignal.timeout(timeoutMs)
      const ending = signal ? AbortSignal.any([timeout, signal]) : timeout
      const sent = request(url, {
        method: 'POST',
        headers,
        lookup: lookupUntil(ending),
        agent: false,
        signal: ending,
        ...(port !== undefined && { port }),
        ...(ca !== undefined && { ca }),
      })
      sent.once('error', (error) => fail(timeout.aborted ? new TimedOut() : error))
      sent.once('response', (answer) => {
        const retryAfterSeconds = secondsOfRetryAfter(answer.headers['retry-after'], Date.now())
        answered({ status: answer.statusCode ?? 0, retryAfterSeconds })
        // The body is not read.
        answer.destroy()
      })
      sent.end(body)
    })
}

/**
 * Asks the name servers itself: `dns.lookup` would occupy one of the few threads of the process for as long as a name server
 * does not answer.
 */
function resolverOf(nameServers?: string[]): Resolve {
  return (name, done, signal) => {
    if (name === 'localhost') return done(null, [{ address: '127.0.0.1', family: 4 }])
    const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 })
    if (nameServers) resolver.setServers(nameServers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    void Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then(([four, six]) => {
      signal.removeEventListener('abort', cancel)
      const addresses = [four, six].flatMap((answer, index) =>
        answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
      )
      if (addresses.length === 0 && four.status === 'rejected') return done(four.reason as Error, [])
      return done(null, addresses)
    })
  }
}
