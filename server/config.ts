/** The settings of the environment, read once and validated at the start. */
import { resolve } from 'node:path'
import { readIdentitySettings } from './identities/settings.ts'
import type { IdentitySettings } from './identities/settings.ts'
import { isWalletHost } from './identities/wallet/siwe.ts'

export type Config = {
  port: number
  host: string
  /** The application's login, which owns nothing. Null: the bundled Postgres under `dataDir`. */
  databaseUrl: string | null
  /** The login that owns the schema, for migrations and owner commands. Null: others migrate, and the start checks it. */
  databaseOwnerUrl: string | null
  dataDir: string
  /** Whether the demo users, offers and trades are seeded at the start. */
  demo: boolean
  /** The public address; with https the session cookie is Secure with the `__Host-` prefix. */
  publicUrl: string
  /** Signs cookies; null: a random one, generated once and kept in the database. */
  secret: string | null
  /** Whether to trust the X-Forwarded-For header of one reverse proxy. */
  trustProxy: boolean
  /** The most requests of one address to the API in a minute; 0: no limit. */
  requestsPerMinute: number
  /** Null: the mail catcher takes mail in demonstration mode; otherwise it waits in the outbox. */
  smtpUrl: string | null
  /** The sender of mail: a name and an address. */
  mailFrom: string
  /** Where messages of the contact form are mailed. Null: admins read them in the inbox only. */
  supportEmail: string | null
  /** The identity providers and wallets that users can sign in with. */
  identities: IdentitySettings
  logLevel: string
}

/** Reads the environment; throws an error that names the wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = wholeNumber('PORT', env.PORT ?? '3000', 0, 65535)
  const databaseUrl = env.DATABASE_URL || null
  const secret = env.SECRET || null
  if (secret !== null && secret.length < 32) throw new Error('SECRET must have at least 32 characters')
  const demo = env.DEMO === undefined || env.DEMO === '' ? databaseUrl === null : flag('DEMO', env.DEMO)
  const publicUrl = url('PUBLIC_URL', env.PUBLIC_URL || `http://localhost:${port}`)
  const databaseOwnerUrl = env.DATABASE_OWNER_URL || null
  if (databaseOwnerUrl !== null && databaseUrl === null) {
    throw new Error('DATABASE_OWNER_URL is set without DATABASE_URL: the server needs a login of its own')
  }
  return {
    port,
    host: env.HOST || 'localhost',
    databaseUrl,
    databaseOwnerUrl,
    dataDir: resolve(env.DATA_DIR || 'data'),
    demo,
    publicUrl,
    secret,
    trustProxy: flag('TRUST_PROXY', env.TRUST_PROXY || '0'),
    requestsPerMinute: wholeNumber('REQUESTS_PER_MINUTE', env.REQUESTS_PER_MINUTE || '3000', 0, 1_000_000),
    smtpUrl: env.SMTP_URL ? smtpUrl('SMTP_URL', env.SMTP_URL) : null,
    mailFrom: env.MAIL_FROM || 'Sarraf <no-reply@localhost>',
    // No default in demonstration mode: every visitor can read captured mail, and senders of messages expect staff only.
    supportEmail: env.SUPPORT_EMAIL ? emailAddress('SUPPORT_EMAIL', env.SUPPORT_EMAIL) : null,
    identities: {
      ...readIdentitySettings(env),
      wallet: env.WALLET_SIGN_IN ? flag('WALLET_SIGN_IN', env.WALLET_SIGN_IN) : demo && isWalletHost(publicUrl),
    },
    logLevel: env.LOG_LEVEL || 'warn',
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  }
  return value
}

function emailAddress(name: string, text: string): string {
  if (text.length > 254 || !/^[^\s\p{Cc},;<>"@]+@[^\s\p{Cc},;<>"@]+$/u.test(text))
    throw new Error(`${name} must be one plain email address, not "${text}"`)
  return text
}

function flag(name: string, text: string): boolean {
  if (text === '1' || text === 'true') return true
  if (text === '0' || text === 'false') return false
  throw new Error(`${name} must be 1 or 0, not "${text}"`)
}

function url(name: string, text: string): string {
  if (!URL.canParse(text)) throw new Error(`${name} must be an address such as https://example.org, not "${text}"`)
  return new URL(text).origin
}

/** The error does not repeat the value, which may hold a password. */
function smtpUrl(name: string, text: string): string {
  const isMailServer = URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
  if (!isMailServer) throw new Error(`${name} must be an address such as smtps://user:password@mail.example.org`)
  return text
}
