import type { SignInMethod } from '../../../domain/accounts/sign-in-methods.ts'
import type { Db, DbOrTx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import type { Client } from './client.ts'

type SignIn = {
  userId: string
  method: SignInMethod
  outcome: 'signed_in' | 'refused'
  isNewDevice?: boolean
  client: Client
}

/** Adds an entry to the history on the user's Security tab. */
export async function recordSignIn(db: DbOrTx, entry: SignIn): Promise<void> {
  const { userId, method, outcome, isNewDevice = false, client } = entry
  await sql`
    insert into sign_ins (user_id, method, outcome, is_new_device, user_agent)
    values (${userId}, ${method}, ${outcome}, ${isNewDevice}, ${client.userAgent})`.execute(db)
}

/**
 * Same, for a refused sign-in, by the email that was entered: the same work whether or not an account has it. The commit
 * does not wait for the disk, since only an existing account would have something to write.
 */
export async function recordRefusedSignIn(db: Db, email: string, method: SignInMethod, client: Client): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`
      insert into sign_ins (user_id, method, outcome, user_agent)
      select user_id, ${method}, 'refused', ${client.userAgent} from accounts where email = ${email}`.execute(tx)
  })
}
