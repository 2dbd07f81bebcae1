/**
 * The outbox's way out. A mail is claimed by putting its next try into the future, in a statement of its own, so no lock
 * and no connection is held while a mail server is talked to. Of two workers one claims it; one that dies while it sends
 * leaves a mail that is tried again: each mail leaves at least once, and its Message-ID tells repetitions.
 */
import type { Context } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { writeMail } from './write-mail.ts'
import type { QueuedMail } from './write-mail.ts'

const MAILS_A_ROUND = 100
/** Between the first tries; then the last one again and again. The first is longer than a sending may take. */
const MINUTES_TO_NEXT_TRY = [1, 5, 30, 120, 240, 480]
/** Nobody waits for a mail that is this old; its links are dead by then. */
const HOURS_TO_GIVE_UP = 24

/**
 * Sends what is due, until `stopping` says stop. Ends at the first failure, since the next mail would likely fail of
 * the same; the round after goes on with the next one.
 */
export async function sendDueMails(context: Context, stopping?: AbortSignal): Promise<void> {
  const {
    db,
    config,
    log,
    mail: { mailer, catalogues },
  } = context
  if (!mailer) return
  for (let sent = 0; sent < MAILS_A_ROUND && !stopping?.aborted; sent++) {
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

/** Ends the waiting of mails that are a day old, and of the secrets in them. */
export async function failStaleMails(db: Db): Promise<void> {
  await sql`
    update mails set failed_at = clock_timestamp(), values = '{}', last_error = coalesce(last_error, 'no mailer')
    where sent_at is null and failed_at is null
      and created_at < clock_timestamp() - make_interval(hours => ${sql.lit(HOURS_TO_GIVE_UP)})`.execute(db)
}

async function claim(db: Db): Promise<QueuedMail | null> {
  const { rows } = await sql<QueuedMail>`
    update mails set attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(
      mins => (${MINUTES_TO_NEXT_TRY}::int[])[least(attempts + 1, ${sql.lit(MINUTES_TO_NEXT_TRY.length)})])
    where id = (
      select id from mails
      where sent_at is null and failed_at is null and next_attempt_at <= clock_timestamp()
        and created_at > clock_timestamp() - make_interval(hours => ${sql.lit(HOURS_TO_GIVE_UP)})
      order by next_attempt_at limit 1
      for no key update skip locked
    )
    returning id, to_address as "to", language, kind, values`.execute(db)
  return rows[0] ?? null
}

/** "EAUTH 535 AUTH": the codes only, since a mail server's sentence may repeat what it was sent. */
function reasonOf(error: unknown): string {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  const words = [code, responseCode, typeof command === 'string' ? command.split(' ')[0] : undefined]
  const known = words.filter(
    (word) => typeof word === 'number' || (typeof word === 'string' && /^\w{1,40}$/.test(word)),
  )
  return known.join(' ') || (error instanceof Error ? error.name : 'unknown')
}
