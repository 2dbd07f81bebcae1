import type { RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** Changes columns of the user's account. Row-level security hides an account from other users, so none may be found. */
export async function updateAccount(tx: Tx, userId: string, columns: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    update accounts set ${columns} where user_id = ${userId} returning 1 as updated`.execute(tx)
  if (rows.length === 0) throw new Error('this account does not exist, or is of another user')
}
