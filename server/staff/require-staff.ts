import { DomainError } from '../../domain/errors.ts'
import { STAFF_REAUTHENTICATION_MINUTES } from '../../domain/staff/staff.ts'
import type { StaffRole } from '../../domain/staff/staff-roles.ts'
import { requiredReauthentication } from '../accounts/sessions/recent-authentication.ts'
import { listSecondFactors } from '../accounts/sessions/second-factors.ts'
import type { Viewer } from '../http/viewer.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Requires the role now, a second factor, and an authentication with both in this session within the last 30 minutes and
 * since the role was granted: each re-authentication rotates the token, so no earlier token has the role's power. Any
 * other caller gets `not_found`, which does not reveal which users have a role. A caller with the role is refused with
 * `second_factor_off` or `reauthentication_required`.
 */
export async function requireStaff(db: DbOrTx, viewer: Viewer, role: StaffRole): Promise<void> {
  if (viewer.key) throw new DomainError('not_found')
  const { rows } = await sql<{ isRecent: boolean }>`
    select s.second_factor_since is not null
      and s.reauthenticated_at > greatest(r.granted_at,
        clock_timestamp() - make_interval(mins => ${sql.lit(STAFF_REAUTHENTICATION_MINUTES)})) as is_recent
    from staff_members r join sessions s on s.user_id = r.user_id
    where r.user_id = ${viewer.id} and r.role = ${role} and s.id = ${viewer.sessionId}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  if ((await listSecondFactors(db, viewer.id)).length === 0) throw new DomainError('second_factor_off')
  if (!rows[0].isRecent)
    throw new DomainError('reauthentication_required', { details: await requiredReauthentication(db, viewer.id) })
}
