/**
 * Sends the outbox. A worker claims a mail by setting its next attempt, in a statement of its own, so that no lock and no
 * connection is held during SMTP. Of two workers one claims it; if it dies while sending, the mail is attempted again:
 * delivery is at least once, and the Message-ID identifies repetitions.
 */
import { codeOf, fieldOf } from '../db/error-codes.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { endOfRetries, timeOfNextAttempt } from '../db/retries.ts'
import { writeMail } from './write-mail.ts'
import type { QueuedMail } from './write-mail.ts'

const MAILS_PER_ROUND = 100

/**
 * Sends due mails until `stopping` is aborted. Ends at the first failure, since the next mail would likely fail for the
 * same reason; the next round continues with the next mail.
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
      const reason = reasonOf(error)
      log.warn({ mailId: mail.id, reason }, 'a mail could not be sent and will be tried again')
      await sql`update mails set last_error = ${reason} where id = ${mail.id} and sent_at is null`.execute(db)
      return
    }
    await sql`
      update mails set sent_at = clock_timestamp(), values = '{}'
      where id = ${mail.id} and sent_at is null and failed_at is null`.execute(db)
  }
}

/** Marks day-old mails as failed, also those that no mailer attempted, and deletes their values with the tokens in them. */
export async function failStaleMails(db: Db): Promise<void> {
  await sql`
    update mails set failed_at = clock_timestamp(), values = '{}', last_error = coalesce(last_error, 'no mailer')
    where sent_at is null and failed_at is null
      and ${endOfRetries('created_at')} < clock_timestamp()`.execute(db)
}

async function claim(db: Db): Promise<QueuedMail | null> {
  const { rows } = await sql<QueuedMail>`
    update mails set attempts = attempts + 1, next_attempt_at = ${timeOfNextAttempt('attempts')}
    where id = (
      select id from mails
      where sent_at is null and failed_at is null and next_attempt_at <= clock_timestamp()
        and ${endOfRetries('created_at')} > clock_timestamp()
      order by next_attempt_at limit 1
      for no key update skip locked
    )
    returning id, to_address as "to", language, kind, values`.execute(db)
  return rows[0] ?? null
}

/** "EAUTH 535 AUTH": the codes only, since the mail server's text may quote the mail. */
function reasonOf(error: unknown): string {
  const command = fieldOf(error, 'command')
  const words = [
    codeOf(error),
    fieldOf(error, 'responseCode'),
    typeof command === 'string' ? command.split(' ')[0] : undefined,
  ]
  const known = words.filter(
    (word) => typeof word === 'number' || (typeof word === 'string' && /^\w{1,40}$/.test(word)),
  )
  return known.join(' ') || (error instanceof Error ? error.name : 'unknown')
}
