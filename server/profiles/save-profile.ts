import { cleanText } from '../../domain/clean-text.ts'
import type { ProfileInput } from '../../domain/profiles.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Stores what a person says of themselves, cleaned as every text on arrival. The input is valid already. */
export async function saveProfile(tx: Tx, userId: string, { bio, location, language }: ProfileInput): Promise<void> {
  await sql`
    update users set bio = ${cleanText(bio)}, location = ${cleanText(location)},
      language = coalesce(${language ?? null}, language)
    where id = ${userId}`.execute(tx)
}
