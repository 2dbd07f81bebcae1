import { DomainError } from '../../../domain/errors.ts'
import { REAUTHENTICATION_MINUTES } from '../../../domain/accounts/factors.ts'
import type { RequiredReauthentication } from '../../../domain/accounts/factors.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { withSystemScope } from '../../db/scope.ts'
import { listSecondFactors } from './second-factors.ts'
import type { Viewer } from '../../http/viewer.ts'

/**
 * Lets a sensitive action pass where the user has authenticated within the last minutes, by signing in or by
 * re-authenticating (RFC 9470 calls it step-up). A team member who acts for the owner authenticates as the member. Otherwise
 * refuses with `reauthentication_required`; the details say which factors are required.
 */
export async function requireRecentAuthentication(
  { id, sessionId, key, member }: Pick<Viewer, 'id' | 'sessionId' | 'key' | 'member'>,
  db: DbOrTx,
): Promise<void> {
  // A program cannot show that its owner is present.
  if (key) throw new DomainError('reauthentication_required')
  if (!member) return assertRecent(db, id, sessionId)
  await withSystemScope(db, 'team members', () => assertRecent(db, member.id, sessionId))
}

async function assertRecent(db: DbOrTx, id: string, sessionId: string): Promise<void> {
  const methods = await listSecondFactors(db, id)
  // A session from before the second factor was turned on has shown only one factor.
  const { rows } = await sql`
    select 1 as recent from sessions
    where id = ${sessionId} and user_id = ${id} and (second_factor_since is not null or ${methods.length === 0})
      and reauthenticated_at > clock_timestamp() - make_interval(mins => ${sql.lit(REAUTHENTICATION_MINUTES)})
    `.execute(db)
  if (rows.length === 0)
    throw new DomainError('reauthentication_required', { details: await requiredReauthentication(db, id) })
}

/**
 * What the user must show: the password, or for an account without one a code from the mailbox; and a second factor where
 * one is on (ASVS 7.5.1). A passkey alone is both.
 */
export async function requiredReauthentication(db: DbOrTx, userId: string): Promise<RequiredReauthentication> {
  const { rows } = await sql`
    select 1 as has_password from identities
    where user_id = ${userId} and provider_id = 'credential' and password is not null`.execute(db)
  return { first: rows.length > 0 ? 'password' : 'mailed_code', second: await listSecondFactors(db, userId) }
}
