/** Payment accounts of test users, made without a call: an offer to sell names one, and so does a taker who sells. */
import type pg from 'pg'
import { METHODS } from '../../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import type { PaymentDetails } from '../../../domain/payments/payment-accounts.ts'
import { seal } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { paymentAccountPlace } from '../../db/encryption/sealed-columns.ts'

/** Right details of each method. */
export const DETAILS: { [Method in PaymentMethod]: Extract<PaymentDetails, { method: Method }> } = {
  flouci: { method: 'flouci', holder: 'Amina Ben Salah', phone: '20123456' },
  d17: { method: 'd17', holder: 'Amina Ben Salah', phone: '98123456' },
  tn_bank_transfer: { method: 'tn_bank_transfer', holder: 'Amina Ben Salah', rib: '10006035183598478831' },
  cash_tnd: { method: 'cash_tnd', times: 'Weekdays 10:00 to 18:00', place: 'Central post office, Tunis' },
  sepa_instant: { method: 'sepa_instant', holder: 'Amina Ben Salah', iban: 'DE89370400440532013000' },
  revolut: { method: 'revolut', holder: 'Amina Ben Salah', tag: '@amina99' },
  paysera: { method: 'paysera', holder: 'Amina Ben Salah', account: 'EVP1234567890123' },
  wire_transfer: {
    method: 'wire_transfer',
    holder: 'Amina Ben Salah',
    bank: 'Chase',
    routingNumber: '021000021',
    accountNumber: '123456789012',
  },
  paypal: { method: 'paypal', holder: 'Amina Ben Salah', email: 'amina.pays@example.org' },
  sepa_transfer: { method: 'sepa_transfer', holder: 'Amina Ben Salah', iban: 'DE89370400440532013000' },
  wise_eur: { method: 'wise_eur', holder: 'Amina Ben Salah', email: 'amina.pays@example.org' },
  wise_usd: { method: 'wise_usd', holder: 'Amina Ben Salah', email: 'amina.pays@example.org' },
  us_bank_transfer: {
    method: 'us_bank_transfer',
    holder: 'Amina Ben Salah',
    bank: 'Chase',
    routingNumber: '021000021',
    accountNumber: '123456789012',
  },
  cash_usd: { method: 'cash_usd', times: 'Weekdays 10:00 to 18:00', place: 'Union Station, Chicago' },
  ma_instant_transfer: { method: 'ma_instant_transfer', holder: 'Amina Ben Salah', rib: '011519000001205000534921' },
  baridimob: { method: 'baridimob', holder: 'Amina Ben Salah', rib: '00799999000407162362' },
  zelle: { method: 'zelle', holder: 'Amina Ben Salah', email: 'amina.pays@example.org' },
}

/**
 * The user's default account of the method, which is inserted where there is none; returns its id. All have the same details,
 * and each counts as another account.
 */
export async function accountOf(
  owner: pg.Pool | pg.Client,
  keyring: Keyring,
  userId: string,
  method: PaymentMethod,
): Promise<string> {
  const id = crypto.randomUUID()
  const sealed = seal(keyring, paymentAccountPlace(id, 1), Buffer.from(JSON.stringify(DETAILS[method])))
  const find = 'select id from payment_accounts where user_id = $1 and payment_method = $2 and is_default'
  const found = await owner.query<{ id: string }>(find, [userId, method])
  if (found.rows[0]) return found.rows[0].id
  await owner.query(
    `insert into payment_accounts (id, user_id, payment_method, sealed, fingerprint, is_default) values ($1, $2, $3, $4, $5, true)
     on conflict (user_id, payment_method) where is_default do nothing`,
    [id, userId, method, sealed, METHODS[method].isInPerson ? null : keyring.fingerprint(`${userId} ${method}`)],
  )
  return (await owner.query<{ id: string }>(find, [userId, method])).rows[0]!.id
}

/** An SQL expression for the user's account of the method; `unsealedAccounts` inserts them. */
export function accountSql(user: string, method: string): string {
  return `(select id from payment_accounts where user_id = ${user} and payment_method = ${method} and is_default)`
}

/** SQL that gives each of these users an account of every method, whose details cannot be opened. */
export function unsealedAccounts(users: string): string {
  return `insert into payment_accounts (user_id, payment_method, sealed, fingerprint, is_default)
    select u.id, m.method, decode(repeat('00', 200), 'hex'),
      case when not m.is_in_person then left(md5(u.id || m.method) || md5(m.method || u.id), 43) end, true from (${users}) u (id), payment_methods m
    on conflict do nothing;`
}
