import { setTimeout as sleep } from 'node:timers/promises'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, type ErrorCode } from '../../domain/errors.ts'
import { SAML_ACS_PATH } from './well-known-paths.ts'
import { isApiCall } from './is-api-call.ts'
import { SITE_FACTOR, networkOf, siteOf } from './network.ts'

const SIGN_INS_PER_MINUTE = 120
const MINUTE_MS = 60_000
/** Before a refusal: a client that does not heed Retry-After would otherwise keep the process busy with refusals. */
const REFUSAL_DELAY_MS = 100

/**
 * Limits requests to the API per address (for IPv6 per /64, and per /48 eight times as many) and minute, and calls whose contract has the limit
 * `sign-in` more tightly, before any work is done. Each process counts for itself. 0 turns the limits off.
 */
export async function limitRequests(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, { global: false })
  if (requestsPerMinute === 0) return
  const requests = limitsPerNetwork(app, requestsPerMinute)
  const signIns = limitsPerNetwork(app, SIGN_INS_PER_MINUTE)
  // Counted separately: each ends a sign-in whose start was counted already.
  const answers = limitsPerNetwork(app, SIGN_INS_PER_MINUTE)

  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request)) return
    const { url, config } = request.routeOptions
    const bound = url === SAML_ACS_PATH ? answers : config.limit === 'sign-in' ? signIns : requests
    for (const limit of bound) await consumeRequest(limit, request, reply)
  })
}

/** `max` in a minute for an address (for IPv6 a /64), and for a /48 eight times as many. */
export function limitsPerNetwork(app: FastifyInstance, max: number): ReturnType<FastifyInstance['createRateLimit']>[] {
  return [
    app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: ({ ip }) => networkOf(ip) }),
    app.createRateLimit({ max: max * SITE_FACTOR, timeWindow: MINUTE_MS, keyGenerator: ({ ip }) => siteOf(ip) ?? ip }),
  ]
}

/**
 * `max` in a minute for a user, or for the member who acts for one; each process counts for itself. To be counted in a
 * `preParsing` hook, which runs once the caller is admitted and before the body is read: a call that is refused, for example
 * with an API key without the scope, must use up nothing of the user's.
 */
export function limitPerUser(app: FastifyInstance, max: number): ReturnType<FastifyInstance['createRateLimit']> {
  return app.createRateLimit({
    max,
    timeWindow: MINUTE_MS,
    keyGenerator: ({ viewer, ip }) => viewer?.member?.id ?? viewer?.id ?? ip,
  })
}

/** Counts the request against a limit. Beyond it, refuses with `code` and says in Retry-After when the limit ends. */
export async function consumeRequest(
  limit: ReturnType<FastifyInstance['createRateLimit']>,
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode = 'rate_limited',
): Promise<void> {
  const state = await limit(request)
  if (state.isAllowed || !state.isExceeded) return
  reply.header('retry-after', state.ttlInSeconds)
  await sleep(REFUSAL_DELAY_MS)
  throw new DomainError(code)
}
