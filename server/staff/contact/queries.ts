import { parsePosition } from '../../../domain/cursors.ts'
import type { ReceivedMessage } from '../../../domain/api/staff/staff.ts'
import { contactReference } from '../../../domain/staff/contact.ts'
import type { ContactInput } from '../../../domain/staff/contact.ts'
import { STAFF_PAGE_SIZE } from '../../../domain/staff/staff.ts'
import { pageOf, timeAt } from '../../db/page-of.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

export type ContactMessage = ContactInput & { id: string }

/** The message that was stored under this Idempotency-Key, or null. */
export async function findContactMessage(db: Db, key: string): Promise<ContactMessage | null> {
  const { rows } = await sql<ContactMessage>`
    select id, name, email, subject, message from contact_messages where key = ${key}`.execute(db)
  return rows[0] ?? null
}

type Row = ContactMessage & {
  at: Date
  position: string
  username: string | null
  answeredAt: Date | null
  answeredBy: string | null
  note: string | null
  answer: string | null
}

/** The messages after `cursor`, or the first ones: unanswered messages, the longest waiting first, or all, the latest first. */
export async function listReceivedMessages(
  db: Db,
  show: 'unanswered' | 'all',
  cursor: string | undefined,
): Promise<{ messages: ReceivedMessage[]; nextCursor: string | null }> {
  const isWaiting = show === 'unanswered'
  const { rows } = await sql<Row>`
    select m.id, m.name, m.email, m.subject, m.message, m.created_at as at, u.username,
      (extract(epoch from m.created_at) * 1000000)::bigint || '.' || m.id as position,
      a.at as answered_at, s.username as answered_by, a.reason as note, m.answer
    from contact_messages m left join users u on u.id = m.user_id
      left join audit_log a on a.id = m.answer_id left join users s on s.id = a.actor_id
    where ${isWaiting ? sql`m.answer_id is null` : sql`true`} and ${behind(isWaiting, cursor)}
    order by ${isWaiting ? sql`m.created_at, m.id` : sql`m.created_at desc, m.id desc`} limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(
    db,
  )
  const { page, nextCursor } = pageOf(rows, STAFF_PAGE_SIZE, ({ position }) => position)
  return { messages: page.map(toMessage), nextCursor }
}

/** A cursor is the time in microseconds and the id of the last message on the page before. */
function behind(isWaiting: boolean, cursor: string | undefined) {
  if (cursor === undefined) return sql`true`
  const position = parsePosition(cursor, 1)
  const place = sql`(${timeAt(position?.numbers[0])}, ${position?.id}::uuid)`
  return isWaiting ? sql`(m.created_at, m.id) > ${place}` : sql`(m.created_at, m.id) < ${place}`
}

function toMessage(row: Row): ReceivedMessage {
  const { id, name, email, subject, message, username, at, answeredAt, answeredBy, note, answer } = row
  return {
    id,
    reference: contactReference(id),
    name,
    email,
    subject,
    message,
    at: at.toISOString(),
    username,
    answered: answeredAt && { at: answeredAt.toISOString(), by: answeredBy ?? '', note, answer },
  }
}
