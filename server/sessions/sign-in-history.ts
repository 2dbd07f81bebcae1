import type { SignInLogMethod } from '../../domain/accounts.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Db } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'

export type SignInLine = {
  userId: string
  method: SignInLogMethod
  outcome: 'signed_in' | 'refused'
  isNewDevice?: boolean
  client: Client
}

/** A line on the person's Security tab. */
export async function recordSignIn(db: DbOrTx, line: SignInLine): Promise<void> {
  const { userId, method, outcome, isNewDevice = false, client } = line
  await sql`
    insert into sign_ins (user_id, method, outcome, is_new_device, user_agent)
    values (${userId}, ${method}, ${outcome}, ${isNewDevice}, ${client.userAgent})`.execute(db)
}

/**
 * The same for a try that was refused, by the e-mail that was typed: the same work whether or not somebody has it. The
 * disk is not waited for, which only a row that is written would have to.
 */
export async function recordRefusedSignIn(
  db: Db,
  email: string,
  method: SignInLogMethod,
  client: Client,
): Promise<void> {
  await inTransaction(db, async (tx: Tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`
      insert into sign_ins (user_id, method, outcome, user_agent)
      select id, ${method}, 'refused', ${client.userAgent} from users where email = ${email} and deleted_at is null`.execute(
      tx,
    )
  })
}
