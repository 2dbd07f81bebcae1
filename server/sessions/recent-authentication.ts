import { DomainError } from '../../domain/errors.ts'
import { REAUTHENTICATION_MINUTES } from '../../domain/factors.ts'
import type { RequiredReauthentication } from '../../domain/factors.ts'
import type { Viewer } from '../context.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { findPasswordHash } from '../accounts/queries.ts'
import { listSecondFactors } from '../factors/queries.ts'

/**
 * Lets a dangerous act pass where the person of the session proved who they are within the last minutes: signing in does,
 * and so does `reauthenticate`. Else it refuses with `reauthentication_required`; the refusal's details say what would do.
 */
export async function requireRecentAuthentication(
  { id, sessionId, key }: Pick<Viewer, 'id' | 'sessionId' | 'key'>,
  db: DbOrTx,
): Promise<void> {
  // A program cannot show that its owner is there.
  if (key) throw new DomainError('reauthentication_required')
  const methods = await listSecondFactors(db, id)
  // A session from before the second factor was on has shown only one.
  const { rows } = await sql`
    select 1 as fresh from sessions
    where id = ${sessionId} and user_id = ${id} and (has_second_factor or ${methods.length === 0})
      and reauthenticated_at > clock_timestamp() - make_interval(mins => ${sql.lit(REAUTHENTICATION_MINUTES)})`.execute(
    db,
  )
  if (rows.length === 0)
    throw new DomainError('reauthentication_required', { details: await requiredReauthentication(db, id) })
}

/**
 * What the person shows anew: the password, or where they have none a code from their mailbox; and where a second factor
 * is on, that as well (ASVS 7.5.1). A passkey alone is both.
 */
export async function requiredReauthentication(db: DbOrTx, userId: string): Promise<RequiredReauthentication> {
  const hash = await findPasswordHash(db, userId)
  return { first: hash === null ? 'mailed_code' : 'password', second: await listSecondFactors(db, userId) }
}
