import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'

const WRONG_PER_MINUTE = 10

/**
 * Ten wrong passwords a minute for one e-mail from one address, counted in this process. Bound to the address, so
 * that nobody can lock a trader out of a running trade. Tries at the same moment are bounded by the hashing queue.
 */
export function limitWrongPasswords(app: FastifyInstance) {
  const tally = app.createRateLimit({
    max: WRONG_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => `${request.ip} ${emailIn(request).toLowerCase()}`,
  })
  return {
    /** Refuses with `rate_limited` once too many were wrong. */
    async check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const state = await tally(request, { increment: false })
      if (state.isAllowed || state.remaining > 0) return
      reply.header('retry-after', state.ttlInSeconds)
      throw new DomainError('rate_limited')
    },
    async count(request: FastifyRequest): Promise<void> {
      await tally(request)
    },
  }
}

/** Whose password it is: the e-mail of a sign-in, else the signed-in person's. */
function emailIn({ body, viewer }: FastifyRequest): string {
  return (body as { email?: string }).email ?? viewer?.email ?? ''
}
