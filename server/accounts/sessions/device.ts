/** Known devices: a cookie that outlives sessions, and the hashes of the browsers that a user has signed in with. */
import { randomBytes } from 'node:crypto'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { withSystemScope } from '../../db/scope.ts'
import type { Device } from './client.ts'
import { hashToken } from './session-token.ts'

export function deviceOfCookie(value: string | null): Device {
  const isWellFormed = value !== null && /^[A-Za-z0-9_-]{43}$/.test(value)
  return { token: isWellFormed ? value : null, nextToken: randomBytes(32).toString('base64url') }
}

/** `createdAt`: of a browser that was not known, as exact text. */
export type RememberedDevice = { isKnown: true } | { isKnown: false; isFirst: boolean; createdAt: string }

/**
 * Records that the user signed in with this browser. The cookie's value changes at each sign-in, for all users of the
 * browser, so a planted cookie is known to no account afterwards. `isFirst`: the user had no known device.
 */
export async function rememberDevice(tx: Tx, userId: string, { token, nextToken }: Device): Promise<RememberedDevice> {
  const hash = hashToken(nextToken)
  // The rows of the browser's other users too, also where this user is signed in.
  const { rows } = await withSystemScope(tx, 'known devices', () =>
    sql<{ userId: string }>`
      update devices set hash = ${hash},
        last_used_at = case user_id when ${userId} then clock_timestamp() else last_used_at end
      where hash = ${hashToken(token ?? '')} returning user_id`.execute(tx),
  )
  if (rows.some((row) => row.userId === userId)) return { isKnown: true }
  const inserted = await sql<{ isFirst: boolean; createdAt: string }>`
    insert into devices (user_id, hash) values (${userId}, ${hash})
    returning created_at::text, not exists (select from devices where user_id = ${userId}) as is_first`.execute(tx)
  return { isKnown: false, ...inserted.rows[0]! }
}

/** The hash of this browser's device token if the account with this email has signed in with it, else null. */
export async function findKnownDevice(db: DbOrTx, email: string, { token }: Device): Promise<string | null> {
  const hash = hashToken(token ?? '')
  const { rows } = await sql`
    select 1 as known from devices d join accounts a on a.user_id = d.user_id
    where a.email = ${email} and d.hash = ${hash}`.execute(db)
  return rows.length > 0 ? hash : null
}

/** Deletes all known devices of the user. */
export async function removeDevices(tx: Tx, userId: string): Promise<void> {
  await sql`delete from devices where user_id = ${userId}`.execute(tx)
}

/** Deletes the devices that the user first signed in with after a moment. */
export async function removeDevicesSince(tx: Tx, userId: string, since: string): Promise<void> {
  await sql`delete from devices where user_id = ${userId} and created_at >= ${since}::timestamptz`.execute(tx)
}
