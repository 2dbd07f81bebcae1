/** Which browser it is: a cookie that outlives sessions, and the hashes of those a person has signed in with. */
import { randomBytes } from 'node:crypto'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { hashToken } from './session-token.ts'

/** The longest a browser keeps any cookie. */
export const DEVICE_DAYS = 400

/** What the browser showed, if it looked like ours, and what it is given at the next sign-in. */
export type Device = { shown: string | null; next: string }

export function deviceOfCookie(value: string | undefined): Device {
  const isOurs = value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)
  return { shown: isOurs ? value : null, next: randomBytes(32).toString('base64url') }
}

/**
 * Notes that the person signed in here. The cookie is a new one each time, for everybody who uses this browser: one that
 * somebody planted is known to nobody afterwards. `isFirst`: no browser of theirs was known at all.
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  { shown, next }: Device,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const hash = hashToken(next)
  const { rows } = await sql<{ userId: string }>`
    update devices set hash = ${hash},
      last_used_at = case user_id when ${userId} then clock_timestamp() else last_used_at end
    where hash = ${hashToken(shown ?? '')} returning user_id`.execute(tx)
  if (rows.some((row) => row.userId === userId)) return { isKnown: true, isFirst: false }
  const inserted = await sql<{ isFirst: boolean }>`
    insert into devices (user_id, hash) values (${userId}, ${hash})
    returning not exists (select from devices where user_id = ${userId}) as is_first`.execute(tx)
  return { isKnown: false, isFirst: inserted.rows[0]?.isFirst ?? false }
}

/** Whether this browser is one that the account with this e-mail has been signed in with. */
export async function isKnownDevice(db: DbOrTx, email: string, { shown }: Device): Promise<boolean> {
  const { rows } = await sql`
    select 1 as known from devices d join users u on u.id = d.user_id
    where u.email = ${email} and d.hash = ${hashToken(shown ?? '')}`.execute(db)
  return rows.length > 0
}
