import { DomainError, InvalidInput } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { TEAM_TEXTS } from '../../../domain/accounts/teams.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { RateLimits } from '../../http/rate-limits/rate-limits.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import type { Viewer } from '../../http/viewer.ts'
import { assertNotSuspended } from '../users/assert-may-trade.ts'
import { lockUser } from '../users/lock-user.ts'
import { giveRoles } from './change-roles.ts'
import { lockTeams } from './lock-teams.ts'
import { notifyAccessGiven, notifyInvited } from './team-mails.ts'

type Invitation = { username: string; roles: readonly TeamRole[] }

/**
 * Invites a user to the viewer's team. Refuses with `reauthentication_required`, `account_suspended`, `invalid_input` on an unknown
 * username, `own_account`, `team_member_known`, `team_full`, or `team_of_member` where the viewer is a member of a team.
 */
export async function inviteMember(
  tx: Tx,
  limits: RateLimits,
  viewer: Viewer,
  { username, roles }: Invitation,
): Promise<void> {
  await lockUser(tx, viewer.id)
  // After the lock: a session that was ended meanwhile is refused.
  await requireRecentAuthentication(viewer, tx)
  await assertNotSuspended(tx, viewer.id)
  const memberId = await findUser(tx, username)
  if (memberId === null) throw new InvalidInput({ username: TEAM_TEXTS.noSuchTrader })
  if (memberId === viewer.id) throw new DomainError('own_account')
  await limits.consume(tx, 'team_invitations_per_account', viewer.id)
  await assertRoom(tx, viewer.id, memberId)
  const { rows } = await sql<{ id: string }>`
    insert into team_members (owner_id, member_id) values (${viewer.id}, ${memberId}) returning id`.execute(tx)
  const membership = { id: rows[0]!.id, ownerId: viewer.id, memberId }
  await giveRoles(tx, membership.id, roles)
  await notifyInvited(tx, membership)
  await notifyAccessGiven(tx, membership)
}

async function findUser(tx: Tx, username: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users where lower(username) collate "C" = ${username.toLowerCase()} and deleted_at is null`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

type Room = { isKnown: boolean; members: number; isMember: boolean }

/** The constraints of team_members, as refusals. */
async function assertRoom(tx: Tx, ownerId: string, memberId: string): Promise<void> {
  await lockTeams(tx, ownerId, memberId)
  const { rows } = await sql<Room>`
    select coalesce(bool_or(member_id = ${memberId}), false) as is_known, count(*)::int as members,
      exists (select from team_members
        where member_id = ${ownerId} and accepted_at is not null and ended_at is null) as is_member
    from team_members where owner_id = ${ownerId} and ended_at is null`.execute(tx)
  const { isKnown, members, isMember } = rows[0]!
  if (isMember) throw new DomainError('team_of_member')
  if (isKnown) throw new DomainError('team_member_known')
  if (members >= LIMITS.team_members) throw new DomainError('team_full', { values: { limit: LIMITS.team_members } })
}
