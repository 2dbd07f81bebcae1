/** Creates signed-in users without registration's HTTP calls, through the verb that registration ends with. */
import { deviceOfCookie } from '../../accounts/sessions/device.ts'
import { signToken } from '../../accounts/sessions/session-token.ts'
import { createPasswords } from '../../accounts/passwords.ts'
import type { Language } from '../../../domain/languages.ts'
import type { Secrets } from '../../config.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { createKeyring } from '../../db/encryption/keyring.ts'
import { createAccount } from '../../accounts/registration/create-account.ts'

export type CreatedUser = {
  id: string
  /** The value of the session cookie. */
  session: string
  /** The value of the cookie by which the device is known. */
  device: string
}

type NewUser = { username: string; email: string; password: string; language: Language; userAgent: string }

/** The user's email address is verified and the session is recently authenticated, as after a registration. `secret` signs the session. */
export async function createUser(db: Db, secrets: Secrets, newUser: NewUser): Promise<CreatedUser> {
  const { username, email, password, language, userAgent } = newUser
  const passwordHash = await hashOf(password)
  const client = { ipAddress: '127.0.0.1', userAgent, device: deviceOfCookie(null) }
  return inTransaction(db, async (tx) => {
    const opened = await createAccount(
      tx,
      createKeyring(secrets),
      { username, email, language, credential: { passwordHash } },
      client,
    )
    if (!('token' in opened)) throw new Error('a new account has no second factor')
    const { rows } = await sql<{ id: string }>`select user_id as id from accounts where email = ${email}`.execute(tx)
    return { id: rows[0]!.id, session: signToken(opened.token, secrets), device: client.device.nextToken }
  })
}

const passwords = createPasswords()
const hashes = new Map<string, Promise<string>>()

/** Every test user has the same password, so it is hashed once per process. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? passwords.hash(password)
  hashes.set(password, known)
  return known
}
