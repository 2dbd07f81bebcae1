import { DomainError } from '../../../domain/errors.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import type { Viewer } from '../../http/viewer.ts'
import { assertNotSuspended } from '../users/assert-may-trade.ts'
import { lockUser } from '../users/lock-user.ts'
import { lockMembership } from './queries.ts'
import { notifyAccessGiven, notifyRolesChanged } from './team-mails.ts'

/**
 * Gives a member of the viewer's team exactly these roles, from the member's next call on. Refuses with `not_found`, and where a
 * role is added with `reauthentication_required` or `account_suspended`.
 */
export async function changeRoles(
  tx: Tx,
  viewer: Viewer,
  membershipId: string,
  wanted: readonly TeamRole[],
): Promise<void> {
  await lockUser(tx, viewer.id)
  const membership = await lockMembership(tx, membershipId, { ownerId: viewer.id })
  if (!membership) throw new DomainError('not_found')
  const added = wanted.filter((role) => !membership.roles.includes(role))
  const taken = membership.roles.filter((role) => !wanted.includes(role))
  if (added.length > 0) {
    await requireRecentAuthentication(viewer, tx)
    await assertNotSuspended(tx, viewer.id)
  }
  if (taken.length > 0) {
    await sql`delete from team_member_roles where membership_id = ${membershipId} and role = any(${taken})`.execute(tx)
  }
  await giveRoles(tx, membershipId, added)
  if (added.length > 0) await notifyAccessGiven(tx, membership)
  // An invitation shows its present roles where it is accepted.
  if (membership.isAccepted && added.length + taken.length > 0) await notifyRolesChanged(tx, membership)
}

export async function giveRoles(tx: Tx, membershipId: string, roles: readonly TeamRole[]): Promise<void> {
  await sql`
    insert into team_member_roles (membership_id, role)
    select ${membershipId}, role from unnest(${[...roles]}::text[]) as role`.execute(tx)
}
