/** Grants and revokes roles as the role command does (server/staff/role-script.test.ts). */
import pg from 'pg'
import type { StaffRole } from '../domain/staff/staff.ts'
import { expect, type User } from './users.ts'

const GRANT = 'insert into staff_members (user_id, role) select id, $2 from users where username = $1'
const REVOKE = 'delete from staff_members where user_id = (select id from users where username = $1) and role = $2'

export const grantRole = (user: User, role: StaffRole) => changeRole(GRANT, user, role)
export const revokeRole = (user: User, role: StaffRole) => changeRole(REVOKE, user, role)

async function changeRole(statement: string, { username }: User, role: StaffRole): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await owner.connect()
  try {
    expect((await owner.query(statement, [username, role])).rowCount).toBe(1)
  } finally {
    await owner.end()
  }
}
