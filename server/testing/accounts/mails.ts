/** Reads the outbox: where no mailer is configured, emails wait there with their values. */
import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Language } from '../../../domain/languages.ts'
import type { MailKind } from '../../../domain/notifications/mail-kinds.ts'

export type QueuedMail = { kind: MailKind; values: Record<string, string>; language: Language }

/** The queued emails to this address, the latest last. */
export async function mailsTo(owner: pg.Pool, address: string): Promise<QueuedMail[]> {
  const { rows } = await owner.query<QueuedMail>(
    'select kind, values, language from mails where to_address = $1 order by created_at',
    [address],
  )
  return rows
}

/** The latest email of this kind to this address; throws when there is none. */
export async function lastMail(owner: pg.Pool, address: string, kind: MailKind): Promise<QueuedMail> {
  const mail = (await mailsTo(owner, address)).findLast((one) => one.kind === kind)
  assert(mail, `no ${kind} was sent to ${address}`)
  return mail
}
