import type { Language } from '../../domain/languages.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { updateAccount } from '../accounts/users/update-account.ts'

/** Stores the user's language. */
export async function saveLanguage(tx: Tx, userId: string, language: Language): Promise<void> {
  await updateAccount(tx, userId, sql`language = ${language}`)
}
