/** The settings of the environment, read once and validated at the start. */
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { assertAsset } from '../domain/asset.ts'
import { assertCurrencies, FIAT_CURRENCIES, USUAL_CURRENCIES } from '../domain/offers/currencies.ts'
import { isPrivateAddress } from './http/network.ts'
import { readOperator } from './operator/operator.ts'
import type { Operator } from './operator/operator.ts'
import { readIdentitySettings } from './accounts/identities/settings.ts'
import type { IdentitySettings } from './accounts/identities/settings.ts'
import { isWalletHost } from './accounts/identities/wallet/siwe.ts'
import { fileSettings } from './files/settings.ts'
import type { FileSettings } from './files/settings.ts'
import { RATES_EXAMPLE, rateSettings } from './offers/rates/settings.ts'
import type { RateSettings } from './offers/rates/settings.ts'
import { telegramSettings } from './notifications/telegram/settings.ts'
import type { TelegramSettings } from './notifications/telegram/settings.ts'
import { traceSettings } from './traces/settings.ts'
import type { TraceSettings } from './traces/settings.ts'
import {
  OperatorError,
  certificateFile,
  choice,
  flag,
  hostToListenOn,
  logLevel,
  mailbox,
  mailboxOf,
  origin,
  postgresUrl,
  smtpUrl,
  trustedProxies,
  wholeNumber,
} from './setting-values.ts'

/** `current` signs and seals; what `previous` signed or sealed is read as well, while keys are rotated. */
export type Secrets = { current: string; previous: string | null }

export const SMTP_TLS = ['default', 'required', 'off'] as const
export type SmtpTls = (typeof SMTP_TLS)[number]

export type DatabaseSettings = {
  /** The application's login, which owns nothing. Null: the bundled Postgres under `dataDir`. */
  databaseUrl: string | null
  /** The login that owns the schema, for migrations and owner commands. Null: others migrate, and the start checks it. */
  databaseOwnerUrl: string | null
  /**
   * Postgres itself, for the notifications between processes, where `databaseUrl` leads through a pooler by transaction. Null:
   * a connection of `databaseUrl` keeps its session.
   */
  databaseDirectUrl: string | null
  /** A streaming replica, for what visitors read; null: they read from the primary. */
  databaseReplicaUrl: string | null
  dataDir: string
}

export type SecretSettings = {
  /** Signs cookies and seals secrets; null in a demonstration on the bundled Postgres: one kept in `dataDir`. */
  secret: string | null
  /** The former secret, while keys are rotated. */
  previousSecret: string | null
}

export type Config = DatabaseSettings &
  SecretSettings & {
    port: number
    host: string
    /** Where Prometheus reads the metrics; null: nowhere. */
    metricsPort: number | null
    metricsHost: string
    /** Whether the demo users, offers and trades are seeded at the start. */
    demo: boolean
    /** Whether the demonstration begins with a market of further traders and sixty days of trades. */
    demoHistory: boolean
    /** The public address; with https the session cookie is Secure with the `__Host-` prefix. */
    publicUrl: string
    /** How many proxies in front, or which networks of proxies, may write X-Forwarded-For; false: none. */
    trustProxy: false | number | string[]
    /** Whether https is demanded of every host below that of `publicUrl` too. */
    hstsSubdomains: boolean
    /** The most requests of one address to the API in a minute; 0: no limit. */
    requestsPerMinute: number
    /** The time limit of each statement of a read that needs no account, in milliseconds. */
    publicReadMs: number
    /** Null: the mail catcher takes mail in demonstration mode; otherwise it waits in the outbox. */
    smtpUrl: string | null
    /** Whether mail leaves encrypted only; by default everywhere but to a mail server on this machine. */
    smtpTls: SmtpTls
    /** The PEM certificates of the authority that the mail server's certificate is verified with; null: the public ones. */
    smtpCa: string | null
    /** The sender of mail: a name and an address. */
    mailFrom: string
    /** The product's name, logo, colours, addresses and policies. */
    operator: Operator
    /** Where the reference rates come from. */
    rates: RateSettings
    /** The bot by which notifications reach Telegram; null: the channel is off, and shown nowhere. */
    telegram: TelegramSettings | null
    /** The identity providers and wallets that users can sign in with. */
    identities: IdentitySettings
    /** Where the bytes of files lie. */
    files: FileSettings
    /** The collector that spans are sent to; null: traces are off. */
    traces: TraceSettings | null
    logLevel: string
    /** Whether each request is a line of the log. */
    accessLog: boolean
    /** For how many seconds the process serves on after SIGTERM, so that the proxies in front notice. */
    drainSeconds: number
  }

