import { EMAIL_PATTERN } from '../../../domain/accounts/accounts.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Db } from '../../db/pool.ts'
import { consumePasswordAttempt } from '../../http/rate-limits/password-attempts.ts'
import type { RateLimits } from '../../http/rate-limits/rate-limits.ts'
import type { Client } from './client.ts'
import { findKnownDevice } from './device.ts'

const WRONG: ReadonlySet<string> = new Set(['credentials_wrong', 'password_wrong'])

/** Runs work that checks the password of this email. Counts wrong ones, and refuses with `rate_limited` while the client has to wait. */
export async function limitPasswordAttempts<T>(
  services: { db: Db; limits: RateLimits },
  email: string,
  client: Client,
  work: () => Promise<T>,
): Promise<T> {
  const knownDevice = EMAIL_PATTERN.test(email) ? await findKnownDevice(services.db, email, client.device) : null
  const attempt = await consumePasswordAttempt(services, { email, knownDevice, ipAddress: client.ipAddress })
  try {
    const done = await work()
    await attempt.succeeded()
    return done
  } catch (error) {
    if (!(error instanceof DomainError && WRONG.has(error.code))) await attempt.refunded()
    throw error
  }
}
