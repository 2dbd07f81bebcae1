import type { Language } from '../../domain/languages.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Stores the user's language. */
export async function saveLanguage(tx: Tx, userId: string, language: Language): Promise<void> {
  await sql`
    update users set language = ${language}
    where id = ${userId}`.execute(tx)
}
