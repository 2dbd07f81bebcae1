import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import { consumeEmailLimit, consumeResetLimit } from '../http/rate-limits/email-limit.ts'
import type { RateLimits } from '../http/rate-limits/rate-limits.ts'
import type { Client } from './sessions/client.ts'
import { findKnownDevice } from './sessions/device.ts'
import { findUserByEmail } from './users/queries.ts'
import type { UserContact } from './users/queries.ts'

/** Longer than the work takes, so that response time does not reveal whether an account exists. */
export const ANSWER_AFTER_MS = 200

type AccountEmail = {
  kind: MailKind
  /** As a signed-out client entered it. */
  email: string
  client: Client
  /** `isLong`: the link has to last, since the mailbox's emails of the day are used up. */
  send: (tx: Tx, user: UserContact, isLong: boolean) => Promise<void>
}

/**
 * Sends an email to the account with this address, for a signed-out client: answer and time are the same when no account has
 * it. Refuses with `rate_limited`. The owner's known devices have a limit of their own, so they get emails even where strangers
 * have used up the mailbox's limit of the day. A link that sets a password is never refused for the day.
 */
export async function sendAccountEmail(
  { db, limits }: { db: Db; limits: RateLimits },
  { kind, email, client, send }: AccountEmail,
): Promise<void> {
  const allowed = await consumeLimit({ db, limits }, { kind, email, client })
  const sending = inTransaction(db, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user && allowed !== null) await send(tx, user, allowed === 'long')
  })
  await Promise.all([sending, sleep(ANSWER_AFTER_MS)])
}

/** Null where no email is to be sent, though the answer is that of one that is. */
async function consumeLimit(
  { db, limits }: { db: Db; limits: RateLimits },
  { kind, email, client }: Omit<AccountEmail, 'send'>,
): Promise<'short' | 'long' | null> {
  const { ipAddress, device } = client
  const knownDevice = await findKnownDevice(db, email, device)
  if (knownDevice !== null) {
    await limits.consume(db, 'emails_per_network', ipAddress)
    await limits.consume(db, 'emails_per_account', `${kind} ${email} ${knownDevice}`)
    return 'short'
  }
  if (kind === 'reset_password') return consumeResetLimit({ db, limits }, { kind, email, ipAddress })
  await consumeEmailLimit({ db, limits }, { kind, email, ipAddress })
  return 'short'
}
