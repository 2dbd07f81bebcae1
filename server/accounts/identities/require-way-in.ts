import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { countWaysIn } from './queries.ts'

/**
 * The last way in stays: call it after taking one away, with the person locked. A mailed code is not counted, since a
 * mailbox can be lost. Refuses with `last_way_in`.
 */
export async function requireWayIn(tx: Tx, userId: string): Promise<void> {
  if ((await countWaysIn(tx, userId)) === 0) throw new DomainError('last_way_in')
}
