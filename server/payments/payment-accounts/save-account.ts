import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { accountIdentity, isSameAccount } from '../../../domain/payments/payment-accounts.ts'
import type { PaymentDetails } from '../../../domain/payments/payment-accounts.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { seal } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { paymentAccountPlace } from '../../db/encryption/sealed-columns.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { requireRecentAuthentication } from '../../accounts/sessions/recent-authentication.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockUser } from '../../accounts/users/lock-user.ts'
import { getRecipient } from '../../accounts/users/queries.ts'
import { holdAccounts, openAccount } from './queries.ts'
import type { AccountRow } from './queries.ts'

/**
 * Saves an account from checked details (`paymentDetailsSchema`) and returns its id; the user is notified by email. An account that
 * the user has already is changed instead, so that a repeated call adds nothing. Refuses with `reauthentication_required` or `payment_accounts_full`.
 */
export async function addAccount(db: Db, keyring: Keyring, viewer: Viewer, details: PaymentDetails): Promise<string> {
  return inTransaction(db, async (tx) => {
    const rows = await lockAccounts(tx, viewer.id, details.method)
    await lockUser(tx, viewer.id)
    // After the locks: a session that was ended meanwhile is refused.
    await requireRecentAuthentication(viewer, tx)
    const same = rows.find((row) => isSameAccount(openAccount(keyring, row), details))
    if (same) {
      await replace(tx, keyring, viewer.id, { row: same, details })
      return same.id
    }
    const id = await insertAccount(tx, keyring, viewer.id, details)
    await notify(tx, viewer.id, 'payment_account_added', details)
    return id
  })
}

/** Stores an account. The first of its method is the default. */
export async function insertAccount(
  tx: Tx,
  keyring: Keyring,
  userId: string,
  details: PaymentDetails,
): Promise<string> {
  await holdAccounts(tx, userId)
  const { rows } = await sql<{ accounts: number; ofMethod: number }>`
    select count(*)::int as accounts, (count(*) filter (where payment_method = ${details.method}))::int as of_method
    from payment_accounts where user_id = ${userId}`.execute(tx)
  const { accounts, ofMethod } = rows[0]!
  const limit = LIMITS.payment_accounts
  if (accounts >= limit) throw new DomainError('payment_accounts_full', { values: { limit } })
  const id = crypto.randomUUID()
  const sealed = seal(keyring, paymentAccountPlace(id, 1), bytesOf(details))
  await sql`
    insert into payment_accounts (id, user_id, payment_method, sealed, fingerprint, is_default)
    values (${id}, ${userId}, ${details.method}, ${sealed}, ${fingerprintOf(keyring, details)}, ${ofMethod === 0})
    `.execute(tx)
  return id
}

/**
 * Changes the details of an account for later trades; the user is notified by email. Another user's is `not_found`, details of
 * another method are `payment_account_mismatch`. Refuses with `reauthentication_required`.
 */
export async function changeAccount(
  db: Db,
  keyring: Keyring,
  viewer: Viewer,
  { accountId, details }: { accountId: string; details: PaymentDetails },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdAccounts(tx, viewer.id)
    const { rows } = await sql<AccountRow>`
      select id, version, sealed, changed_at from payment_accounts
      where id = ${accountId} and user_id = ${viewer.id} for no key update`.execute(tx)
    await lockUser(tx, viewer.id)
    await requireRecentAuthentication(viewer, tx)
    if (!rows[0]) throw new DomainError('not_found')
    await replace(tx, keyring, viewer.id, { row: rows[0], details })
  })
}

/** Details that are equal stay: they do not count as changed. */
async function replace(
  tx: Tx,
  keyring: Keyring,
  userId: string,
  { row, details }: { row: AccountRow; details: PaymentDetails },
): Promise<void> {
  const former = openAccount(keyring, row)
  if (former.method !== details.method) throw new DomainError('payment_account_mismatch', { field: 'method' })
  if (bytesOf(former).equals(bytesOf(details))) return
  const sealed = seal(keyring, paymentAccountPlace(row.id, row.version + 1), bytesOf(details))
  await sql`
    update payment_accounts set sealed = ${sealed}, fingerprint = ${fingerprintOf(keyring, details)},
      version = version + 1, changed_at = clock_timestamp()
    where id = ${row.id} and user_id = ${userId}`.execute(tx)
  await notify(tx, userId, 'payment_account_changed', details)
}

async function lockAccounts(tx: Tx, userId: string, method: PaymentDetails['method']): Promise<AccountRow[]> {
  await holdAccounts(tx, userId)
  const { rows } = await sql<AccountRow>`
    select id, version, sealed, changed_at from payment_accounts
    where user_id = ${userId} and payment_method = ${method} order by id for no key update`.execute(tx)
  return rows
}

/** The email names the method and no detail: it rests in the outbox in plain text. */
async function notify(
  tx: Tx,
  userId: string,
  kind: 'payment_account_added' | 'payment_account_changed',
  { method: paymentMethod }: PaymentDetails,
): Promise<void> {
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind, values: { paymentMethod } })
}

function bytesOf(details: PaymentDetails): Buffer {
  return Buffer.from(JSON.stringify(details, Object.keys(details).toSorted()))
}

function fingerprintOf(keyring: Keyring, details: PaymentDetails): string | null {
  const identity = accountIdentity(details)
  return identity === null ? null : keyring.fingerprint(identity)
}
