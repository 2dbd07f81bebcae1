import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { usernameSkeleton } from '../../domain/accounts.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import type { Language } from '../../domain/languages.ts'
import { NOT_YOUR_USERNAME, emailOfDeleted, nameOfDeleted } from '../../domain/account-data.ts'
import type { AccountDeletionInput } from '../../domain/account-data.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'

/** How long the row of a person is waited for at once, and how often. */
const LOCK_MS = 200
const TRIES = 15

/**
 * Ends an account for good (decisions: Accounts). The row in `users` stays as the trades' anchor under a name that says
 * nothing; trades, their ledger and chats are kept for their time, all else of the person's is gone with the commit. Nothing
 * is stranded: a person has no USDT here outside of open trades. Refuses with `invalid_input` on `username`, `reauthentication_required`,
 * `trades_open`, and `signed_out` where the account was deleted a moment ago. A trade that is being opened at the same
 * moment either is open before, and refuses this, or finds nobody; both wait for each other on the person's row.
 */
export async function deleteAccount(db: Db, viewer: Viewer, { username }: AccountDeletionInput): Promise<void> {
  if (username !== viewer.username) throw new InvalidInput({ username: NOT_YOUR_USERNAME })
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(db, (tx) => leave(tx, viewer))
    } catch (error) {
      // Whoever is writing of the person may need their row once more: to go on waiting would hold up both.
      if (!(error instanceof DomainError) || error.code !== 'busy' || tries === TRIES) throw error
      await sleep(randomInt(LOCK_MS / 4, LOCK_MS))
    }
  }
}

async function leave(tx: Tx, viewer: Viewer): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(tx)
  // Offers before people, as trades lock them.
  await closeOffers(tx, viewer.id)
  const person = await anonymiseUser(tx, viewer.id)
  // And what was posted until nothing could be any more.
  await closeOffers(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  await assertNoOpenTrades(tx, viewer.id)
  await sql`select erase_account(${viewer.id})`.execute(tx)
  await purgeRelatedRows(tx, viewer.id, person)
  const { email: to, language } = person
  await queueMail(tx, { userId: viewer.id, to, language, kind: 'account_deleted', values: {} })
}

/** In the place of the terms of an offer whose owner has left; nobody is shown it. */
const TERMS_ERASED = 'Erased with its account.'

type Former = { email: string; isVerified: boolean; language: Language }

async function closeOffers(tx: Tx, userId: string): Promise<void> {
  await sql`
    update offers set deleted_at = coalesce(deleted_at, clock_timestamp()), terms = ${TERMS_ERASED}, version = version + 1
    where owner_id = ${userId} and (deleted_at is null or terms <> ${TERMS_ERASED})`.execute(tx)
}

/** Who it was. The new e-mail is a key: this waits for whatever is being written of the person, and that waits for this. */
async function anonymiseUser(tx: Tx, userId: string): Promise<Former> {
  const { rows } = await sql<Former>`
    select email, email_verified as is_verified, language from users
    where id = ${userId} and deleted_at is null`.execute(tx)
  const [person] = rows
  if (!person) throw new DomainError('signed_out')
  const made = await sql`
    update users set deleted_at = clock_timestamp(), username = ${await freeName(tx)}, email = ${emailOfDeleted(userId)},
      email_verified = false, bio = '', location = '', language = default,
      wants_trade_updates = default, confirm_above_micro = null
    where id = ${userId} and deleted_at is null and email = ${person.email}
    returning 1 as made`.execute(tx)
  if (made.rows.length > 0) return person
  const { rows: left } = await sql`select from users where id = ${userId} and deleted_at is not null`.execute(tx)
  // Else the e-mail was changed meanwhile: it is tried again.
  throw new DomainError(left.length > 0 ? 'signed_out' : 'busy')
}

async function freeName(tx: Tx): Promise<string> {
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

/** What tells of the person without being theirs by a key. Nobody forgets another's messages by registering with their e-mail. */
async function purgeRelatedRows(tx: Tx, userId: string, { email, isVerified }: Former): Promise<void> {
  await sql`
    delete from contact_messages where user_id = ${userId} or (${isVerified} and lower(email) = ${email})`.execute(tx)
  // The mail with the code they registered with was nobody's yet.
  await sql`delete from mails where user_id is null and to_address = ${email}`.execute(tx)
  await sql`delete from user_events where user_id = ${userId}`.execute(tx)
  await sql`update user_streams set alerts_seen_seq = 0 where user_id = ${userId}`.execute(tx)
}
