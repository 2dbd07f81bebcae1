import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Mail } from './kinds.ts'

/**
 * Puts a mail into the outbox in the caller's transaction, so that it is sent if and only if what it tells of was
 * committed. The worker sends it within a second or two; no mail server is waited for here.
 */
export async function queueMail(tx: Tx, { userId, to, language, kind, values }: Mail): Promise<void> {
  await sql`
    insert into mails (user_id, kind, to_address, language, values)
    values (${userId}, ${kind}, ${to}, ${language}, ${JSON.stringify(values)}::jsonb)`.execute(tx)
}
