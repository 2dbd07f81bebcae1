import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { lockMembership } from './queries.ts'
import { notifyEnded } from './team-mails.ts'

/**
 * Ends a membership or an invitation, by either side; `not_found` for other users. It waits for an action of the member that has begun;
 * the sessions that act by the membership end with it (trigger end_acting_sessions).
 */
export async function endMembership(
  tx: Tx,
  membershipId: string,
  side: { ownerId: string } | { memberId: string },
): Promise<void> {
  const membership = await lockMembership(tx, membershipId, side)
  if (!membership) throw new DomainError('not_found')
  await sql`update team_members set ended_at = clock_timestamp() where id = ${membershipId}`.execute(tx)
  if (membership.isAccepted) await notifyEnded(tx, membership)
}

/**
 * Ends the memberships in this user's team that began or got a role after `since` (a timestamp as text, to the microsecond), and all
 * invitations: a thief with the account could have granted them.
 */
export async function endMembershipsSince(tx: Tx, ownerId: string, since: string): Promise<void> {
  await sql`
    update team_members m set ended_at = clock_timestamp()
    where owner_id = ${ownerId} and ended_at is null and (invited_at > ${since}::timestamptz or exists (
      select from team_member_roles r where r.membership_id = m.id and r.granted_at > ${since}::timestamptz))`.execute(
    tx,
  )
}
