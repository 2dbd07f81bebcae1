import { EMAIL_PATTERN } from '../../domain/accounts.ts'
import type { Db } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { isKnownDevice } from '../sessions/device.ts'
import type { RateLimits } from './rate-limits.ts'
import { networkOf } from './network.ts'
import { hashToken } from '../sessions/session-token.ts'

export type PasswordAttempt = {
  /** It was right: nothing stays counted against whoever attempt from here. */
  succeeded(): Promise<void>
  /** Nothing was tried after all, for instance because the service was busy. */
  refunded(): Promise<void>
}

/**
 * Counts a password that is about to be tried, before it is: many at the same moment are counted like one after another.
 * A browser the person has used before has a tally of its own, so that no stranger's attempt can keep them out. Refuses with
 * `rate_limited`. The same work whether or not somebody has this e-mail.
 */
export async function consumePasswordAttempt(
  { db, limits }: { db: Db; limits: RateLimits },
  email: string,
  client: Client,
): Promise<PasswordAttempt> {
  const whom = email.toLowerCase()
  const isKnown = EMAIL_PATTERN.test(whom) && (await isKnownDevice(db, whom, client.device))
  const place = isKnown ? `with ${hashToken(client.device.shown ?? '')}` : `from ${networkOf(client.ipAddress)}`
  await limits.consumeWithBackoff(db, `${whom} ${place}`)
  if (!isKnown) {
    await limits.consume(db, 'wrong_passwords_per_network', client.ipAddress)
    await limits.consume(db, 'wrong_passwords_per_account', whom)
  }
  async function refund() {
    if (isKnown) return
    await limits.refund(db, 'wrong_passwords_per_network', client.ipAddress)
    await limits.refund(db, 'wrong_passwords_per_account', whom)
  }
  return {
    async succeeded() {
      await limits.reset(db, `${whom} ${place}`)
      await refund()
    },
    async refunded() {
      await limits.refundBackoff(db, `${whom} ${place}`)
      await refund()
    },
  }
}
