import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Changes of one person's factors come one after another. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
}

/** Factors stay as they are until the transaction ends: a session opened in it is not one that a new factor has missed. */
export async function holdFactors(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for share`.execute(tx)
}
