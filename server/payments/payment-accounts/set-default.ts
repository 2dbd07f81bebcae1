import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { holdAccounts } from './queries.ts'

/** Makes an account the one that forms propose for its method; another user's is `not_found`. */
export async function setDefault(tx: Tx, userId: string, accountId: string): Promise<void> {
  await holdAccounts(tx, userId)
  const { rows } = await sql<{ method: string }>`
    select payment_method as method from payment_accounts
    where id = ${accountId} and user_id = ${userId}`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  await sql`
    update payment_accounts set is_default = false
    where user_id = ${userId} and payment_method = ${rows[0].method} and is_default and id <> ${accountId}`.execute(tx)
  await sql`update payment_accounts set is_default = true where id = ${accountId} and not is_default`.execute(tx)
}
