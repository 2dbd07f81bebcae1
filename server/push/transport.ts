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

/** The name leads into the server's own network: the request was not made. */
export class PrivateAddress extends Error {}

type Resolve = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/** A test replaces what resolves names, which addresses are public, the port, and the certificates that are trusted. */
type Settings = { resolve?: Resolve; isPublic?: (address: string) => boolean; port?: number; ca?: string }

export function createPushTransport({
  resolve = (name, done) => lookupName(name, { all: true }, done),
  isPublic = isPublicAddress,
  port,
  ca,
}: Settings = {}): PushTransport {
  // The connection uses the addresses that were checked: a name that resolves otherwise a moment later changes nothing.
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
        // Nothing that it says is read.
        answer.destroy()
      })
      sent.end(body)
    })
}
