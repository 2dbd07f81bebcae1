import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from './viewer.ts'

/**
 * Posting offers, opening trades, and adding a factor, an API key or a sign-in method need a verified email (decisions:
 * Accounts): an attacker cannot prepare an account under an email before its owner registers. Refuses with `email_unverified`.
 */
export function requireVerifiedEmail({ isVerified }: Pick<Viewer, 'isVerified'>): void {
  if (!isVerified) throw new DomainError('email_unverified')
}
