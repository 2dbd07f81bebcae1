import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** Makes changes of one account's factors, keys and sessions run one after another. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
}

/** Holds off `lockUser` until the transaction ends: a factor added meanwhile cannot miss a session opened here. */
export async function holdFactors(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for share`.execute(tx)
}
