import { DomainError } from '../../domain/errors.ts'
import type { IdentityKind } from '../../domain/identities.ts'
import type { Tx } from '../db/pool.ts'
import { countWaysIn } from '../identities/queries.ts'

/** The kinds of identity that open accounts today, each with the service whose people they are; "" where there is none. */
export type OpenWays = Partial<Record<IdentityKind | 'credential', string>>

/**
 * The last way in stays: call it after taking one away, with the person locked. A mailed code is not counted, since a mailbox
 * can be lost, and neither is what is switched off here. Refuses with `last_way_in`.
 */
export async function requireWayIn(tx: Tx, userId: string, open: OpenWays): Promise<void> {
  if ((await countWaysIn(tx, userId, open)) === 0) throw new DomainError('last_way_in')
}
