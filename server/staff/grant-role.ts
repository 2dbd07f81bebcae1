import type pg from 'pg'
import type { StaffRole } from '../../domain/staff/staff-roles.ts'

/** Grants a role as the owner of the database, which the server's own login cannot do. False: the user has it already. */
export async function grantRole(owner: pg.Client, userId: string, role: StaffRole): Promise<boolean> {
  const { rowCount } = await owner.query(
    'insert into staff_members (user_id, role) values ($1, $2) on conflict do nothing',
    [userId, role],
  )
  return rowCount === 1
}
