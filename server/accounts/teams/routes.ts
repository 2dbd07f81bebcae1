import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/accounts/teams.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/pool.ts'
import { asSystem } from '../../db/scope.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { readOpenedSession } from '../sessions/find-viewer.ts'
import { continueSession, sessionOf } from '../sessions/start-session.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { actFor } from './act-for.ts'
import { changeRoles } from './change-roles.ts'
import { endMembership } from './end-membership.ts'
import { inviteMember } from './invite-member.ts'
import { listTeamActs, listTeamMembers, listTeams } from './queries.ts'

export function teamRoutes(app: FastifyInstance, context: Context): void {
  const { db, limits } = context
  const { mount, command } = endpointsOn(app, context)

  mount(api.listTeamMembers, async ({ viewer }) => ({ members: await listTeamMembers(db, viewer.id) }))
  mount(api.listTeamActs, ({ query, viewer }) => listTeamActs(db, viewer.id, query.cursor ?? null))
  command(api.inviteTeamMember, async (tx, { body, viewer }) => {
    await inviteMember(tx, limits, viewer, body)
    return { members: await listTeamMembers(tx, viewer.id) }
  })
  command(api.changeTeamRoles, async (tx, { params, body, viewer }) => {
    await changeRoles(tx, viewer, params.membershipId, body.roles)
    return { members: await listTeamMembers(tx, viewer.id) }
  })
  command(api.removeTeamMember, async (tx, { params, viewer }) => {
    await endMembership(tx, params.membershipId, { ownerId: viewer.id })
    return { members: await listTeamMembers(tx, viewer.id) }
  })

  mount(api.listTeams, async ({ viewer }) => ({ teams: await listTeams(db, viewer.id) }))
  command(api.acceptTeamInvitation, async (tx, { params, viewer }) => {
    await acceptInvitation(tx, viewer, params.membershipId)
    return { teams: await listTeams(tx, viewer.id) }
  })
  command(api.leaveTeam, async (tx, { params, viewer }) => {
    await endMembership(tx, params.membershipId, { memberId: viewer.id })
    return { teams: await listTeams(tx, viewer.id) }
  })

  // Without an Idempotency-Key, whose stored answer would contain the session's token.
  mount(api.actFor, async ({ body, viewer, reply }) => {
    // An API key acts for its own user only.
    if (viewer.key) throw new DomainError('key_not_allowed')
    const token = await inTransaction(db, (tx) => actFor(tx, viewer, body.ownerId))
    const { viewer: switched } = await asSystem('authentication', () => readOpenedSession(context, token))
    continueSession(context, reply, token)
    return sessionOf(switched)
  })
}