/** Reads the environment; throws an error that names the wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = wholeNumber('PORT', env.PORT || '3000', 0, 65535)
  const database = readDatabaseSettings(env)
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl, databaseReplicaUrl } = database
  if (databaseOwnerUrl !== null && databaseUrl === null) {
    throw new OperatorError('DATABASE_OWNER_URL is set without DATABASE_URL: the server needs a login of its own')
  }
  if (databaseDirectUrl !== null && databaseUrl === null) {
    throw new OperatorError('DATABASE_DIRECT_URL is set without DATABASE_URL, the address of its pooler')
  }
  if (databaseReplicaUrl !== null && databaseUrl === null) {
    throw new OperatorError('DATABASE_REPLICA_URL is set without DATABASE_URL, the address of its primary')
  }
  const demo = env.DEMO === undefined || env.DEMO === '' ? databaseUrl === null : flag('DEMO', env.DEMO)
  const { secret, previousSecret } = readSecretSettings(env)
  if (secret === null && !(demo && databaseUrl === null)) {
    throw new OperatorError(`SECRET is required ${demo ? 'with DATABASE_URL' : 'outside demo mode'}. ${MAKE_SECRET}`)
  }
  const host = hostToListenOn('HOST', env.HOST || 'localhost')
  const publicUrl = origin('PUBLIC_URL', env.PUBLIC_URL || `http://${defaultPublicHost(host)}:${port}`)
  const isPublicAllowed = isPublicDemoAllowed(env.ALLOW_PUBLIC_DEMO)
  if (demo) assertDemoCurrencies()
  if (demo && !isPublicAllowed) {
    if (listensPublicly(host)) throw publicDemo(`HOST is ${host}, which other machines can reach`)
    if (isPublic(publicUrl)) throw publicDemo(`PUBLIC_URL is ${publicUrl}`)
  }
  const metricsPort = env.METRICS_PORT ? wholeNumber('METRICS_PORT', env.METRICS_PORT, 1, 65535) : null
  const metricsHost = hostToListenOn('METRICS_HOST', env.METRICS_HOST || '127.0.0.1')
  if (demo && !isPublicAllowed && metricsPort !== null && listensPublicly(metricsHost))
    throw publicDemo(`METRICS_HOST is ${metricsHost}, which other machines can reach`)
  if (metricsPort === port) throw new OperatorError(`METRICS_PORT must be another port than PORT, not ${port}`)
  refuseFormerSettings(env)
  const operator = readOperator(env.OPERATOR)
  return {
    ...database,
    port,
    host,
    metricsPort,
    metricsHost,
    demo,
    demoHistory: flag('DEMO_HISTORY', env.DEMO_HISTORY || '1') && demo,
    publicUrl,
    secret,
    previousSecret,
    trustProxy: trustedProxies('TRUST_PROXY', env.TRUST_PROXY || '0'),
    hstsSubdomains: flag('HSTS_SUBDOMAINS', env.HSTS_SUBDOMAINS || '0'),
    requestsPerMinute: wholeNumber('REQUESTS_PER_MINUTE', env.REQUESTS_PER_MINUTE || '3000', 0, 1_000_000),
    publicReadMs: wholeNumber('PUBLIC_READ_MS', env.PUBLIC_READ_MS || '1000', 50, 5000),
    smtpUrl: env.SMTP_URL ? smtpUrl('SMTP_URL', env.SMTP_URL) : null,
    smtpTls: choice('SMTP_TLS', env.SMTP_TLS || 'default', SMTP_TLS),
    smtpCa: env.SMTP_CA ? certificateFile('SMTP_CA', env.SMTP_CA) : null,
    mailFrom: mailbox('MAIL_FROM', env.MAIL_FROM || mailboxOf(operator.productName, 'no-reply@localhost')),
    operator,
    rates: rateSettings('RATES', env.RATES || defaultRates(demo)),
    telegram: telegramSettings(env),
    identities: {
      ...readIdentitySettings(env),
      wallet: env.WALLET_SIGN_IN ? flag('WALLET_SIGN_IN', env.WALLET_SIGN_IN) : demo && isWalletHost(publicUrl),
    },
    files: fileSettings(env),
    traces: traceSettings(env),
    logLevel: logLevel('LOG_LEVEL', env.LOG_LEVEL || 'warn'),
    accessLog: flag('ACCESS_LOG', env.ACCESS_LOG || '0'),
    drainSeconds: wholeNumber('DRAIN_SECONDS', env.DRAIN_SECONDS || '0', 0, 120),
  }
}

/** Settings that the operator's file has now: ignored in silence, an address of support would be missing on the pages. */
const FORMER_SETTINGS = { SUPPORT_EMAIL: 'supportEmail' } as const

