/** A new account and its first session, in one transaction (spec section 5; decisions: Accounts). */
import { runWithTransaction } from '@better-auth/core/context'
import type { RegistrationInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db } from '../db/pool.ts'
import type { Client } from './accounts.ts'
import type { Auth } from './auth.ts'
import type { Passwords } from './passwords.ts'
import { findRegistration } from './queries.ts'
import type { Registration } from './queries.ts'

type Setup = { db: Db; auth: Auth; passwords: Passwords }

export type Registered = { token: string; isReplay: boolean }

/**
 * Returns the token of a fresh session. The same key, names and password again find the account they made, also
 * when both calls run at once; anything else with that key is `idempotency_key_reused`. Of two people who want one
 * name or e-mail the later gets `username_taken` or `email_taken`, from the tables' own constraints.
 */
export async function register(
  setup: Setup,
  input: RegistrationInput,
  key: string,
  client: Client,
): Promise<Registered> {
  const earlier = await findRegistration(setup.db, key)
  if (earlier) return resume(setup, earlier, input, client)
  // Hashed before the transaction, which would else hold a connection while it waits for its turn.
  const passwordHash = await setup.passwords.hash(input.password)
  try {
    return { token: await createAccount(setup.auth, input, passwordHash, key, client), isReplay: false }
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === null) throw error
    const winner = await findRegistration(setup.db, key)
    if (winner) return resume(setup, winner, input, client)
    throw refusalOf(constraint) ?? error
  }
}

async function createAccount(
  auth: Auth,
  { username, email, language }: RegistrationInput,
  password: string,
  registrationKey: string,
  client: Client,
): Promise<string> {
  const { adapter, internalAdapter } = await auth.$context
  return runWithTransaction(adapter, async () => {
    const user = await internalAdapter.createUser(
      { name: username, email: email.toLowerCase(), emailVerified: false, registrationKey, language },
      { method: 'email-password' },
    )
    await internalAdapter.createAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password })
    const session = await internalAdapter.createSession(user.id, false, client)
    return session.token
  })
}

async function resume(
  { auth, passwords }: Setup,
  account: Registration,
  input: RegistrationInput,
  client: Client,
): Promise<Registered> {
  const isSame =
    account.username === input.username &&
    account.email === input.email.toLowerCase() &&
    (await passwords.verify({ hash: account.passwordHash, password: input.password }))
  if (!isSame) throw new DomainError('idempotency_key_reused')
  const { internalAdapter } = await auth.$context
  const session = await internalAdapter.createSession(account.userId, false, client)
  return { token: session.token, isReplay: true }
}

const UNIQUE_VIOLATION = '23505'

function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === UNIQUE_VIOLATION && constraint ? constraint : null
}

function refusalOf(constraint: string): DomainError | null {
  const isName = constraint === 'users_username_skeleton_key' || constraint === 'users_username_freed'
  if (isName) return new DomainError('username_taken', { field: 'username' })
  if (constraint === 'users_email_key') return new DomainError('email_taken', { field: 'email' })
  return null
}
