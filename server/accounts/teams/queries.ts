/** The reads of teams. */
import type { TeamAct, TeamMember, TeamOwner } from '../../../domain/api/accounts/teams.ts'
import { INVITATIONS_LISTED } from '../../../domain/api/accounts/teams.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { TEAM_ACTS_PAGE_SIZE } from '../../../domain/accounts/teams.ts'
import type { TeamActKind } from '../../../domain/accounts/teams.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import { pageOf } from '../../db/page-of.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { avatarOf } from '../../http/pictures/avatar-of.ts'

type MembershipRow = {
  id: string
  username: string
  avatar: string | null
  roles: TeamRole[]
  invitedAt: Date
  acceptedAt: Date | null
}

const ROLES = sql`array(select role from team_member_roles where membership_id = m.id order by role) as roles`

/** The members of this user's team and the open invitations to it, oldest first. */
export async function listTeamMembers(db: DbOrTx, ownerId: string): Promise<TeamMember[]> {
  const { rows } = await sql<MembershipRow>`
    select m.id, u.username, ${avatarOf('u.id')} as avatar, ${ROLES}, m.invited_at, m.accepted_at
    from team_members m join users u on u.id = m.member_id
    where m.owner_id = ${ownerId} and m.ended_at is null
    order by m.invited_at, m.id`.execute(db)
  return rows.map(toMember)
}

/** The teams that this user is a member of, then the newest invitations, without those of owners whom this user blocks. */
export async function listTeams(db: DbOrTx, memberId: string): Promise<TeamOwner[]> {
  const { rows } = await sql<MembershipRow & { ownerId: string }>`
    select m.id, u.username, ${avatarOf('u.id')} as avatar, ${ROLES}, m.invited_at, m.accepted_at, m.owner_id
    from team_members m join users u on u.id = m.owner_id
    where m.member_id = ${memberId} and m.ended_at is null
      and (m.accepted_at is not null or not exists (
        select from relations where owner_id = ${memberId} and other_id = m.owner_id and kind = 'blocked'))
    order by m.accepted_at is null, m.invited_at desc, m.id
    limit ${sql.lit(LIMITS.teams_of_member + INVITATIONS_LISTED)}`.execute(db)
  return rows.map((row) => ({ ...toMember(row), ownerId: row.ownerId }))
}

function toMember({ id, username, avatar, roles, invitedAt, acceptedAt }: MembershipRow): TeamMember {
  return {
    id,
    username,
    avatar,
    roles,
    invitedAt: invitedAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
  }
}

type ActRow = {
  id: bigint
  at: Date
  member: string
  kind: TeamActKind
  tradeId: string | null
  offerId: string | null
}
type ActPage = { acts: TeamAct[]; nextCursor: string | null }

/** What members did for this user, newest first: a page of those before the act `cursor`. */
export async function listTeamActs(db: DbOrTx, ownerId: string, cursor: string | null): Promise<ActPage> {
  const { rows } = await sql<ActRow>`
    select a.id, a.at, coalesce(u.username, '') as member, a.kind, a.trade_id, a.offer_id
    from team_acts a left join users u on u.id = a.member_id
    where a.owner_id = ${ownerId} and (${cursor}::bigint is null or a.id < ${cursor}::bigint)
    order by a.id desc limit ${sql.lit(TEAM_ACTS_PAGE_SIZE + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, TEAM_ACTS_PAGE_SIZE, ({ id }) => String(id))
  return { acts: page.map(({ id, at, ...act }) => ({ ...act, id: String(id), at: at.toISOString() })), nextCursor }
}

export type Membership = { id: string; ownerId: string; memberId: string; roles: TeamRole[]; isAccepted: boolean }

/** A membership or invitation that has not ended, locked until commit; null where the user is on neither side. */
export async function lockMembership(
  tx: DbOrTx,
  membershipId: string,
  side: { ownerId: string } | { memberId: string },
): Promise<Membership | null> {
  const mine = 'ownerId' in side ? sql`m.owner_id = ${side.ownerId}` : sql`m.member_id = ${side.memberId}`
  const { rows } = await sql<Membership>`
    select m.id, m.owner_id, m.member_id, ${ROLES}, m.accepted_at is not null as is_accepted
    from team_members m where m.id = ${membershipId} and ${mine} and m.ended_at is null
    for no key update of m`.execute(tx)
  return rows[0] ?? null
}
