import { setTimeout as sleep } from 'node:timers/promises'
import type { MailKind } from '../mail/kinds.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Client, Setup } from './accounts.ts'
import { isKnownDevice } from './device.ts'
import { networkOf } from './network.ts'
import { findByEmail } from './queries.ts'
import type { Addressee } from './queries.ts'
import { hashToken } from './session-token.ts'

/** Longer than the work takes, so that the time says nothing of what was done. */
export const ANSWER_AFTER_MS = 200

/**
 * Writes to whoever has this e-mail, for somebody who only typed it: answer and time are the same when nobody has it.
 * Refuses with `rate_limited`, by what was typed and by where it came from: whatever strangers ask for elsewhere, three letters
 * in ten minutes are there for each network, and for the person's own browsers also where a mailbox had its twenty a day.
 */
export async function writeTo(
  { db, limits }: Pick<Setup, 'db' | 'limits'>,
  kind: MailKind,
  email: string,
  client: Client,
  write: (tx: Tx, addressee: Addressee) => Promise<void>,
): Promise<void> {
  await limits.spend(db, 'letters_of_network', client.ipAddress)
  const isKnown = await isKnownDevice(db, email, client.device)
  const from = isKnown ? hashToken(client.device.shown ?? '') : networkOf(client.ipAddress)
  await limits.spend(db, 'letters_of_account', `${kind} ${email} ${from}`)
  if (!isKnown) await limits.spend(db, 'letters_of_mailbox', `${kind} ${email}`)
  const writing = inTransaction(db, async (tx) => {
    const addressee = await findByEmail(tx, email)
    if (addressee) await write(tx, addressee)
  })
  await Promise.all([writing, sleep(ANSWER_AFTER_MS)])
}
