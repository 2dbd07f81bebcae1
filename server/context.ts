/** What every route and verb is given: the database, the outside services, and who is asking. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Logger } from 'pino'
import type { KeyScope } from '../domain/api-keys.ts'
import type { Language } from '../domain/languages.ts'
import type { StaffRole } from '../domain/staff.ts'
import { createAccounts } from './accounts/accounts.ts'
import type { Accounts } from './accounts/accounts.ts'
import { createSecretBox } from './factors/secret-box.ts'
import type { SecretBox } from './factors/secret-box.ts'
import { signingKeys } from './identities/oidc/signing-keys.ts'
import { createIdentityProviders } from './identities/providers.ts'
import type { IdentityProviders } from './identities/providers.ts'
import { createRateLimits } from './rate-limits/rate-limits.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { Config } from './config.ts'
import { openPool, sql } from './db/pool.ts'
import type { Db } from './db/pool.ts'
import { startLive } from './live/live.ts'
import type { Live } from './live/live.ts'
import { openMailRoom } from './mail/mail-room.ts'
import type { MailRoom } from './mail/mail-room.ts'
import { fixedRates } from './market/rates.ts'
import type { RateSource } from './market/rates.ts'

export type Context = {
  config: Config
  db: Db
  accounts: Accounts
  /** How often what may be tried. */
  limits: RateLimits
  /** What seals the secrets of authenticator apps. */
  secretBox: SecretBox
  /** The other services that people can sign in with. */
  providers: IdentityProviders
  rates: RateSource
  live: Live
  mail: MailRoom
  log: Logger
  /** Ends everything that holds a connection. */
  close(): Promise<void>
}

/** The signed-in person, taken from the session or an API key and never from a body. */
export type Viewer = {
  id: string
  username: string
  /** The address of their picture. */
  avatar: string | null
  email: string
  /** The e-mail was verified. */
  isVerified: boolean
  language: Language
  memberSince: Date
  /** What they are to the house; a key is nothing to it. */
  roles: readonly StaffRole[]
  /** With a key it is the key’s own id, which no session has. */
  sessionId: string
  /** What the database knows the shown token by. A session goes on under another one after each proof. */
  tokenHash: string
  /** What the key may do that a program calls with; null in a browser. */
  key: { scopes: readonly KeyScope[] } | null
}

/** Never logged: credentials, and the whole row that Postgres adds to a refusal. */
const REDACTED = ['req.headers.cookie', 'req.headers.authorization', 'err.detail', 'err.where']

/** Opens everything on a migrated database. */
export async function openContext(config: Config, connectionString: string): Promise<Context> {
  const log = pino({ level: config.logLevel, redact: REDACTED })
  const pool = await openPool(connectionString)
  const { db } = pool
  const secret = config.secret ?? (await instanceSecret(db, 'sessions'))
  const limits = createRateLimits(secret, config.requestsPerMinute > 0)
  const mail = await openMailRoom(config, db)
  const live = startLive({ db, connectionString, log })
  return {
    config,
    db,
    accounts: createAccounts({ db, secret, limits }),
    limits,
    secretBox: createSecretBox(secret, 'totp'),
    providers: createIdentityProviders(
      config.identities,
      config.publicUrl,
      signingKeys(db, createSecretBox(secret, 'signing keys')),
    ),
    rates: fixedRates(),
    live,
    mail,
    log,
    async close() {
      mail.mailer?.close()
      await live.close()
      await pool.close()
    },
  }
}

/** A random key all processes on one database share; the first start makes it. */
async function instanceSecret(db: Db, name: string): Promise<string> {
  await sql`
    insert into instance_secrets (name, value) values (${name}, ${randomBytes(32).toString('base64url')})
    on conflict (name) do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from instance_secrets where name = ${name}`.execute(db)
  if (!rows[0]) throw new Error(`no secret ${name}`)
  return rows[0].value
}
