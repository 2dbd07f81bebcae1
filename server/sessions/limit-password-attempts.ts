import type { FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { consumePasswordAttempt } from '../rate-limits/password-attempts.ts'
import { clientOf } from './start-session.ts'

const WRONG: ReadonlySet<string> = new Set(['credentials_wrong', 'password_wrong'])

/** Runs work that checks a password: what was wrong is counted, and refused with `rate_limited` while one has to wait. */
export function limitPasswordAttempts(context: Pick<Context, 'db' | 'limits'>) {
  return async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const attempt = await consumePasswordAttempt(context, emailIn(request), clientOf(request))
    try {
      const done = await work()
      await attempt.succeeded()
      return done
    } catch (error) {
      if (!(error instanceof DomainError && WRONG.has(error.code))) await attempt.refunded()
      throw error
    }
  }
}

/** Whose password it is: the e-mail of a sign-in, else the signed-in person's. */
function emailIn({ body, viewer }: FastifyRequest): string {
  return (body as { email?: string }).email ?? viewer?.email ?? ''
}
