import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { usernameSkeleton } from '../../domain/accounts/usernames.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import type { Language } from '../../domain/languages.ts'
import { NOT_YOUR_USERNAME } from '../../domain/accounts/account-data.ts'
import { nameOfDeleted } from '../../domain/accounts/usernames.ts'
import type { AccountDeletionInput } from '../../domain/accounts/account-data.ts'
import { listIfSuspended } from '../accounts/suspended-emails.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { requireRecentAuthentication } from '../accounts/sessions/recent-authentication.ts'
import type { Viewer } from '../http/viewer.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'
import { queueMail } from '../mail/queue-mail.ts'

/** How long one attempt waits for the locks, and how many attempts are made. */
const LOCK_MS = 200
const ATTEMPTS_MAX = 15

/**
 * Deletes an account permanently (decisions: Accounts). The row in `users` stays, anonymised, because trades refer to it;
 * trades, ledger entries and chats stay for their retention period, and all other data of the user is deleted in the same
 * transaction. Of a suspended user the fingerprint of the email address stays, and no other account gets it. No USDT is lost: a user holds none outside open trades. Refuses with `invalid_input` on `username`,
 * `reauthentication_required`, `trades_open`, and `signed_out` where a concurrent call deleted the account. Opening a trade
 * and deleting a party's account lock the same user row: the later of the two is refused.
 */
export async function deleteAccount(
  { db, keyring }: { db: Db; keyring: Keyring },
  viewer: Viewer,
  { username }: AccountDeletionInput,
): Promise<void> {
  if (username !== viewer.username) throw new InvalidInput({ username: NOT_YOUR_USERNAME })
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, (tx) => closeAccount(tx, keyring, viewer))
    } catch (error) {
      // Rolls back and retries, since a transaction that holds rows of the user may need the user's row too (deadlock).
      if (!(error instanceof DomainError) || error.code !== 'busy' || attempt === ATTEMPTS_MAX) throw error
      await sleep(randomInt(LOCK_MS / 4, LOCK_MS))
    }
  }
}

async function closeAccount(tx: Tx, keyring: Keyring, viewer: Viewer): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(tx)
  // Locks the account first, which commands of the user refer to from their beginning, then offers before users, in the order in which
  // opening a trade locks them.
  await sql`select from accounts where user_id = ${viewer.id} for update`.execute(tx)
  await closeOffers(tx, viewer.id)
  const former = await anonymiseUser(tx, viewer.id)
  marketChanged(tx)
  // Closes offers that were posted between the first statement and the lock on the user.
  await closeOffers(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  await assertNoOpenTrades(tx, viewer.id)
  await listIfSuspended(tx, keyring, viewer.id, former.email)
  await sql`select erase_account(${viewer.id})`.execute(tx)
  await withSystemScope(tx, 'account deletion', () => purgeRelatedRows(tx, viewer.id, former))
  const { email: to, language } = former
  await queueMail(tx, { userId: viewer.id, to, language, kind: 'account_deleted', values: {} })
}

/** Replaces the terms of a deleted user's offers; no page shows it. */
const TERMS_ERASED = 'Erased with its account.'

type FormerUser = { email: string; isVerified: boolean; language: Language }

async function closeOffers(tx: Tx, userId: string): Promise<void> {
  await sql`
    update offers set deleted_at = coalesce(deleted_at, clock_timestamp()), terms = ${TERMS_ERASED}, first_message = '',
      version = version + 1
    where owner_id = ${userId} and (deleted_at is null or terms <> ${TERMS_ERASED} or first_message <> '')`.execute(tx)
}

/**
 * Returns the user's former email and language, which are erased with the account. The strongest row lock makes concurrent
 * inserts that refer to the user and this deletion wait for each other, and a change of the email too.
 */
async function anonymiseUser(tx: Tx, userId: string): Promise<FormerUser> {
  await sql`select from users where id = ${userId} for update`.execute(tx)
  const { rows } = await sql<FormerUser>`
    select a.email, u.email_verified as is_verified, a.language from accounts a join users u on u.id = a.user_id
    where a.user_id = ${userId}`.execute(tx)
  const [former] = rows
  if (!former) throw new DomainError('signed_out')
  await sql`
    update users set deleted_at = clock_timestamp(), username = ${await unusedName(tx)}, email_verified = false,
      bio = '', location = ''
    where id = ${userId}`.execute(tx)
  return former
}

async function unusedName(tx: Tx): Promise<string> {
  for (;;) {
    const name = nameOfDeleted(randomBytes(4).toString('hex'))
    const { rows } = await sql`select from users where username_skeleton = ${usernameSkeleton(name)}`.execute(tx)
    if (rows.length === 0) return name
  }
}

async function assertNoOpenTrades(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ openTrades: number }>`
    select count(*)::int as open_trades from trades t join trade_statuses s on s.status = t.status
    where ${userId} in (t.buyer_id, t.seller_id) and s.is_open`.execute(tx)
  const { openTrades } = rows[0]!
  if (openTrades > 0) throw new DomainError('trades_open', { values: { openTrades } })
}

/** Deletes rows about the user that no foreign key reaches. Messages are matched by email only where it is verified. */
async function purgeRelatedRows(tx: Tx, userId: string, { email, isVerified }: FormerUser): Promise<void> {
  await sql`
    delete from contact_messages where user_id = ${userId} or (${isVerified} and lower(email) = ${email})`.execute(tx)
  // The email with the registration code was queued before the user existed.
  await sql`delete from mails where kind = 'registration_code' and to_address = ${email}`.execute(tx)
  await sql`delete from user_events where user_id = ${userId}`.execute(tx)
}
