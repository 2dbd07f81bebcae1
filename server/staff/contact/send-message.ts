import { contactReference } from '../../../domain/staff/contact.ts'
import type { ContactInput } from '../../../domain/staff/contact.ts'
import { DomainError } from '../../../domain/errors.ts'
import { SOURCE_LANGUAGE } from '../../../domain/languages.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findContactMessage } from './queries.ts'
import type { ContactMessage } from './queries.ts'

/** `key`: the Idempotency-Key, which works without an account. `supportEmail`: where the message is mailed; null: nowhere. */
export type Sender = { key: string; userId: string | null; supportEmail: string | null }

export type Sent = { id: string; isReplay: boolean }

/** The message that was stored under this key, or null. Another text under the same key is `idempotency_key_reused`. */
export async function findSent(db: Db, input: ContactInput, { key }: Pick<Sender, 'key'>): Promise<Sent | null> {
  const earlier = await findContactMessage(db, key)
  if (!earlier) return null
  if (!isSame(earlier, input)) throw new DomainError('idempotency_key_reused')
  return { id: earlier.id, isReplay: true }
}

/**
 * Stores a message and queues its mail to support in one transaction (spec-coverage 5 Contact). Of two calls with one key
 * the later finds the message of the first, and queues no second mail.
 */
export async function sendContactMessage(db: Db, message: ContactInput, sender: Sender): Promise<Sent> {
  const id = await inTransaction(db, async (tx) => {
    const kept = await insertMessage(tx, message, sender)
    if (kept !== null && sender.supportEmail !== null) await mailToSupport(tx, kept, message, sender.supportEmail)
    return kept
  })
  if (id !== null) return { id, isReplay: false }
  const sent = await findSent(db, message, sender)
  if (!sent) throw new Error('a message with this key conflicted, but none was found')
  return sent
}

async function insertMessage(tx: Tx, { name, email, subject, message }: ContactInput, { key, userId }: Sender) {
  const { rows } = await sql<{ id: string }>`
    insert into contact_messages (key, user_id, name, email, subject, message)
    values (${key}, ${userId}, ${name}, ${email}, ${subject}, ${message})
    on conflict (key) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

async function mailToSupport(tx: Tx, id: string, sent: ContactInput, to: string): Promise<void> {
  const { name, email, subject: topic, message } = sent
  await queueMail(tx, {
    userId: null,
    contactMessageId: id,
    to,
    language: SOURCE_LANGUAGE,
    kind: 'contact_message',
    values: { reference: contactReference(id), topic, name, email, message },
  })
}

function isSame(earlier: ContactMessage, { name, email, subject, message }: ContactInput): boolean {
  return earlier.name === name && earlier.email === email && earlier.subject === subject && earlier.message === message
}
