/** Requests to push services, whose addresses browsers give: only public addresses are called, and no redirect is followed. */
import { lookup as lookupName } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '../http/network.ts'

const TIMEOUT_MS = 10_000

export type PushRequest = { endpoint: string; headers: Record<string, string | number>; body: Buffer }
/** Returns the status of the answer. Throws `PrivateAddress`, or the error of the connection. */
export type PushTransport = (pushed: PushRequest) => Promise<number>

/** The endpoint's name resolves to a private address; no request was made. */
export class PrivateAddress extends Error {}

type Resolve = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/** Tests replace the resolver, the check of addresses, the port and the trusted certificate authority. */
type Settings = { resolve?: Resolve; isPublic?: (address: string) => boolean; port?: number; ca?: string }

export function createPushTransport({
  resolve = (name, done) => lookupName(name, { all: true }, done),
  isPublic = isPublicAddress,
  port,
  ca,
}: Settings = {}): PushTransport {
  // The connection uses the checked addresses, so a later answer of the name server cannot redirect it (DNS rebinding).
  const lookup: LookupFunction = (name, { all }, done) =>
    resolve(name, (error, addresses) => {
      if (error) return done(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublic(address))) return done(new PrivateAddress(), '', 0)
      return all ? done(null, addresses) : done(null, first.address, first.family)
    })

  return ({ endpoint, headers, body }) =>
    new Promise((answered, fail) => {
      const { hostname } = new URL(endpoint)
      if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return fail(new PrivateAddress())
      const sent = request(endpoint, {
        method: 'POST',
        headers,
        lookup,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(port !== undefined && { port }),
        ...(ca !== undefined && { ca }),
      })
      sent.once('error', fail).once('response', (answer) => {
        answered(answer.statusCode ?? 0)
        // Only the status matters.
        answer.destroy()
      })
      sent.end(body)
    })
}
