import type { ProfileInput } from '../../domain/profiles/profiles.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { saveLanguage } from './save-language.ts'

/** Stores bio, location and language, cleaned like every text input. The input is valid already. */
export async function saveProfile(tx: Tx, userId: string, { bio, location, language }: ProfileInput): Promise<void> {
  await sql`update users set bio = ${bio}, location = ${location} where id = ${userId}`.execute(tx)
  if (language) await saveLanguage(tx, userId, language)
  marketChanged(tx)
}
