/** Recovery codes, for users who have lost their factors. The database keeps hashes, and deletes each with its use. */
import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES, RECOVERY_CODE_BYTES } from '../../../domain/accounts/factors.ts'
import { READINGS } from '../../../domain/reading/readings.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { getRecipient } from '../users/queries.ts'
import { unblockTotp } from './totp.ts'

/** Crockford's base 32, without the easily mistaken I, L, O and U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Replaces all codes with ten new ones; only this answer ever contains them. */
export async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_codes (user_id, nr, hash, created_at)
    select ${userId}, nr, hash, (select clock_timestamp())
    from unnest(${codes.map(hashOf)}::text[]) with ordinality as code (hash, nr)`.execute(tx)
  return codes
}

/** A stored code; its moment as exact text, the same for all codes that were issued together. */
export type StoredCode = { nr: number; hash: string; createdAt: string }

export async function listStoredCodes(tx: Tx, userId: string): Promise<StoredCode[]> {
  const { rows } = await sql<StoredCode>`
    select nr, hash, created_at::text from recovery_codes where user_id = ${userId} order by nr`.execute(tx)
  return rows
}

/** Removes the codes that were issued at a moment or later, and puts back those that they replaced. */
export async function restoreCodes(tx: Tx, userId: string, since: string, former: StoredCode[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId} and created_at >= ${since}::timestamptz`.execute(tx)
  await sql`
    insert into recovery_codes (user_id, nr, hash, created_at)
    select ${userId}, nr, hash, created_at
    from jsonb_to_recordset(${JSON.stringify(former.map(({ createdAt, ...code }) => ({ ...code, created_at: createdAt })))}::jsonb)
      as code (nr smallint, hash text, created_at timestamptz)
    on conflict do nothing`.execute(tx)
}

/**
 * Uses the code up, unblocks the authenticator app, emails the user how many codes are left, and returns when it was issued; null where it is not one of theirs.
 * Of two concurrent calls with one code the later waits for the earlier, and the code is wrong for it.
 */
export async function redeemRecoveryCode(tx: Tx, userId: string, typed: string): Promise<Date | null> {
  const used = await sql<{ createdAt: Date }>`
    delete from recovery_codes where user_id = ${userId} and hash = ${hashOf(typed)} returning created_at`.execute(tx)
  if (!used.rows[0]) return null
  await unblockTotp(tx, userId)
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_codes where user_id = ${userId}`.execute(tx)
  await queueMail(tx, {
    ...(await getRecipient(tx, userId)),
    kind: 'recovery_code_used',
    values: { left: String(rows[0]?.left ?? 0) },
  })
  return used.rows[0].createdAt
}

/** "7K3M-…": five bits a character. */
function newCode(): string {
  const bits = [...randomBytes(RECOVERY_CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const characters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join('')
  return (characters.match(/.{4}/g) ?? []).join('-')
}

/** The code has 120 random bits, so one SHA-256 is enough. */
function hashOf(code: string): string {
  return createHash('sha256').update(READINGS.recoveryCode(code)).digest('base64url')
}
