import { contactReference } from '../../domain/staff/contact.ts'
import { DomainError } from '../../domain/errors.ts'
import { SOURCE_LANGUAGE } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { recordAction } from './record-action.ts'

type MessageRow = { answerId: bigint | null; email: string; message: string; language: Language | null }

/**
 * Records that a contact message was answered elsewhere. Of two concurrent calls the later is refused with
 * `message_answered`; an unknown message is `not_found`. An empty note is stored as none.
 */
export async function markAnswered(tx: Tx, viewer: Viewer, messageId: string, note: string): Promise<void> {
  await lockUnanswered(tx, messageId)
  const recordId = await recordAction(tx, viewer, { action: 'mark_answered', subject: messageId, reason: note || null })
  await sql`update contact_messages set answer_id = ${recordId} where id = ${messageId}`.execute(tx)
}

/**
 * Answers a contact message: the answer is stored, and mailed to the sender with the message below it, in the language of
 * the account that sent it. Refuses as `markAnswered`, and with `staff_limit`.
 */
export async function answerMessage(tx: Tx, viewer: Viewer, messageId: string, answer: string): Promise<void> {
  const { email, message, language } = await lockUnanswered(tx, messageId)
  const recordId = await recordAction(tx, viewer, { action: 'answer_message', subject: messageId, reason: null })
  await sql`
    update contact_messages set answer_id = ${recordId}, answer = ${answer} where id = ${messageId}`.execute(tx)
  await queueMail(tx, {
    userId: null,
    contactMessageId: messageId,
    to: email,
    language: language ?? SOURCE_LANGUAGE,
    kind: 'contact_answer',
    values: { reference: contactReference(messageId), answer, message },
  })
}

async function lockUnanswered(tx: Tx, messageId: string): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    select m.answer_id, m.email, m.message, (select language from accounts where user_id = m.user_id) as language
    from contact_messages m where m.id = ${messageId} for no key update of m`.execute(tx)
  const [row] = rows
  if (!row) throw new DomainError('not_found')
  if (row.answerId !== null) throw new DomainError('message_answered')
  return row
}
