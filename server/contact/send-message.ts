import { cleanText } from '../../domain/chat.ts'
import type { ContactInput } from '../../domain/contact.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { findContactMessage } from './queries.ts'
import type { ContactMessage } from './queries.ts'

/** Who writes: the key names the message, so that nobody needs an account for it to be kept once. */
export type Sender = { key: string; userId: string | null }

export type Sent = { id: string; isReplay: boolean }

/** The message this key already brought, or null. Another text under the same key is `idempotency_key_reused`. */
export async function findSent(db: Db, input: ContactInput, { key }: Sender): Promise<Sent | null> {
  const earlier = await findContactMessage(db, key)
  if (!earlier) return null
  if (!isSame(earlier, cleaned(input))) throw new DomainError('idempotency_key_reused')
  return { id: earlier.id, isReplay: true }
}

/** Keeps a message (spec section 5, Contact). Of two calls with one key the later finds what the first one kept. */
export async function sendContactMessage(db: Db, input: ContactInput, sender: Sender): Promise<Sent> {
  const { name, email, subject, message } = cleaned(input)
  const { rows } = await sql<{ id: string }>`
    insert into contact_messages (key, user_id, name, email, subject, message)
    values (${sender.key}, ${sender.userId}, ${name}, ${email}, ${subject}, ${message})
    on conflict (key) do nothing returning id`.execute(db)
  if (rows[0]) return { id: rows[0].id, isReplay: false }
  const sent = await findSent(db, input, sender)
  if (!sent) throw new Error('a message that stands in the way of another is there')
  return sent
}

function cleaned(input: ContactInput): ContactInput {
  return { ...input, name: cleanText(input.name), message: cleanText(input.message) }
}

function isSame(earlier: ContactMessage, { name, email, subject, message }: ContactInput): boolean {
  return earlier.name === name && earlier.email === email && earlier.subject === subject && earlier.message === message
}
