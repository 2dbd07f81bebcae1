/** From what went wrong while another service was asked to one of our refusals. */
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { DomainError } from '../../../domain/errors.ts'
import type { ErrorCode } from '../../../domain/errors.ts'

/** Runs one step of the exchange. Refuses with `provider_unavailable` for the network's troubles, else with `provider_refused`. */
export async function asked<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw refusal(isTrouble(error) ? 'provider_unavailable' : 'provider_refused', error)
  }
}

/** With what happened as its `cause`, in words only: the libraries' own errors carry codes and tokens with them. */
export function refusal(code: ErrorCode, why: unknown, details?: Record<string, unknown>): DomainError {
  const error = new DomainError(code, { details })
  const cause = new Error(typeof why === 'string' ? why : chainOf(why).map(inWords).join(' < '))
  Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true })
  return error
}

/** How fetch says that it got no answer, or half of one; the libraries' own TypeErrors are about what they read. */
const FETCH_FAILURES = ['fetch failed', 'terminated']

/** Whether it never got an answer, or one that says that the service is unwell. */
export function isTrouble(error: unknown): boolean {
  return chainOf(error).some((one) => {
    if (one instanceof Response) return isUnwell(one.status)
    if (!(one instanceof Error)) return false
    if ('status' in one && typeof one.status === 'number') return isUnwell(one.status)
    if (one instanceof TypeError) return FETCH_FAILURES.includes(one.message)
    return one.name === 'TimeoutError' || one.name === 'AbortError'
  })
}

function isUnwell(status: number): boolean {
  return status >= 500 || status === 429
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && chain.length < 5; one = one instanceof Error ? one.cause : undefined) {
    chain.push(one)
  }
  return chain
}

const LONGEST = 200

function inWords(one: unknown): string {
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
