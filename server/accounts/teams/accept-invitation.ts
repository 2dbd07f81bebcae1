import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockTeams } from './lock-teams.ts'
import { lockMembership } from './queries.ts'
import { notifyJoined } from './team-mails.ts'

type Obstacles = { hasTeam: boolean; teams: number; tradesOpen: boolean }

/**
 * Makes the viewer a member of the team. Refuses with `not_found`, `team_of_member` where the viewer has a
 * team, `teams_full`, or `team_trade_open` while the two have an open trade with each other.
 */
export async function acceptInvitation(tx: Tx, viewer: Viewer, membershipId: string): Promise<void> {
  const membership = await lockMembership(tx, membershipId, { memberId: viewer.id })
  if (!membership || membership.isAccepted) throw new DomainError('not_found')
  const { ownerId, memberId } = membership
  await lockTeams(tx, ownerId, memberId)
  const { rows } = await sql<Obstacles>`
    select exists (select from team_members where owner_id = ${memberId} and ended_at is null) as has_team,
      (select count(*) from team_members
        where member_id = ${memberId} and accepted_at is not null and ended_at is null)::int as teams,
      exists (
        select from trades t join trade_statuses s on s.status = t.status
        where s.is_open and (t.buyer_id, t.seller_id) in ((${ownerId}, ${memberId}), (${memberId}, ${ownerId}))
      ) as trades_open`.execute(tx)
  const { hasTeam, teams, tradesOpen } = rows[0]!
  if (hasTeam) throw new DomainError('team_of_member')
  if (teams >= LIMITS.teams_of_member)
    throw new DomainError('teams_full', { values: { limit: LIMITS.teams_of_member } })
  if (tradesOpen) throw new DomainError('team_trade_open')
  await sql`update team_members set accepted_at = clock_timestamp() where id = ${membershipId}`.execute(tx)
  await notifyJoined(tx, membership)
}
