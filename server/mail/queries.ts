import type { CaughtMail, CaughtMailHead } from '../../domain/api/mail.ts'
import { DomainError } from '../../domain/errors.ts'
import { LISTED } from '../../domain/limits.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** When a mail server last refused the address of the account `a` for good; null where it takes emails, and since the address changed. */
export const EMAIL_REFUSED_AT = sql`case when a.refused_email = a.email then a.email_refused_at end`

/** The latest caught mails, newest first; only those whose address contains `to`. */
export async function listCaughtMails(db: Db, to: string): Promise<CaughtMailHead[]> {
  const { rows } = await sql<Omit<CaughtMailHead, 'at'> & { at: Date }>`
    select id, to_address as "to", subject, at from caught_mails
    where strpos(to_address, ${to.toLowerCase()}) > 0
    order by at desc, id limit ${sql.lit(LISTED.caught_mails)}`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** One caught mail. Refuses with `not_found`. */
export async function getCaughtMail(db: Db, id: string): Promise<CaughtMail> {
  const { rows } = await sql<Omit<CaughtMail, 'at'> & { at: Date }>`
    select id, to_address as "to", subject, at, text from caught_mails where id = ${id}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return { ...rows[0], at: rows[0].at.toISOString() }
}

/** The HTML of a caught mail. Refuses with `not_found`. */
export async function getCaughtMailPage(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ html: string }>`select html from caught_mails where id = ${id}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0].html
}
