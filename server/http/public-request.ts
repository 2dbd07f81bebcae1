/** Requests to addresses that users give: only public addresses are called, and no redirect is followed. */
import { lookup as lookupName } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './network.ts'

const TIMEOUT_MS = 10_000

export type PublicRequest = {
  url: string
  headers: Record<string, string | number>
  body: Buffer
  /** Ends the request earlier. */
  signal?: AbortSignal
}
/** Posts, and returns the status of the answer, of which nothing else is read. Throws `PrivateAddress`, `TimedOut`, or the error of the connection. */
export type PublicTransport = (sent: PublicRequest) => Promise<number>

/** The name resolves to a private address; no request was made. */
export class PrivateAddress extends Error {}
export class TimedOut extends Error {}

type Resolve = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/** Tests replace the resolver, the check of addresses, the port, the trusted certificate authority and the time limit. */
type Settings = {
  resolve?: Resolve
  isPublic?: (address: string) => boolean
  port?: number
  ca?: string
  timeoutMs?: number
}

export function createPublicTransport({
  resolve = (name, done) => lookupName(name, { all: true }, done),
  isPublic = isPublicAddress,
  port,
  ca,
  timeoutMs = TIMEOUT_MS,
}: Settings = {}): PublicTransport {
  // The connection uses the checked addresses, so a later answer of the name server cannot redirect it (DNS rebinding).
  const lookup: LookupFunction = (name, { all }, done) =>
    resolve(name, (error, addresses) => {
      if (error) return done(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublic(address))) return done(new PrivateAddress(), '', 0)
      return all ? done(null, addresses) : done(null, first.address, first.family)
    })

  return ({ url, headers, body, signal }) =>
    new Promise((answered, fail) => {
      const { hostname } = new URL(url)
      if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return fail(new PrivateAddress())
      const timeout = AbortSignal.timeout(timeoutMs)
      const sent = request(url, {
        method: 'POST',
        headers,
        lookup,
        agent: false,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        ...(port !== undefined && { port }),
        ...(ca !== undefined && { ca }),
      })
      sent.once('error', (error) => fail(timeout.aborted ? new TimedOut() : error))
      sent.once('response', (answer) => {
        answered(answer.statusCode ?? 0)
        // Only the status matters.
        answer.destroy()
      })
      sent.end(body)
    })
}
