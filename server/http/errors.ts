/** Maps refusals to HTTP answers; status codes appear only here. */
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf, constraintOf } from '../db/error-codes.ts'
import type { Problem } from '../../domain/api/endpoint.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import type { ErrorCode, ErrorKind } from '../../domain/errors.ts'
import { isBusy, isTimedOut } from '../db/pool.ts'

export const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  method: 405,
  conflict: 409,
  too_large: 413,
  media: 415,
  misdirected: 421,
  mismatch: 422,
  limited: 429,
  internal: 500,
  busy: 503,
}

const RETRY_AFTER_SECONDS = 1

export function statusOf(error: DomainError): number {
  return STATUS[error.kind]
}

/**
 * The problem document of a refusal. The request's id leads to the log line; no internal detail is included. With the type
 * about:blank the title is the phrase of the HTTP status (RFC 9457 section 4.2.1), and `code` names the problem.
 */
export function problemOf(error: DomainError, requestId: string): Problem {
  const status = statusOf(error)
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? '',
    status,
    code: error.code,
    message: error.message,
    ...(error.values === undefined ? {} : { values: error.values }),
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error instanceof InvalidInput ? { fields: error.fields } : {}),
    ...(error.details === undefined ? {} : { details: error.details }),
    requestId,
  }
}

export function sendProblem(reply: FastifyReply, error: DomainError, requestId: string): FastifyReply {
  if (error.kind === 'busy' && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
  const wait = error.kind === 'limited' ? error.details?.retryAfterSeconds : undefined
  if (typeof wait === 'number') reply.header('retry-after', wait)
  return reply
    .code(statusOf(error))
    .type('application/problem+json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(problemOf(error, requestId))
}

/** Fastify's error handler. */
export function onError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, request)
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected error')
  return sendProblem(reply, refusal, request.id)
}

/** What a change during the request leads to: only the database sees it. */
const CONSTRAINTS: Readonly<Record<string, ErrorCode>> = {
  // The account was deleted.
  user_not_deleted: 'signed_out',
  commands_of_account: 'signed_out',
  // The staff role was revoked, or its last second factor was removed.
  audit_log_actor_has_role: 'not_found',
  audit_log_actor_has_factor: 'second_factor_off',
  // The member of a team was removed, or lost the role.
  team_role_missing: 'team_not_allowed',
  team_member_conflict: 'team_conflict',
  // The API key was removed or has expired, or its user was suspended.
  key_scope_missing: 'key_not_allowed',
  // One of the two users has blocked the other.
  trades_pair_not_refused: 'trade_not_possible',
  // The rate changed or is gone, and this process has not heard of it yet.
  quotes_present_rate: 'busy',
  quotes_rate_available: 'busy',
  // Admins switched the currency off, or began an outage, between the check and the quote.
  quotes_currency_available: 'busy',
  quotes_not_in_outage: 'busy',
  // The owner removed the method between the check and the quote.
  quotes_method_of_offer: 'payment_method_not_offered',
  // Its time ended between the check and the trade.
  trades_quote_alive: 'quote_expired',
  // The business hours ended between the check and the trade.
  trades_within_business_hours: 'offer_unavailable',
}

/** A row's time is read in its transaction, so only a clock that was set back meanwhile makes it another: repeated, it succeeds. */
const HAPPENS_NOW = /_now$/

function refusalOf(error: FastifyError | Error, { method, log }: FastifyRequest): DomainError {
  if (error instanceof DomainError) return error
  if (isTimedOut(error) && ['GET', 'HEAD'].includes(method)) return new DomainError('timed_out')
  if (isBusy(error)) return new DomainError('busy')
  const constraint = constraintOf(error) ?? ''
  const byConstraint = CONSTRAINTS[constraint]
  if (byConstraint) return new DomainError(byConstraint)
  if (HAPPENS_NOW.test(constraint)) {
    log.warn({ err: error }, 'a row is not of the moment in which it was written: the clock was set back')
    return new DomainError('busy')
  }
  const code = codeOf(error)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new DomainError('unsupported_type', { values: { type: 'application/json' } })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new DomainError('too_large')
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 429) return new DomainError('rate_limited')
  if (status === 413) return new DomainError('too_large')
  if (status !== undefined && status >= 400 && status < 500) return new DomainError('invalid_json')
  return new DomainError('internal')
}
