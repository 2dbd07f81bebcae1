/** The sign-in library (better-auth) over our own tables. Nothing outside this folder knows it. */
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { betterAuth } from 'better-auth'
import type { BetterAuthOptions } from 'better-auth'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../domain/accounts.ts'
import type { Db } from '../db/pool.ts'
import { sessionCookie } from '../http/session.ts'
import { hashSessionTokens } from './hash-session-tokens.ts'
import type { Passwords } from './passwords.ts'

/** How the library is told the caller's address, which only the HTTP layer knows. */
export const CLIENT_IP_HEADER = 'x-client-ip'

const DAY_SECONDS = 24 * 60 * 60
/** A session nobody uses ends after this; migration 0001 ends every session after 30 days. */
export const SESSION_IDLE_DAYS = 7

export type AuthSetup = { db: Db; publicUrl: string; secret: string; passwords: Passwords }

/**
 * The library's columns are ours by way of the pool's camelCase plugin; only a person's `name` is called
 * `username`. Registering, checking passwords and opening sessions are ours (`register.ts`, `sign-in.ts`,
 * `open-session.ts`), so that no session stands before a second factor was shown; the library ends sessions, and a test
 * shows that it accepts our accounts and sessions.
 */
export function createAuth({ db, publicUrl, secret, passwords }: AuthSetup) {
  const cookie = sessionCookie(publicUrl)
  const connect = kyselyAdapter(db as unknown as Parameters<typeof kyselyAdapter>[0], {
    type: 'postgres',
    transaction: true,
  })
  return betterAuth({
    secret,
    baseURL: publicUrl,
    database: (options: BetterAuthOptions) => hashSessionTokens(connect(options)),
    user: {
      modelName: 'users',
      fields: { name: 'username' },
      additionalFields: {
        registrationKey: { type: 'string', required: false, input: false, returned: false },
        language: { type: 'string', required: false, input: false, returned: false },
      },
    },
    session: { modelName: 'sessions', expiresIn: SESSION_IDLE_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    account: { modelName: 'identities' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: passwords,
    },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
      // The library's own prefix would be __Secure-; ours is part of the name.
      useSecureCookies: false,
      cookies: { session_token: { name: cookie.name, attributes: { secure: cookie.secure } } },
    },
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}
