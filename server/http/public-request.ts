/** Requests to addresses that users and operators give: only public addresses are called, and no redirect is followed. */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as requestInPlain } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './network.ts'
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

/** Gets the answer as text. Throws like `PublicTransport`, and `TooLarge` for a body of more than `maxBytes`. */
export type PublicReader = (asked: {
  url: string
  maxBytes: number
  signal?: AbortSignal
}) => Promise<{ status: number; text: string }>

/** Posts JSON, and gets the answer as text. Throws like `PublicReader`. */
export type PublicCaller = (asked: {
  url: string
  body: object
  maxBytes: number
  signal?: AbortSignal | undefined
}) => Promise<{ status: number; text: string }>

/** The name resolves to a private address; no request was made. */
export class PrivateAddress extends Error {}
export class TimedOut extends Error {}
export class TooLarge extends Error {}

type Resolve = (
  name: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
  signal: AbortSignal,
) => void

/** The time limit of one request, and whether it is of an operator's own service on this machine: in plain http, to a loopback address only. Tests replace the resolver or its name servers, the check of addresses, the port and the trusted certificate authority. */
type Settings = {
  isLocal?: boolean
  resolve?: Resolve
  nameServers?: string[]
  isPublic?: (address: string) => boolean
  port?: number
  ca?: string
  timeoutMs?: number
}

export function createPublicTransport(settings: Settings = {}): PublicTransport {
  const ask = askerOf(settings)
  return ({ url, headers, body, signal }) =>
    ask({ method: 'POST', url, headers, body, signal }, async (answer) => {
      const retryAfterSeconds = secondsOfRetryAfter(answer.headers['retry-after'], Date.now())
      // The body is not read.
      answer.destroy()
      return { status: answer.statusCode ?? 0, retryAfterSeconds }
    })
}

export function createPublicReader(settings: Settings = {}): PublicReader {
  const ask = askerOf(settings)
  const headers = { accept: 'application/json, application/xml', 'user-agent': 'Sarraf/1.0' }
  return ({ url, maxBytes, signal }) => ask({ method: 'GET', url, headers, signal }, textOf(maxBytes))
}

export function createPublicCaller(settings: Settings = {}): PublicCaller {
  const ask = askerOf(settings)
  return ({ url, body, maxBytes, signal }) => {
    const sent = Buffer.from(JSON.stringify(body))
    const headers = { 'content-type': 'application/json', 'content-length': sent.length, 'user-agent': 'Sarraf/1.0' }
    return ask({ method: 'POST', url, headers, body: sent, signal }, textOf(maxBytes))
  }
}

const textOf = (maxBytes: number) => async (answer: IncomingMessage) => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw new TooLarge()
    parts.push(part)
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }
}

type Asked = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string | number>
  body?: Buffer
  signal: AbortSignal | undefined
}
type Ask = <Result>(asked: Asked, read: (answer: IncomingMessage) => Promise<Result>) => Promise<Result>

/** The time limit includes what `read` takes. */
function askerOf({
  nameServers,
  resolve = resolverOf(nameServers),
  isLocal = false,
  isPublic = isLocal ? isLoopbackAddress : isPublicAddress,
  port,
  ca,
  timeoutMs = TIMEOUT_MS,
}: Settings): Ask {
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

  return ({ method, url, headers, body, signal }, read) =>
    new Promise((answered, fail) => {
      const { hostname } = new URL(url)
      const address = hostname.replace(/^\[|\]$/g, '')
      if (isIP(address) !== 0 && !(isLocal && isPublic(address))) return fail(new PrivateAddress())
      const timeout = AbortSignal.timeout(timeoutMs)
      const ending = signal ? AbortSignal.any([timeout, signal]) : timeout
      const sent = (isLocal ? requestInPlain : request)(url, {
        method,
        headers,
        lookup: lookupUntil(ending),
        agent: false,
        signal: ending,
        ...(port !== undefined && { port }),
        ...(ca !== undefined && { ca }),
      })
      const onError = (error: unknown) => fail(timeout.aborted ? new TimedOut() : (error as Error))
      sent.once('error', onError)
      sent.once('response', (answer) => {
        read(answer).then(answered, onError)
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
