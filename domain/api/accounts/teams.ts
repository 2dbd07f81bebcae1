/**
 * Teams: the owner invites other users, who accept and then act for the owner from their own sign-in, within their roles. A
 * session that acts for an owner makes its calls in the owner's name; each act is recorded under the member's.
 */
import * as z from 'zod/mini'
import { exact } from '../../reading/fields.ts'
import { LIMITS } from '../../limits.ts'
import { TEAM_ACTS_PAGE_SIZE, TEAM_ACT_KINDS, invitationSchema, teamRolesSchema } from '../../accounts/teams.ts'
import { TEAM_ROLES } from '../../accounts/team-roles.ts'
import { FIELD_TEXTS } from '../../texts.ts'
import { avatar, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { session } from './sessions.ts'

const endpoint = endpointsOf('Teams')

const teamRole = named('TeamRole', z.enum(TEAM_ROLES), 'Write in chats, manage offers, or confirm payments.')

const membership = {
  id,
  username: z.string(),
  avatar,
  roles: listOf(teamRole, TEAM_ROLES.length),
  invitedAt: moment,
  acceptedAt: described(z.nullable(moment), 'Null while the invitation is open.'),
}

const teamMember = named('TeamMember', z.object(membership), 'A member of your team, or an invited user.')
export type TeamMember = z.infer<typeof teamMember>

const teamOwner = named(
  'TeamOwner',
  z.object({ ...membership, ownerId: described(id, 'The user for whom you may act once you have accepted.') }),
  'A team that you are a member of, or an invitation to one; the username is its owner’s.',
)
export type TeamOwner = z.infer<typeof teamOwner>

const teamAct = named(
  'TeamAct',
  z.object({
    id: z.string(),
    at: moment,
    member: described(z.string(), 'The member’s username.'),
    kind: z.enum(TEAM_ACT_KINDS),
    tradeId: described(z.nullable(id), 'Of an act in a trade.'),
    offerId: described(z.nullable(id), 'Of a change of an offer.'),
  }),
)
export type TeamAct = z.infer<typeof teamAct>

const team = z.object({ members: listOf(teamMember, LIMITS.team_members) })
/** Invitations are not limited by the invited user; the newest are listed. */
export const INVITATIONS_LISTED = 20
const teams = z.object({ teams: listOf(teamOwner, LIMITS.teams_of_member + INVITATIONS_LISTED) })

const membershipParams = z.strictObject({ membershipId: id })

export const listTeamMembers = endpoint({
  method: 'GET',
  path: '/api/team/members',
  summary: 'List the members of your team and open invitations',
  response: team,
})

export const inviteTeamMember = endpoint({
  method: 'POST',
  path: '/api/team/members',
  summary: 'Invite a user to your team',
  description: 'Both users are notified by email. Needs recent authentication.',
  needsVerifiedEmail: true,
  needsIdempotencyKey: true,
  body: invitationSchema,
  response: team,
  statuses: [201],
  errors: [
    'reauthentication_required',
    'account_suspended',
    'own_account',
    'team_member_known',
    'team_full',
    'team_of_member',
  ],
})

export const changeTeamRoles = endpoint({
  method: 'POST',
  path: '/api/team/members/:membershipId/roles',
  summary: 'Change the roles of a member of your team',
  description: 'Adding a role needs recent authentication. Both users are notified by email.',
  needsIdempotencyKey: true,
  params: membershipParams,
  body: teamRolesSchema,
  response: team,
  errors: ['not_found', 'reauthentication_required', 'account_suspended'],
})

export const removeTeamMember = endpoint({
  method: 'DELETE',
  path: '/api/team/members/:membershipId',
  summary: 'Remove a member from your team, or withdraw an invitation',
  description: 'The sessions in which the member acts for you end.',
  needsIdempotencyKey: true,
  params: membershipParams,
  response: team,
  errors: ['not_found'],
})

export const listTeamActs = endpoint({
  method: 'GET',
  path: '/api/team/acts',
  summary: 'List what the members of your team did for you, newest first',
  query: z.strictObject({ cursor: z.optional(exact().check(z.regex(/^\d{1,18}$/, FIELD_TEXTS.cursor))) }),
  response: z.object({ acts: listOf(teamAct, TEAM_ACTS_PAGE_SIZE), nextCursor: z.nullable(z.string()) }),
})

export const listTeams = endpoint({
  method: 'GET',
  path: '/api/teams',
  summary: 'List the teams that you are a member of, and your open invitations',
  team: 'self',
  response: teams,
})

export const acceptTeamInvitation = endpoint({
  method: 'POST',
  path: '/api/teams/:membershipId/accept',
  summary: 'Accept an invitation to a team',
  needsVerifiedEmail: true,
  needsIdempotencyKey: true,
  params: membershipParams,
  body: z.strictObject({}),
  response: teams,
  errors: ['not_found', 'teams_full', 'team_of_member', 'team_trade_open'],
})

export const leaveTeam = endpoint({
  method: 'DELETE',
  path: '/api/teams/:membershipId',
  summary: 'Leave a team, or decline an invitation',
  description: 'The sessions in which you act for its owner end.',
  needsIdempotencyKey: true,
  params: membershipParams,
  response: teams,
  errors: ['not_found'],
})

export const actFor = endpoint({
  method: 'POST',
  path: '/api/session/acting-for',
  summary: 'Act for the owner of a team, or for yourself again',
  description:
    'The session gets another cookie. Calls that change something then name the owner’s id in the header `Acting-For`.',
  team: 'self',
  body: z.strictObject({ ownerId: described(z.nullable(id), 'Null: for yourself.') }),
  response: session,
  errors: ['not_found', 'account_suspended'],
})
