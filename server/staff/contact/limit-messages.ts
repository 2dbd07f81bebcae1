import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONTACT_MESSAGES_PER_HOUR } from '../../../domain/staff/contact.ts'
import type { Config } from '../../config.ts'
import { consumeRequest } from '../../http/limit-requests.ts'

const HOUR_MS = 3_600_000

/**
 * Five messages an hour from one address (for IPv6 one /64), counted in this process, because the form needs no account.
 * Off when the limit of requests is off.
 */
export function limitMessages(app: FastifyInstance, { requestsPerMinute }: Config) {
  const limit = app.createRateLimit({ max: CONTACT_MESSAGES_PER_HOUR, timeWindow: HOUR_MS })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (requestsPerMinute > 0) await consumeRequest(limit, request, reply, 'contact_limit')
  }
}
