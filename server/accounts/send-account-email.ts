import { setTimeout as sleep } from 'node:timers/promises'
import type { MailKind } from '../mail/kinds.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Client, Setup } from './accounts.ts'
import { isKnownDevice } from '../sessions/device.ts'
import { findByEmail } from './queries.ts'
import type { Recipient } from './queries.ts'
import { hashToken } from '../sessions/session-token.ts'
import { consumeEmailLimit } from '../rate-limits/email-limit.ts'

/** Longer than the work takes, so that the time says nothing of what was done. */
export const ANSWER_AFTER_MS = 200

/**
 * Writes to whoever has this e-mail, for somebody who only typed it: answer and time are the same when nobody has it.
 * Refuses with `rate_limited`, by what was typed and by where it came from. The person's own browsers have a tally of their own:
 * there are letters for them also where a mailbox had its twenty a day.
 */
export async function sendAccountEmail(
  { db, limits }: Pick<Setup, 'db' | 'limits'>,
  kind: MailKind,
  email: string,
  client: Client,
  write: (tx: Tx, addressee: Recipient) => Promise<void>,
): Promise<void> {
  if (await isKnownDevice(db, email, client.device)) {
    await limits.consume(db, 'emails_per_network', client.ipAddress)
    await limits.consume(db, 'emails_per_account', `${kind} ${email} ${hashToken(client.device.shown ?? '')}`)
  } else await consumeEmailLimit({ db, limits }, `${kind} ${email}`, client)
  const writing = inTransaction(db, async (tx) => {
    const addressee = await findByEmail(tx, email)
    if (addressee) await write(tx, addressee)
  })
  await Promise.all([writing, sleep(ANSWER_AFTER_MS)])
}
