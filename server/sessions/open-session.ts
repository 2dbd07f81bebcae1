import { randomBytes } from 'node:crypto'
import { PROVIDERS } from '../../domain/identities.ts'
import type { IdentityKind } from '../../domain/identities.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { rememberDevice } from './device.ts'
import { SESSION_IDLE_DAYS } from './extend-session.ts'
import { recordSignIn } from './sign-in-history.ts'
import { notifyNewDevice } from './notify-new-device.ts'
import { hashToken } from './session-token.ts'

export type SignInMethod = 'password' | 'code' | 'passkey' | 'registration' | IdentityKind

export type Opening = {
  userId: string
  method: SignInMethod
  hasSecondFactor: boolean
  client: Client
  /** False where somebody who is signed in goes on with a fresh session. */
  isSignIn?: boolean
  /**
   * Whether the person has shown just now who they are. A service's word is none: it may only say that somebody is signed in
   * there still, and Google and GitHub cannot be made to ask again.
   */
  isAuthentication?: boolean | undefined
}

/**
 * The one way a session begins, whatever the person came in with: a fresh token of 256 random bits, its row, its line in
 * the log of sign-ins, and a mail where this browser is new. Returns the token, which only the browser keeps.
 */
export async function openSession(tx: Tx, opening: Opening): Promise<string> {
  const { userId, method, hasSecondFactor, client, isSignIn = true, isAuthentication = !isService(method) } = opening
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into sessions (user_id, token, expires_at, ip_address, user_agent, method, has_second_factor, reauthenticated_at)
    values (${userId}, ${hashToken(token)}, clock_timestamp() + make_interval(days => ${SESSION_IDLE_DAYS}),
      ${client.ipAddress}, ${client.userAgent}, ${method}, ${hasSecondFactor},
      ${isAuthentication ? sql`clock_timestamp()` : sql`'epoch'::timestamptz`})`.execute(tx)
  const { isKnown, isFirst } = await rememberDevice(tx, userId, client.device)
  if (!isSignIn) return token
  const isNewDevice = !isKnown && !isFirst && method !== 'registration'
  await recordSignIn(tx, { userId, method, outcome: 'signed_in', isNewDevice, client })
  if (isNewDevice) await notifyNewDevice(tx, userId, client)
  return token
}

function isService(method: SignInMethod): boolean {
  return PROVIDERS.some((provider) => provider === method)
}
