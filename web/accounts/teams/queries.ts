import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listTeamActs,
  listTeamMembers,
  listTeams,
  type TeamMember,
  type TeamOwner,
} from '../../../domain/api/accounts/teams.ts'
import { call } from '../../client.ts'
import { pagedQuery } from '../../paged-query.ts'

const membersKey = ['team', 'members'] as const
const teamsKey = ['team', 'teams'] as const

/** The members of the user's team, and open invitations. */
export function useTeamMembers() {
  return useQuery({
    queryKey: membersKey,
    queryFn: async ({ signal }) => (await call(listTeamMembers, {}, { signal })).members,
  })
}

/** The teams that the user is a member of, and invitations. */
export function useTeams() {
  return useQuery({
    queryKey: teamsKey,
    queryFn: async ({ signal }) => (await call(listTeams, {}, { signal })).teams,
  })
}

/** The teams for whose owner the user may act; none until they are read. */
export function useJoinedTeams(): TeamOwner[] {
  const { data = [] } = useTeams()
  return data.filter(({ acceptedAt }) => acceptedAt !== null)
}

/** What members did for the user, newest first. */
export function useTeamActs() {
  return useInfiniteQuery({
    ...pagedQuery(['team', 'acts'], listTeamActs, (cursor) => ({ query: { cursor } })),
    select: ({ pages }) => pages.flatMap(({ acts }) => acts),
  })
}

/** Updates the lists with the answer of a changing call. */
export function useKeepTeam(): { members: (members: TeamMember[]) => void; teams: (teams: TeamOwner[]) => void } {
  const client = useQueryClient()
  return {
    members: (members) => client.setQueryData(membersKey, members),
    teams: (teams) => client.setQueryData(teamsKey, teams),
  }
}
