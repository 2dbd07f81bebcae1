import { randomBytes } from 'node:crypto'
import type { SessionMethod } from '../../../domain/accounts/sign-in-methods.ts'
import { PROVIDERS } from '../../../domain/accounts/sign-in-methods.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Client } from './client.ts'
import { rememberDevice } from './device.ts'
import { SESSION_IDLE_DAYS } from './extend-session.ts'
import { notifyNewDevice } from './notify-new-device.ts'
import { hashToken } from './session-token.ts'
import { recordSignIn } from './sign-in-history.ts'

export type NewSession = {
  userId: string
  method: SessionMethod
  /** Since when the user has had the second factor that was shown; null: none was. */
  secondFactorSince: Date | null
  client: Client
  /** False where a signed-in user continues in another session. */
  isSignIn?: boolean
  /**
   * Whether the session counts as recently authenticated. Not by default after a sign-in through an identity provider:
   * the user may still have been signed in there, and Google and GitHub cannot be made to ask again.
   */
  isRecentlyAuthenticated?: boolean | undefined
}

/**
 * The one place where a session begins, for every sign-in method: a token of 256 random bits, its row, an entry in the
 * sign-in history, and an email where the device is new. Returns the token, which only the browser keeps.
 */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  const { userId, method, secondFactorSince, client, isSignIn = true } = session
  const { isRecentlyAuthenticated = !isProvider(method) } = session
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into sessions (user_id, token, expires_at, ip_address, user_agent, method, second_factor_since,
      reauthenticated_at, recovered_at)
    values (${userId}, ${hashToken(token)}, clock_timestamp() + make_interval(days => ${SESSION_IDLE_DAYS}),
      ${client.ipAddress}, ${client.userAgent}, ${method}, ${secondFactorSince},
      ${isRecentlyAuthenticated ? sql`clock_timestamp()` : sql`'epoch'::timestamptz`},
      (select recovered_at from accounts where user_id = ${userId}))`.execute(tx)
  const device = await rememberDevice(tx, userId, client.device)
  if (!isSignIn) return token
  const isNewDevice = !device.isKnown && !device.isFirst && method !== 'registration'
  await recordSignIn(tx, { userId, method, outcome: 'signed_in', isNewDevice, client })
  if (isNewDevice) await notifyNewDevice(tx, userId, client, device.createdAt)
  return token
}

function isProvider(method: SessionMethod): boolean {
  return PROVIDERS.some((provider) => provider === method)
}
