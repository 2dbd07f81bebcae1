import { constraintOf } from '../db/error-codes.ts'
import { DomainError } from '../../domain/errors.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { lockUsername } from './queries.ts'

const REFUSALS: Readonly<Record<string, 'username_taken' | 'username_too_soon'>> = {
  users_username_skeleton_key: 'username_taken',
  users_username_freed: 'username_taken',
  users_username_once_a_year: 'username_too_soon',
}

/**
 * Changes the username (spec-coverage 5). Refuses with `username_too_soon` (details: `changeableAt`) within 365 days of
 * the last change and with `username_taken`, also for a name that another user gave up less than 365 days ago. The same
 * name again has no effect. The input has been validated. Two concurrent changes of one user may deadlock, since a name is
 * a key that both transactions refer to: the loser is retried and is too soon.
 */
export async function changeUsername(tx: Tx, userId: string, username: string): Promise<void> {
  const present = await lockUsername(tx, userId)
  if (present.username === username) return
  if (present.usernameChangeableAt) {
    const details = { changeableAt: present.usernameChangeableAt.toISOString() }
    throw new DomainError('username_too_soon', { field: 'username', details })
  }
  try {
    await sql`update users set username = ${username} where id = ${userId}`.execute(tx)
  } catch (error) {
    const refusal = REFUSALS[constraintOf(error) ?? '']
    throw refusal ? new DomainError(refusal, { field: 'username' }) : error
  }
  marketChanged(tx)
}
