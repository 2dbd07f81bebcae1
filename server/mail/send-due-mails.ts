/**
 * Sends the outbox. A worker claims a mail by setting its next attempt, in a statement of its own, so that no lock and no
 * connection is held during SMTP. Of two workers one claims it; if it dies while sending, the mail is attempted again:
 * delivery is at least once, and the Message-ID identifies repetitions.
 */
import { MAIL_PRIORITIES } from '../../domain/notifications/mail-kinds.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { timeOfNextAttempt } from '../db/retries.ts'
import { readRefusal } from './refusals.ts'
import { writeMail } from './write-mail.ts'
import type { QueuedMail } from './write-mail.ts'

const MAILS_PER_ROUND = 100

/**
 * Sends due mails until `stopping` is aborted. Ends at the first failure of the connection, since the next mail would fail for the
 * same reason; an address or a mail that the server refuses ends nothing but itself, and a final refusal is not repeated.
 */
export async function sendDueMails(context: Context, stopping?: AbortSignal): Promise<void> {
  const {
    db,
    config,
    log,
    mail: { mailer, catalogues },
  } = context
  if (!mailer) return
  for (let sent = 0; sent < MAILS_PER_ROUND && !stopping?.aborted; sent++) {
    const mail = await claim(db)
    if (!mail) return
    try {
      await mailer.send(writeMail(catalogues, config.publicUrl, mail))
    } catch (error) {
      const refusal = readRefusal(error)
      const { codes, isFinal, isOfThisMail } = refusal
      log.warn({ mailId: mail.id, reason: codes }, `a mail could not be sent${isFinal ? '' : ' yet'}: ${refusal.words}`)
      if (isFinal) await recordFinalRefusal(db, mail, codes)
      else {
        await sql`
          update mails set last_error = ${codes}
          where id = ${mail.id} and sent_at is null and failed_at is null`.execute(db)
      }
      if (isOfThisMail) continue
      return
    }
    await recordSent(db, mail)
  }
}

/** Ends the mail, and records the refusal in the account that has the address. */
async function recordFinalRefusal(db: Db, { id }: QueuedMail, codes: string): Promise<void> {
  await sql`
    with refused as (
      update mails set last_error = ${codes}, failed_at = clock_timestamp(), values = '{}'
      where id = ${id} and sent_at is null and failed_at is null
      returning user_id, to_address
    )
    update accounts a set refused_email = a.email, email_refused_at = clock_timestamp()
    from refused where a.user_id = refused.user_id and a.email = refused.to_address`.execute(db)
}

async function recordSent(db: Db, { id }: QueuedMail): Promise<void> {
  await sql`
    with sent as (
      update mails set sent_at = clock_timestamp(), values = '{}'
      where id = ${id} and sent_at is null and failed_at is null
      returning user_id, to_address
    )
    update accounts a set refused_email = null, email_refused_at = null
    from sent where a.user_id = sent.user_id and a.refused_email = sent.to_address`.execute(db)
}

/** The moment after which the mail is not sent. */
const END = sql`m.created_at + make_interval(mins => k.minutes)`

/** Marks mails whose time is over as failed, also those that no mailer attempted, and deletes their values with the tokens in them. */
export async function failStaleMails(db: Db): Promise<void> {
  await sql`
    update mails m set failed_at = clock_timestamp(), values = '{}', last_error = coalesce(last_error, 'no mailer')
    from mail_kinds k
    where k.kind = m.kind and sent_at is null and failed_at is null and ${END} < clock_timestamp()`.execute(db)
}

/**
 * Claims the mail that is sent next. One that a form waits for is attempted again within a tenth of its time, and loses its precedence:
 * addresses on which the mail server hangs delay no mail that was never attempted.
 */
async function claim(db: Db): Promise<QueuedMail | null> {
  const { rows } = await sql<QueuedMail>`
    with due as materialized (
      select m.id as due_id,
        case k.priority when ${MAIL_PRIORITIES.awaited} then clock_timestamp() + make_interval(mins => k.minutes) / 10 end as soon
      from mails m join mail_kinds k on k.kind = m.kind
      where sent_at is null and failed_at is null and next_attempt_at <= clock_timestamp() and ${END} > clock_timestamp()
      order by k.priority + least(m.attempts, ${MAIL_PRIORITIES.news - MAIL_PRIORITIES.awaited}), next_attempt_at limit 1
      for no key update of m skip locked
    )
    update mails set attempts = attempts + 1, next_attempt_at = least(${timeOfNextAttempt('attempts')}, due.soon)
    from due where id = due_id
    returning id, to_address as "to", language, kind, values`.execute(db)
  return rows[0] ?? null
}
