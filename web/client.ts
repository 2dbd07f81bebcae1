import { i18n } from '@lingui/core'
import type * as z from 'zod/mini'
import type { Answered, Endpoint, Problem } from '../domain/api/endpoint.ts'
import type { NamedEndpoints } from './contract.ts'
import { takeEarlyAnswer } from './session/early-session.ts'

/** The input of a call, without the parts that the endpoint does not define. */
export type CallInput<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>

type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer S extends z.ZodMiniType>
    ? Record<string, never> extends z.input<S>
      ? { [name in Name]?: z.input<S> }
      : { [name in Name]: z.input<S> }
    : { [name in Name]?: undefined }

type Name = keyof NamedEndpoints
type Named<N extends Name> = NamedEndpoints[N]

type CallOptions = {
  /** Stays the same for every attempt of one intention (16 to 64 characters). Calls that change something need it. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * A call that was refused or not answered. `status` is 0 and `code` is "unreachable" when there was no answer, and `code`
 * is "unexpected_answer" when it cannot be parsed. Message and `fields` are in the user's language (`readProblem`).
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>

  constructor(status: number, body: Pick<Problem, 'code'> & Partial<Problem>) {
    super(body.message ?? i18n._(body.code === 'unreachable' ? UNREACHABLE : UNEXPECTED))
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.field = body.field
    this.fields = body.fields ?? {}
    this.details = body.details ?? {}
  }

  /** False when the server may have acted on the call, or may still do so. */
  get isDefinite(): boolean {
    return this.status >= 400 && this.status < 500
  }
}

/** The messages of the client's own errors; those of refusals come with the contract (`refusal-texts.ts`). */
const UNREACHABLE = /*i18n*/ 'We could not reach the server. Check your connection and try again.'
const UNEXPECTED = /*i18n*/ 'An unexpected error occurred. Please try again.'

let actingFor: string | null = null

/** The user for whom the session acts on this page, by id: calls name them, so that none acts for another user. Null: none. */
export function setActingFor(ownerId: string | null): void {
  actingFor = ownerId
}

/** The headers of every call. */
export function ownHeaders(): Record<string, string> {
  return actingFor === null ? {} : { 'Acting-For': actingFor }
}

/** How long a call with a key is retried while there is no answer or the service is busy. */
const RETRY_FOR_MS = 20_000

/** Asks the user to re-authenticate with what the refusal's details require; resolves to whether they did. */
export type AskReauthentication = (asked: unknown) => Promise<boolean>
let askReauthentication: AskReauthentication | null = null

/** Sets the handler for calls that require recent authentication. Null: none, and the refusal is shown like any other. */
export function setReauthenticationHandler(ask: AskReauthentication | null): void {
  askReauthentication = ask
}

/**
 * Calls the API and resolves to the checked response. Throws ApiError. A call with a key is retried for 20 s. Where the
 * server requires recent authentication, the user is asked for it, and the call is repeated unchanged.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<NoInfer<E>>,
  options?: CallOptions,
): Promise<Answered<E>>
/** Same, for an endpoint of `contract.ts`: its schema stays out of the page's first download. */
export async function call<N extends Name>(
  name: N,
  input: CallInput<Named<NoInfer<N>>>,
  options?: CallOptions,
): Promise<Answered<Named<N>>>
export async function call(which: Endpoint | Name, input: object, options: CallOptions = {}): Promise<unknown> {
  const until = Date.now() + (options.idempotencyKey === undefined ? 0 : RETRY_FOR_MS)
  let isAskedTwice = false
  for (let wait = 300; ; wait *= 2) {
    try {
      return await callOnce(which, input, options)
    } catch (error) {
      if (await isReauthenticated(error)) continue
      if (error instanceof ApiError && error.code === 'signed_out' && !isAskedTwice) {
        isAskedTwice = true
        await untilCookieIsSet()
        continue
      }
      const again = error instanceof ApiError && (error.status === 0 || error.status === 503)
      if (!again || options.signal?.aborted || Date.now() + wait > until) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

const COOKIE_MS = 300
/** A read on a connection that died silently would never end, and keeps one of the few that a browser opens to a host. */
export const READ_WITHIN_MS = 30_000

/**
 * Re-authentication, in this window or another, gives the session another cookie: a call with the previous one is
 * answered as signed out. After this delay the browser has the new cookie.
 */
export function untilCookieIsSet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, COOKIE_MS))
}

async function isReauthenticated(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'reauthentication_required' || askReauthentication === null)
    return false
  return askReauthentication(error.details)
}

/** The address of an endpoint with its parameters and query; undefined parts are left out. */
export function addressOf(endpoint: Endpoint, params: unknown = {}, query: unknown = {}): string {
  const given = params as Record<string, string>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Record<string, string | number | undefined>)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * An Idempotency-Key for one intention, however many attempts it takes: a random UUID (RFC 9562, version 4). Browsers have
 * `crypto.randomUUID` over https only, and a demonstration in a network at home has none.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The message to show for a thrown error. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : i18n._(UNEXPECTED)
}

/** For a read of one thing: null where its id is unknown or malformed. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/** A thrown error as a form shows it: beside its field, or for the whole form. */
export function refusalOf(error: unknown): { field?: string | undefined; message: string } {
  const [field, message] = error instanceof ApiError ? (Object.entries(error.fields)[0] ?? []) : []
  if (field !== undefined && message !== undefined) return { field, message }
  return { field: error instanceof ApiError ? error.field : undefined, message: errorText(error) }
}

async function callOnce(which: Endpoint | Name, input: object, options: CallOptions): Promise<unknown> {
  const contract = await loadContract()
  const endpoint = contract.endpointOf(which)
  if (endpoint.method !== 'GET') return answerOf(contract, endpoint, input, options)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), READ_WITHIN_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal
  try {
    return await answerOf(contract, endpoint, input, { ...options, signal })
  } catch (error) {
    if (limit.signal.aborted && !options.signal?.aborted) throw new ApiError(0, { code: 'unreachable' })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function answerOf(
  { readAnswer, readProblem }: Contract,
  endpoint: Endpoint,
  input: object,
  { idempotencyKey, signal }: CallOptions,
): Promise<unknown> {
  const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown }
  const headers = new Headers({ Accept: 'application/json', ...ownHeaders() })
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  if (endpoint.body) headers.set('Content-Type', 'application/json')
  const response = await send(addressOf(endpoint, params, query), {
    method: endpoint.method,
    headers,
    body: endpoint.body ? JSON.stringify(body ?? {}) : undefined,
    credentials: 'same-origin',
    signal,
  })
  const json: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new ApiError(response.status, (await readProblem(json)) ?? { code: 'unexpected_answer' })
  const answer = readAnswer(endpoint, json)
  if (answer === undefined) throw new ApiError(502, { code: 'unexpected_answer' })
  return answer.data
}

type Contract = typeof import('./contract.ts')

/** Failing to load the contract counts as an unreachable server. */
async function loadContract(): Promise<Contract> {
  try {
    return await import('./contract.ts')
  } catch {
    throw new ApiError(0, { code: 'unreachable' })
  }
}

export type Transport = (address: string, init: RequestInit) => Promise<Response>
let transport: Transport = (address, init) => takeEarlyAnswer(address) ?? fetch(address, init)

/** Replaces fetch, where pages are rendered on the server. */
export function setTransport(replacement: Transport): void {
  transport = replacement
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await transport(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, { code: 'unreachable' })
  }
}
