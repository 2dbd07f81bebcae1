import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'

/**
 * Posting offers, opening trades, and adding a factor, a key or another way in need a mailbox that was reached (decisions:
 * Accounts): nobody sets up an account with somebody else's e-mail, to stay in it when they come. Refuses with `email_unverified`.
 */
export function requireVerified({ isVerified }: Pick<Viewer, 'isVerified'>): void {
  if (!isVerified) throw new DomainError('email_unverified')
}
