/** Staff users, as the operator of the server creates them. */
import type { StaffRole } from '../../../domain/staff/staff-roles.ts'
import type { TestApp } from '../app.ts'
import { savePasskey } from './factors.ts'
import { signUp } from './users.ts'
import type { Caller } from './users.ts'

type Owner = TestApp['owner']

export async function grantStaffRole(owner: Owner, { id }: Pick<Caller, 'id'>, role: StaffRole): Promise<void> {
  await owner.query('insert into staff_members (user_id, role) values ($1, $2)', [id, role])
}

export async function revokeStaffRole(owner: Owner, { id }: Pick<Caller, 'id'>, role: StaffRole): Promise<void> {
  await owner.query('delete from staff_members where user_id = $1 and role = $2', [id, role])
}

/** Signs up a user with a staff role, a passkey, and a session that has just used it. */
export async function createStaffUser(testApp: TestApp, role: StaffRole = 'admin'): Promise<Caller> {
  return makeStaffUser(testApp, await signUp(testApp.app, role), role)
}

/** The same of a user who exists, for example one who has traded. */
export async function makeStaffUser(testApp: TestApp, user: Caller, role: StaffRole): Promise<Caller> {
  await grantStaffRole(testApp.owner, user, role)
  return (await savePasskey(testApp, user)).user
}

/** Returns the staff user of a role, made on first use, whose authentication is recent at each call: for tests that run long. */
export function staffUsers(testApp: () => TestApp): (role: StaffRole) => Promise<Caller> {
  const made = new Map<StaffRole, Promise<Caller>>()
  return async (role) => {
    const user = await (made.get(role) ?? made.set(role, createStaffUser(testApp(), role)).get(role)!)
    await testApp().owner.query('update sessions set reauthenticated_at = clock_timestamp() where user_id = $1', [
      user.id,
    ])
    return user
  }
}
