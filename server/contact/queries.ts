import type { ContactInput } from '../../domain/contact.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

export type ContactMessage = ContactInput & { id: string }

/** The message that came with this Idempotency-Key, or null. */
export async function findContactMessage(db: Db, key: string): Promise<ContactMessage | null> {
  const { rows } = await sql<ContactMessage>`
    select id, name, email, subject, message from contact_messages where key = ${key}`.execute(db)
  return rows[0] ?? null
}
