import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { holdAccounts } from './queries.ts'

/**
 * Removes an account. While one of its owner's offers names it, `payment_account_in_use`; the constraint
 * offer_methods_account refuses the same. The newest other account of its method becomes the default.
 */
export async function removeAccount(tx: Tx, userId: string, accountId: string): Promise<void> {
  await holdAccounts(tx, userId)
  const { rows } = await sql<{ method: string; isDefault: boolean }>`
    select payment_method as method, is_default
    from payment_accounts where id = ${accountId} and user_id = ${userId} for no key update`.execute(tx)
  const account = rows[0]
  if (!account) throw new DomainError('not_found')
  // After the lock, which waits for an offer that is being posted with the account.
  const offers = await sql`
    select from offer_methods where payment_account_id = ${accountId} limit 1`.execute(tx)
  if (offers.rows.length > 0) throw new DomainError('payment_account_in_use')
  await sql`delete from payment_accounts where id = ${accountId} and user_id = ${userId}`.execute(tx)
  if (!account.isDefault) return
  await sql`
    update payment_accounts set is_default = true
    where id = (
      select id from payment_accounts where user_id = ${userId} and payment_method = ${account.method}
      order by created_at desc, id limit 1)`.execute(tx)
}
