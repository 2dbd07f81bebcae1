/** Roles of staff, granted and revoked as the role command does (server/staff/role-script.test.ts), and an arbiter's decision. */
import pg from 'pg'
import type { Dispute } from '../domain/api/disputes/disputes.ts'
import type { StaffRole } from '../domain/staff/staff-roles.ts'
import { enableTotp } from './factors.ts'
import { ask, expect, type User } from './users.ts'

const GRANT = 'insert into staff_members (user_id, role) select id, $2 from users where username = $1'
const REVOKE = 'delete from staff_members where user_id = (select id from users where username = $1) and role = $2'

export const grantRole = (user: User, role: StaffRole) => changeRole(GRANT, user, role)
export const revokeRole = (user: User, role: StaffRole) => changeRole(REVOKE, user, role)

/** Makes the user an arbiter with a second factor. */
export async function appointArbiter(user: User): Promise<User> {
  await grantRole(user, 'arbiter')
  await enableTotp(user)
  return user
}

type Decision = Pick<Dispute, 'outcome'> & { reason: string }

/** The arbiter takes the case and decides it, by calls. */
export async function decide(arbiter: User, { id }: { id: string }, decision: Decision): Promise<void> {
  await ask(arbiter, 'POST', `/api/staff/disputes/${id}/take`)
  await ask(arbiter, 'POST', `/api/staff/disputes/${id}/decide`, decision)
}

async function changeRole(statement: string, { username }: User, role: StaffRole): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await owner.connect()
  try {
    expect((await owner.query(statement, [username, role])).rowCount).toBe(1)
  } finally {
    await owner.end()
  }
}
