import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Mail } from './kinds.ts'

/**
 * Inserts a mail into the outbox in the caller's transaction, so that it is sent if and only if the transaction commits.
 * The worker sends it within a second or two.
 */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  const { userId, to, language, kind, values } = mail
  const contactMessageId = 'contactMessageId' in mail ? mail.contactMessageId : null
  await sql`
    insert into mails (user_id, contact_message_id, kind, to_address, language, values)
    values (${userId}, ${contactMessageId}, ${kind}, ${to}, ${language}, ${JSON.stringify(values)}::jsonb)`.execute(tx)
}
