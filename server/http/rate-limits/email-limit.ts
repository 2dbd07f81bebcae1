/** Limits on emails that clients request. Notifications are not counted and are always sent. */
import { DomainError } from '../../../domain/errors.ts'
import type { Db, DbOrTx } from '../../db/pool.ts'
import { networkOf } from '../network.ts'
import type { RateLimits } from './rate-limits.ts'

type Services = { db: Db; limits: RateLimits }

/** `kind` is that of the email, and `email` the address that it goes to. */
export type EmailRequest = { kind: string; email: string; ipAddress: string }

/**
 * Counts one email that a signed-out client asks for. Refuses with `rate_limited` per network, so that one network cannot use
 * up the mailbox's limit for others, and per mailbox, so that many networks together can neither flood it nor guess its codes.
 */
export async function consumeEmailLimit({ db, limits }: Services, request: EmailRequest): Promise<void> {
  await consumeOfTenMinutes({ db, limits }, request)
  await consumeOfDay({ db, limits }, request)
}

/**
 * Same, for a link that sets a new password. Where the day's emails are used up, a long-lived link is sent, and no other until
 * it expires: then the mailbox has a link that works, whatever strangers ask for. Returns which link to send, null for none.
 */
export async function consumeResetLimit(
  { db, limits }: Services,
  request: EmailRequest,
): Promise<'short' | 'long' | null> {
  await consumeOfTenMinutes({ db, limits }, request)
  if (await isWithin(consumeOfDay({ db, limits }, request))) return 'short'
  return (await isWithin(limits.consume(db, 'long_reset_links_per_mailbox', request.email))) ? 'long' : null
}

/** An email that a signed-in user asks for, to the address of the account. */
export type OwnEmailRequest = { kind: string; userId: string; email: string }

/**
 * Counts one email that a signed-in user asks for. Refuses with `rate_limited`. It counts towards the mailbox's emails of the
 * day, of which requests of strangers leave a part.
 */
export async function consumeOwnEmailLimit(
  db: DbOrTx,
  limits: RateLimits,
  { kind, userId, email }: OwnEmailRequest,
): Promise<void> {
  await limits.consume(db, 'emails_per_account', `${kind} ${userId}`)
  await limits.consume(db, 'emails_per_mailbox_in_all', email)
}

/** Counts an email of this kind against the mailbox of a stranger, from whatever account or network it comes. */
export async function consumeMailboxLimit(
  db: DbOrTx,
  limits: RateLimits,
  { kind, email }: Pick<EmailRequest, 'kind' | 'email'>,
): Promise<void> {
  await limits.consume(db, 'emails_per_mailbox', `${kind} ${email}`)
  await limits.consume(db, 'emails_per_mailbox_signed_out', email)
  await limits.consume(db, 'emails_per_mailbox_in_all', email)
}

/** The mailbox of a refused request already has an email that still works. */
async function consumeOfTenMinutes({ db, limits }: Services, { kind, email, ipAddress }: EmailRequest): Promise<void> {
  await limits.consume(db, 'emails_per_network', ipAddress)
  await limits.consume(db, 'emails_per_account', `${kind} ${email} ${networkOf(ipAddress)}`)
}

async function consumeOfDay({ db, limits }: Services, { kind, email, ipAddress }: EmailRequest): Promise<void> {
  const network = networkOf(ipAddress)
  await limits.consume(db, 'emails_per_account_daily', `${kind} ${email} ${network}`)
  // All kinds together, so that one network leaves more than half of the mailbox's limit to others.
  await limits.consume(db, 'emails_per_account_daily', `${email} ${network}`)
  await consumeMailboxLimit(db, limits, { kind, email })
}

async function isWithin(consumed: Promise<void>): Promise<boolean> {
  try {
    await consumed
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'rate_limited') return false
    throw error
  }
}
