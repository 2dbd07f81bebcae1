import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'

/** Posting offers and opening trades needs a mailbox that was reached (decisions: Accounts). Refuses with `email_unverified`. */
export function requireVerified({ isVerified }: Pick<Viewer, 'isVerified'>): void {
  if (!isVerified) throw new DomainError('email_unverified')
}
