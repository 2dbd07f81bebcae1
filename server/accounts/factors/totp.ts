/** The codes of authenticator apps (RFC 6238), by the database's clock. */
import { Secret, TOTP } from 'otpauth'
import {
  TOTP_DIGITS,
  TOTP_PERIOD_SECONDS,
  TOTP_SECRET_BYTES,
  TOTP_WINDOW_STEPS,
  TOTP_WRONG_MAX,
  TOTP_WRONG_MINUTES,
  TOTP_WRONG_YEARLY_MAX,
  TOTP_WRONG_YEAR_DAYS,
} from '../../../domain/accounts/factors.ts'
import { DomainError } from '../../../domain/errors.ts'
import { productNames } from '../../../domain/operator/product.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { open } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { totpPlace } from '../../db/encryption/sealed-columns.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { getRecipient } from '../users/queries.ts'

export type NewTotp = { secret: Uint8Array; base32: string; uri: string }

/** A new secret of 160 bits, to be typed into the app or scanned as a QR code of `uri`. */
export function newTotp(username: string): NewTotp {
  const secret = new Secret({ size: TOTP_SECRET_BYTES })
  return { secret: secret.bytes, base32: secret.base32, uri: totpOf(secret, username).toString() }
}

/** The present code of a secret, and for how many seconds it lasts. */
export function presentCode(secret: Uint8Array, at: Date): { code: string; seconds: number } {
  const timestamp = at.getTime()
  const totp = totpOf(new Secret({ buffer: new Uint8Array(secret).buffer }))
  const seconds = TOTP_PERIOD_SECONDS - (Math.floor(timestamp / 1000) % TOTP_PERIOD_SECONDS)
  return { code: totp.generate({ timestamp }), seconds }
}

type Row = { sealed: Buffer; isOn: boolean; lastStep: bigint | null; at: Date; recentlyWrong: number; wrong: number }

/** `isConfirmation`: the first code of a new app, which turns it on. */
type EnteredTotp = { userId: string; code: string; isConfirmation?: boolean }

/**
 * Since when the app has been on, where the code is the app's at this moment, one step early or late, and was not used
 * before; else null. A right code is used up: of two concurrent calls with one code the later is wrong. A wrong code is
 * counted, so the caller must commit also when the answer is null. Refuses with `totp_attempts_exceeded` from the sixth attempt in ten minutes, right or wrong, and with `totp_blocked`
 * after `TOTP_WRONG_YEARLY_MAX` wrong codes in a year.
 */
export async function verifyTotp(
  tx: Tx,
  keyring: Keyring,
  { userId, code, isConfirmation = false }: EnteredTotp,
): Promise<Date | null> {
  const row = await lockTotp(tx, userId)
  if (!row || row.isOn === isConfirmation) return null
  if (row.wrong >= TOTP_WRONG_YEARLY_MAX)
    throw new DomainError('totp_blocked', { values: { codes: TOTP_WRONG_YEARLY_MAX } })
  if (row.recentlyWrong >= TOTP_WRONG_MAX) throw new DomainError('totp_attempts_exceeded')
  const step = stepOf(code, open(keyring, totpPlace(userId), row.sealed), row.at)
  if (step === null || (row.lastStep !== null && BigInt(step) <= row.lastStep)) {
    await countWrong(tx, userId)
    if (row.isOn) await notifyOfWrongCodes(tx, userId, row)
    return null
  }
  const { rows } = await sql<{ since: Date }>`
    update totps set last_step = ${step}, confirmed_at = coalesce(confirmed_at, clock_timestamp())
    where user_id = ${userId} returning confirmed_at as since`.execute(tx)
  return rows[0]?.since ?? null
}

const wrongThisYear = sql<number>`
  case when wrong_since > clock_timestamp() - make_interval(days => ${sql.lit(TOTP_WRONG_YEAR_DAYS)}) then wrong_count else 0 end`

async function lockTotp(tx: Tx, userId: string): Promise<Row | null> {
  await sql`select from totps where user_id = ${userId} for no key update`.execute(tx)
  // A second statement, so that the clock is read after the lock is granted.
  const { rows } = await sql<Row>`
    select sealed, confirmed_at is not null as is_on, last_step, clock_timestamp() as at,
      (select count(*)::int from unnest(wrong_at) as at
        where at > clock_timestamp() - make_interval(mins => ${sql.lit(TOTP_WRONG_MINUTES)})) as recently_wrong,
      ${wrongThisYear} as wrong
    from totps where user_id = ${userId}`.execute(tx)
  return rows[0] ?? null
}

async function countWrong(tx: Tx, userId: string): Promise<void> {
  await sql`
    update totps set wrong_at = array(
      select at from unnest(wrong_at || clock_timestamp()) as at order by at desc limit ${sql.lit(TOTP_WRONG_MAX)}),
      wrong_count = case when confirmed_at is null then 0 else ${wrongThisYear} + 1 end,
      wrong_since = case when ${wrongThisYear} = 0 then clock_timestamp() else wrong_since end
    where user_id = ${userId}`.execute(tx)
}

/** The user has shown a second factor by a recovery code, so the app may be used again. */
export async function unblockTotp(tx: Tx, userId: string): Promise<void> {
  await sql`update totps set wrong_count = 0, wrong_since = null where user_id = ${userId}`.execute(tx)
}

const WRONG_CODES_TO_NOTIFY = 3

/**
 * The first factor was right, so a thief may have it. Emails the user after the third wrong code in ten minutes and after
 * every tenth, once a day at most, and when the app is blocked.
 */
async function notifyOfWrongCodes(tx: Tx, userId: string, { recentlyWrong, wrong }: Row): Promise<void> {
  const isBlocked = wrong + 1 >= TOTP_WRONG_YEARLY_MAX
  const isMany = recentlyWrong + 1 >= WRONG_CODES_TO_NOTIFY || (wrong + 1) % 10 === 0
  if (!isBlocked && !isMany) return
  const { rows } = await sql`
    update totps set wrong_notified_at = clock_timestamp()
    where user_id = ${userId} and (${isBlocked}
      or wrong_notified_at is null or wrong_notified_at < clock_timestamp() - interval '1 day')
    returning 1 as due`.execute(tx)
  if (rows.length === 0) return
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'second_factor_wrong', values: {} })
}

/** The number of the 30 seconds the code belongs to, null where it belongs to none near `at`. */
function stepOf(code: string, secret: Buffer, at: Date): number | null {
  const totp = totpOf(new Secret({ buffer: new Uint8Array(secret).buffer }))
  const timestamp = at.getTime()
  const delta = totp.validate({ token: code, timestamp, window: TOTP_WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

function totpOf(secret: Secret, label = ''): TOTP {
  return new TOTP({
    issuer: productNames().productName,
    label,
    secret,
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_SECONDS,
  })
}