function refuseFormerSettings(env: NodeJS.ProcessEnv): void {
  for (const [name, fact] of Object.entries(FORMER_SETTINGS)) {
    if (!env[name]) continue
    throw new OperatorError(
      `${name} is no setting any more: write the address as "${fact}" in operator.json of the folder that OPERATOR names, and remove ${name}`,
    )
  }
}

function assertDemoCurrencies(): void {
  const missing = USUAL_CURRENCIES.filter((currency) => !FIAT_CURRENCIES.includes(currency))
  if (missing.length === 0) return
  throw new OperatorError(
    `the demonstration has offers in ${USUAL_CURRENCIES.join(', ')}: CURRENCIES must name ${missing.join(' and ')} too, or DEMO=0 be set for a market of your own`,
  )
}

/** A market must not begin with the prices of the demonstration because a setting was forgotten. */
function defaultRates(demo: boolean): string {
  if (demo) return 'fixed'
  throw new OperatorError(
    `RATES is required outside demo mode: the sources of the reference rates, as in "${RATES_EXAMPLE}", or "fixed" for the table of the demonstration`,
  )
}

/** The part of the settings that owner commands need. */
export function readDatabaseSettings(env: NodeJS.ProcessEnv = process.env): DatabaseSettings {
  if (env.ASSET) assertAsset(env.ASSET)
  if (env.CURRENCIES) assertCurrencies(env.CURRENCIES)
  return {
    databaseUrl: env.DATABASE_URL ? postgresUrl('DATABASE_URL', env.DATABASE_URL) : null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ? postgresUrl('DATABASE_OWNER_URL', env.DATABASE_OWNER_URL) : null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ? postgresUrl('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL) : null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ? postgresUrl('DATABASE_REPLICA_URL', env.DATABASE_REPLICA_URL) : null,
    dataDir: resolve(env.DATA_DIR || 'data'),
  }
}

/** The part of them that the rotation of keys needs. */
export function readSecretSettings(env: NodeJS.ProcessEnv = process.env): SecretSettings {
  const secret = secretOf('SECRET', env.SECRET)
  const previousSecret = secretOf('SECRET_PREVIOUS', env.SECRET_PREVIOUS)
  if (previousSecret !== null && (secret === null || secret === previousSecret)) {
    throw new OperatorError('SECRET_PREVIOUS is the former SECRET: set SECRET to another one')
  }
  return { secret, previousSecret }
}

const SECRET_BYTES = 32
const MAKE_SECRET = `Make one of ${SECRET_BYTES} random bytes: node -p "crypto.randomBytes(${SECRET_BYTES}).toString('base64url')"`

/** The error does not repeat the value. */
function secretOf(name: string, text: string | undefined): string | null {
  if (!text) return null
  if (Buffer.byteLength(text) < SECRET_BYTES)
    throw new OperatorError(`${name} must have at least ${SECRET_BYTES} bytes. ${MAKE_SECRET}`)
  return text
}

function publicDemo(found: string): OperatorError {
  return new OperatorError(
    `${found}, and demo mode is on: its users have a public password, and visitors can read captured emails. Set DEMO=0, or ` +
      'ALLOW_PUBLIC_DEMO=yes for a demonstration without real users.',
  )
}

function isPublicDemoAllowed(text: string | undefined): boolean {
  if (text && text !== 'yes') throw new OperatorError(`ALLOW_PUBLIC_DEMO must be yes, not "${text}"`)
  return text === 'yes'
}

/** The host of the address that the server announces where `PUBLIC_URL` is not set: one that opens on this machine. */
function defaultPublicHost(host: string): string {
  return isIP(host) === 6 && !isUnspecified(host) ? `[${host}]` : 'localhost'
}

/** Whether strangers may reach the address: all but plain http on this machine or in a private network. */
function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isPublicHost(hostname.replace(/^\[|\]$/g, ''))
}

/** Whether the server listens where strangers may reach it: on all interfaces, or on one outside private networks. */
function listensPublicly(host: string): boolean {
  return isUnspecified(host) || isPublicHost(host)
}

function isUnspecified(host: string): boolean {
  const family = isIP(host)
  return family !== 0 && UNSPECIFIED.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

const UNSPECIFIED = new BlockList()
UNSPECIFIED.addAddress('0.0.0.0', 'ipv4')
UNSPECIFIED.addAddress('::', 'ipv6')

function isPublicHost(host: string): boolean {
  return host !== 'localhost' && !host.endsWith('.localhost') && !isPrivateAddress(host)
}
