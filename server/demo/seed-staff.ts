/** The demo staff: two arbiters and an admin, with an authenticator app whose codes `npm run demo:code` prints. */
import pg from 'pg'
import type { Context } from '../context.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Tx } from '../db/pool.ts'
import { open } from '../db/encryption/envelope.ts'
import { totpPlace } from '../db/encryption/sealed-columns.ts'
import { insertTotp } from '../accounts/factors/add-totp.ts'
import { grantRole } from '../staff/grant-role.ts'
import { demoTotpSecret } from './demo-codes.ts'
import { assertDemonstration } from './demonstration.ts'
import { DEMO_USERS } from './demo-users.ts'

/**
 * Grants the roles as the owner of the database; without that login there are no demo staff. An account gets its role only if
 * its app has the derived secret: a visitor who registered the name first cannot have it.
 */
export async function seedDemoStaff(context: Context, ownerUrl: string | null): Promise<void> {
  if (!context.config.demo) throw new Error('demo staff outside demo mode')
  await assertDemonstration(context.db)
  if (ownerUrl === null) return
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const { username, email, role } of DEMO_USERS) {
      if (role === null) continue
      const userId = await inTransaction(context.db, (tx) => findWithDemoTotp(tx, context, { username, email }))
      if (userId !== null) await grantRole(owner, userId, role)
    }
  } finally {
    await owner.end()
  }
}

/** The user's id where the app is the demo's own. After the server's secret was replaced, the app follows it. */
async function findWithDemoTotp(
  tx: Tx,
  { keyring, secrets }: Context,
  { username, email }: { username: string; email: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select u.id, t.sealed from users u join accounts a on a.user_id = u.id join totps t on t.user_id = u.id
    where u.username = ${username} and a.email = ${email} for no key update of u`.execute(tx)
  const user = rows[0]
  if (!user) return null
  const stored = open(keyring, totpPlace(user.id), user.sealed)
  if (stored.equals(demoTotpSecret(secrets.current, username))) return user.id
  if (secrets.previous === null || !stored.equals(demoTotpSecret(secrets.previous, username))) return null
  await insertTotp(tx, keyring, user.id, demoTotpSecret(secrets.current, username))
  return user.id
}
