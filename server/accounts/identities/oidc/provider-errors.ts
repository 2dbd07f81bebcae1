/** Translates errors of calls to identity providers to refusals. */
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { DomainError } from '../../../../domain/errors.ts'
import type { ErrorCode } from '../../../../domain/errors.ts'

/** Runs one step of the exchange. Refuses with `provider_unavailable` for network failures, else with `provider_refused`. */
export async function callProvider<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw refusal(isUnavailable(error) ? 'provider_unavailable' : 'provider_refused', error)
  }
}

/** The `cause` is a description only: the libraries' errors contain codes and tokens. */
export function refusal(code: ErrorCode, why: unknown, details?: Record<string, unknown>): DomainError {
  const error = new DomainError(code, { details })
  const cause = new Error(typeof why === 'string' ? why : causesOf(why).map(describe).join(' < '))
  Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true })
  return error
}

/** The messages of fetch's TypeErrors for a missing or incomplete response; the libraries' own TypeErrors are about content. */
const FETCH_FAILURES = ['fetch failed', 'terminated']

/** Whether the provider did not respond, or responded with a server error. */
export function isUnavailable(error: unknown): boolean {
  return causesOf(error).some((one) => {
    if (one instanceof Response) return isServerFailure(one.status)
    if (!(one instanceof Error)) return false
    if ('status' in one && typeof one.status === 'number') return isServerFailure(one.status)
    if (one instanceof TypeError) return FETCH_FAILURES.includes(one.message)
    return one.name === 'TimeoutError' || one.name === 'AbortError'
  })
}

function isServerFailure(status: number): boolean {
  return status >= 500 || status === 429
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && chain.length < 5; one = one instanceof Error ? one.cause : undefined) {
    chain.push(one)
  }
  return chain
}

const LONGEST = 200

function describe(one: unknown): string {
  if (one instanceof Response) return `HTTP ${one.status}`
  if (!(one instanceof Error)) return 'its details'
  // Its message quotes the text that could not be read.
  if (one instanceof SyntaxError) return one.name
  const code = 'code' in one ? ` ${String(one.code)}` : ''
  const said =
    one instanceof AuthorizationResponseError || one instanceof ResponseBodyError
      ? ` (${one.error}: ${one.error_description ?? ''})`
      : ''
  return `${one.name}${code}: ${one.message}${said}`.slice(0, LONGEST)
}
