/** The rows a person begins with, and what the tables say against them. */
import type { RegistrationInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Who somebody is when they begin; their mailbox was reached. */
export type NewUser = Pick<RegistrationInput, 'username' | 'email' | 'language'>

/** The row of a person; their id. Throws what the table refuses, which `refusalOf` words. */
export async function insertUser(tx: Tx, { username, email, language }: NewUser): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, email_verified, language)
    values (${username}, ${email}, true, ${language}) returning id`.execute(tx)
  return rows[0]!.id
}

/** Gives a person who has none a password to sign in with. */
export async function insertPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await sql`
    insert into identities (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${userId}, ${passwordHash})`.execute(tx)
}

const UNIQUE_VIOLATION = '23505'

/** What a refusal of the tables tells somebody who joins; null for any other error. */
export function refusalOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== UNIQUE_VIOLATION) return null
  const isName = constraint === 'users_username_skeleton_key' || constraint === 'users_username_freed'
  if (isName) return new DomainError('username_taken', { field: 'username' })
  if (constraint === 'users_email_key') return new DomainError('email_taken', { field: 'email' })
  return null
}
