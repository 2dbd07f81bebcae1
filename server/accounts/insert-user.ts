/** The rows a user begins with, and the refusals of their tables. */
import { codeOf, constraintOf } from '../db/error-codes.ts'
import type { RegistrationInput } from '../../domain/accounts/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** A user whose mailbox was reached. */
export type NewUser = Pick<RegistrationInput, 'username' | 'email' | 'language'> & {
  /** Invented by the demonstration, without a mailbox. */
  isDemo?: boolean
}

/** Returns the user's id. Throws what the table refuses; `refusalOf` translates it. */
export async function insertUser(tx: Tx, { username, email, language, isDemo = false }: NewUser): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with inserted as (insert into users (username, email_verified, is_demo) values (${username}, true, ${isDemo}) returning id)
    insert into accounts (user_id, email, language)
    select id, ${email}, ${language} from inserted returning user_id as id`.execute(tx)
  return rows[0]!.id
}

/** Gives a user without a password one. */
export async function insertPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await sql`
    insert into identities (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${userId}, ${passwordHash})`.execute(tx)
}

const UNIQUE_VIOLATION = '23505'

/** Translates a violated constraint of these tables to its refusal; null for any other error. */
export function refusalOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  if (codeOf(error) !== UNIQUE_VIOLATION) return null
  const constraint = constraintOf(error)
  const isName = constraint === 'users_username_skeleton_key' || constraint === 'users_username_freed'
  if (isName) return new DomainError('username_taken', { field: 'username' })
  if (constraint === 'accounts_email_key') return new DomainError('email_taken', { field: 'email' })
  return null
}
