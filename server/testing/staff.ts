/** The house's own people, as whoever runs the server makes them. */
import type { StaffRole } from '../../domain/staff.ts'
import type { TestApp } from './app.ts'
import { savePasskey } from './factors.ts'
import { signUp } from './people.ts'
import type { Caller } from './people.ts'

type Owner = TestApp['owner']

export async function grantRole(owner: Owner, { id }: Pick<Caller, 'id'>, role: StaffRole): Promise<void> {
  await owner.query('insert into roles (user_id, role) values ($1, $2)', [id, role])
}

export async function takeRole(owner: Owner, { id }: Pick<Caller, 'id'>, role: StaffRole): Promise<void> {
  await owner.query('delete from roles where user_id = $1 and role = $2', [id, role])
}

/** Somebody with a role, a passkey, and a session that has just shown it. */
export async function hire(testApp: TestApp, role: StaffRole = 'admin'): Promise<Caller> {
  const newcomer = await signUp(testApp.app, role)
  await grantRole(testApp.owner, newcomer, role)
  return (await savePasskey(testApp, newcomer)).person
}
