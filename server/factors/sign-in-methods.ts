import { DomainError } from '../../domain/errors.ts'
import type { IdentityKind } from '../../domain/identities.ts'
import type { Tx } from '../db/pool.ts'
import { countSignInMethods } from '../identities/queries.ts'

/** The kinds of identity that open accounts today, each with the service whose people they are; "" where there is none. */
export type EnabledSignInMethods = Partial<Record<IdentityKind | 'credential', string>>

/**
 * The last way in stays: call it after taking one away, with the person locked. A mailed code is not counted, since a mailbox
 * can be lost, and neither is what is switched off here. Refuses with `last_sign_in_method`.
 */
export async function assertSignInMethodLeft(tx: Tx, userId: string, open: EnabledSignInMethods): Promise<void> {
  if ((await countSignInMethods(tx, userId, open)) === 0) throw new DomainError('last_sign_in_method')
}
