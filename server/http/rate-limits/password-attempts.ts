import type { Db } from '../../db/pool.ts'
import { networkOf } from '../network.ts'
import type { RateLimits } from './rate-limits.ts'

export type PasswordAttempt = {
  /** The password was right: clears the attempts of this email from this device or network. */
  succeeded(): Promise<void>
  /** No password was checked, for instance because the server was busy. */
  refunded(): Promise<void>
}

/** `knownDevice`: the device's hash, where the account has signed in with this browser before. */
type Attempt = { email: string; knownDevice: string | null; ipAddress: string }

/**
 * Counts a password attempt before the password is checked, so that concurrent attempts are counted like successive ones. A
 * known device has a count of its own, so the attempts of strangers cannot lock the owner out. Refuses with `rate_limited`.
 * Does the same work whether or not an account has this email.
 */
export async function consumePasswordAttempt(
  { db, limits }: { db: Db; limits: RateLimits },
  { email, knownDevice, ipAddress }: Attempt,
): Promise<PasswordAttempt> {
  const subject = `${email} ${knownDevice === null ? `from ${networkOf(ipAddress)}` : `with ${knownDevice}`}`
  await limits.consumeWithBackoff(db, subject)
  if (knownDevice === null) {
    await limits.consume(db, 'wrong_passwords_per_network', ipAddress)
    await limits.consume(db, 'wrong_passwords_per_account', email)
  }
  async function refund() {
    if (knownDevice !== null) return
    await limits.refund(db, 'wrong_passwords_per_network', ipAddress)
    await limits.refund(db, 'wrong_passwords_per_account', email)
  }
  return {
    async succeeded() {
      await limits.reset(db, subject)
      await refund()
    },
    async refunded() {
      await limits.refundBackoff(db, subject)
      await refund()
    },
  }
}
