/** Teams of tests: an owner, a member with roles, and the member's session that acts for the owner. */
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import { ACTING_FOR_HEADER } from '../../../domain/accounts/teams.ts'
import { call } from '../app.ts'
import type { Caller } from './users.ts'
import { cookieOf } from './users.ts'

/** Invites and accepts; returns the id of the membership. */
export async function join(owner: Caller, member: Caller, roles: readonly TeamRole[]): Promise<string> {
  const invited = await owner.post('/api/team/members', { username: member.username, roles })
  const found = invited.body.members?.find(({ username }: { username: string }) => username === member.username)
  if (!found) throw new Error(`not invited: ${JSON.stringify(invited.body)}`)
  const accepted = await member.post(`/api/teams/${found.id}/accept`, {})
  if (accepted.status !== 200) throw new Error(`not accepted: ${JSON.stringify(accepted.body)}`)
  return found.id
}

/** The member's only session, which acts for the owner from now on. */
export async function actFor(member: Caller, owner: Pick<Caller, 'id'>): Promise<Caller> {
  const switched = await member.post('/api/session/acting-for', { ownerId: owner.id })
  if (switched.status !== 200) throw new Error(`not switched: ${JSON.stringify(switched.body)}`)
  return actingCaller(member, owner, cookieOf(switched))
}

/** A caller with this cookie, whose page shows the owner. */
export function actingCaller(member: Caller, owner: Pick<Caller, 'id'>, cookie: string): Caller {
  const { app } = member
  const headers = { [ACTING_FOR_HEADER]: owner.id }
  return {
    ...member,
    cookie,
    get: (url) => call(app, 'GET', url, { cookie }),
    post: (url, body, key) => call(app, 'POST', url, { cookie, headers, body, ...(key ? { key } : {}) }),
    delete: (url, key) => call(app, 'DELETE', url, { cookie, headers, ...(key ? { key } : {}) }),
  }
}
