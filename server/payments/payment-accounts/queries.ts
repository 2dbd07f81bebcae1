/** The reads of payment accounts. */
import type { PaymentAccount } from '../../../domain/api/payments/payment-accounts.ts'
import { DomainError } from '../../../domain/errors.ts'
import { PAYMENT_METHODS } from '../../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { detailList, holderOf, lastFour } from '../../../domain/payments/payment-accounts.ts'
import type { PaymentDetails } from '../../../domain/payments/payment-accounts.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { open } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { paymentAccountPlace } from '../../db/encryption/sealed-columns.ts'

/** The moment in the database's own precision. */
export type LockedAccount = { id: string; version: number; sealed: Buffer; changedAt: string }
export type AccountRow = { id: string; version: number; sealed: Buffer; changedAt: Date }
type ListedRow = AccountRow & {
  method: PaymentMethod
  isDefault: boolean
  createdAt: Date
  usedByOffers: number
}

/** The user's accounts in the order of the methods, the default of each first, then the newest. */
export async function listAccounts(db: DbOrTx, keyring: Keyring, userId: string): Promise<PaymentAccount[]> {
  const rows = await readAccounts(db, userId)
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    lastFour: lastFour(openAccount(keyring, row)),
    isDefault: row.isDefault,
    usedByOffers: row.usedByOffers,
    changedAt: row.changedAt.toISOString(),
  }))
}

/** The same with their details, for the export of the account's data. */
export async function listAccountDetails(db: DbOrTx, keyring: Keyring, userId: string) {
  const rows = await readAccounts(db, userId)
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    details: detailList(openAccount(keyring, row)),
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  }))
}

/** The names of the holders of the user's accounts, each once; of those of one method where it is given. */
export async function listHolders(
  db: DbOrTx,
  keyring: Keyring,
  userId: string,
  method?: PaymentMethod,
): Promise<string[]> {
  const rows = (await readAccounts(db, userId)).filter((row) => method === undefined || row.method === method)
  return [...new Set(rows.map((row) => holderOf(openAccount(keyring, row))).filter((holder) => holder !== null))]
}

/** The details of one of the user's accounts; another user's is `not_found`. */
export async function getDetails(
  db: DbOrTx,
  keyring: Keyring,
  userId: string,
  accountId: string,
): Promise<PaymentDetails> {
  const { rows } = await sql<AccountRow>`
    select id, version, sealed, changed_at from payment_accounts
    where id = ${accountId} and user_id = ${userId}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return openAccount(keyring, rows[0])
}

/**
 * The account on which a seller wants to be paid, locked until commit, so that it is neither changed nor removed meanwhile.
 * Without one `payment_account_required`; another user's, or one of another method, is `payment_account_mismatch`.
 */
export async function lockOwnAccount(
  tx: Tx,
  sellerId: string,
  method: PaymentMethod,
  accountId: string | null,
): Promise<LockedAccount> {
  const field = 'paymentAccountId'
  if (accountId === null) throw new DomainError('payment_account_required', { field })
  const { rows } = await sql<LockedAccount>`
    select id, version, sealed, changed_at::text as changed_at from payment_accounts
    where id = ${accountId} and user_id = ${sellerId} and payment_method = ${method} for share`.execute(tx)
  if (!rows[0]) throw new DomainError('payment_account_mismatch', { field })
  return rows[0]
}

/** The same for the owner of an offer to sell: an account for each method, in one statement. */
export async function lockOwnAccounts(
  tx: Tx,
  sellerId: string,
  methods: readonly PaymentMethod[],
  accountIds: readonly (string | null)[],
): Promise<string[]> {
  const field = 'paymentAccountIds'
  if (accountIds.length > methods.length) throw new DomainError('payment_account_mismatch', { field })
  const named = accountIds.filter((id) => id !== null)
  if (named.length < methods.length) throw new DomainError('payment_account_required', { field })
  const { rows } = await sql<{ id: string; method: PaymentMethod }>`
    select id, payment_method as method from payment_accounts
    where id = any(${named}::uuid[]) and user_id = ${sellerId} order by id for share`.execute(tx)
  const methodOf = new Map(rows.map(({ id, method }) => [id, method]))
  const isOfMethod = (id: string, at: number) => methodOf.get(id) === methods[at]
  if (!named.every(isOfMethod)) throw new DomainError('payment_account_mismatch', { field })
  return named
}

/** The same for the account of the offer to sell that was quoted to the viewer, who may not see it before the trade is open. */
export async function lockQuotedAccount(tx: Tx, quoteId: string): Promise<LockedAccount> {
  const { rows } = await sql<LockedAccount>`
    select id, version, sealed, changed_at from lock_quoted_account(${quoteId})`.execute(tx)
  if (!rows[0]) throw new DomainError('payment_account_mismatch', { field: 'paymentAccountId' })
  return rows[0]
}

/**
 * Makes changes of a user's accounts run one after another. Their rows are locked next and the user's row last: opening a
 * trade locks an account before it shows the offer's owner on the market.
 */
export async function holdAccounts(tx: Tx, userId: string): Promise<void> {
  await sql`select from count_alone('payment accounts', ${userId})`.execute(tx)
}

export function openAccount(
  keyring: Keyring,
  { id, version, sealed }: Pick<AccountRow, 'id' | 'version' | 'sealed'>,
): PaymentDetails {
  return JSON.parse(open(keyring, paymentAccountPlace(id, version), sealed).toString()) as PaymentDetails
}

async function readAccounts(db: DbOrTx, userId: string): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select a.id, a.version, a.sealed, a.payment_method as method, a.is_default, a.created_at, a.changed_at,
      (select count(*)::int from offer_methods o where o.payment_account_id = a.id) as used_by_offers
    from payment_accounts a where a.user_id = ${userId}
    order by array_position(${[...PAYMENT_METHODS]}::text[], a.payment_method), a.is_default desc, a.created_at desc, a.id
    `.execute(db)
  return rows
}
