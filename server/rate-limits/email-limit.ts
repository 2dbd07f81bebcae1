import type { Db } from '../db/pool.ts'
import { networkOf } from './network.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Counts one email that a signed-out client asks for. `subject` is the kind of email and the address. Refuses with
 * `rate_limited` per network, so that one network cannot use up the mailbox's limit for others, and per mailbox, so that
 * many networks together can neither flood it nor guess its codes.
 */
export async function consumeEmailLimit(
  { db, limits }: { db: Db; limits: RateLimits },
  subject: string,
  ipAddress: string,
): Promise<void> {
  const fromNetwork = `${subject} ${networkOf(ipAddress)}`
  await limits.consume(db, 'emails_per_network', ipAddress)
  await limits.consume(db, 'emails_per_account', fromNetwork)
  await limits.consume(db, 'emails_per_account_daily', fromNetwork)
  await limits.consume(db, 'emails_per_mailbox', subject)
}
