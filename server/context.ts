/** The settings, the database and the outside services that routes and verbs use. */
import type { Logger } from 'pino'
import { createPasswords } from './accounts/passwords.ts'
import type { Passwords } from './accounts/passwords.ts'
import { createUserNetworks } from './accounts/sessions/user-networks.ts'
import type { UserNetworks } from './accounts/sessions/user-networks.ts'
import type { Config, Secrets } from './config.ts'
import { assertDirect } from './db/direct-connection.ts'
import { POOL_SIZE, openPool, openPublicReads, poolModeOf } from './db/pool.ts'
import type { Db } from './db/pool.ts'
import { openReplicaReads } from './db/replica.ts'
import type { ReplicaReads } from './db/replica.ts'
import type { Scope } from './db/scope.ts'
import { demoSecret } from './demo-secret.ts'
import { createKeyring } from './db/encryption/keyring.ts'
import type { Keyring } from './db/encryption/keyring.ts'
import type { ObjectStore } from './files/object-store.ts'
import { signingKeys } from './accounts/identities/oidc/signing-keys.ts'
import { createIdentityProviders } from './accounts/identities/providers.ts'
import type { IdentityProviders } from './accounts/identities/providers.ts'
import { setProductNames } from '../domain/operator/product.ts'
import { openLog } from './log.ts'
import { startLive } from './notifications/live/live.ts'
import type { Live } from './notifications/live/live.ts'
import { openMail } from './mail/open-mail.ts'
import { openMetrics } from './metrics/metrics.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { MailSender } from './mail/open-mail.ts'
import { openRates } from './offers/rates/rates.ts'
import type { Rates } from './offers/rates/rates.ts'
import { requireStaff } from './staff/require-staff.ts'
import type { Traces } from './traces/open-telemetry.ts'
import { createRateLimits } from './http/rate-limits/rate-limits.ts'
import type { RateLimits } from './http/rate-limits/rate-limits.ts'

export type Context = {
  config: Config
  db: Db
  /** For reads that need no account, those of visitors from a replica where there is one; each statement has a time limit. */
  publicReads: Db
  /** Null where visitors read from the primary. */
  replica: Pick<ReplicaReads, 'lagSeconds'> | null
  /** Signs session cookies and keys the hashes of codes. */
  secrets: Secrets
  passwords: Passwords
  limits: RateLimits
  /** Wraps the data keys of sealed columns. */
  keyring: Keyring
  /** Where the bytes of files lie that are not in Postgres; null where `S3_URL` is not set. */
  objects: ObjectStore | null
  /** Which networks users are seen in. */
  networks: UserNetworks
  providers: IdentityProviders
  rates: Rates
  /** The staff's power, which the contract asks for by an endpoint's field `staff`. */
  requireStaff: typeof requireStaff
  live: Live
  mail: MailSender
  /** Null where `METRICS_PORT` is not set. */
  metrics: Metrics | null
  /** Null where `OTEL_EXPORTER_OTLP_ENDPOINT` is not set. */
  traces: Traces | null
  log: Logger
  /** Closes all connections. */
  close(): Promise<void>
}

/** Opens the services on a migrated database. `outside`: as for `openPool`. */
export async function openContext(config: Config, connectionString: string, outside?: Scope): Promise<Context> {
  setProductNames(config.operator)
  const log = openLog(config.logLevel)
  const mode = poolModeOf(config)
  const directUrl = config.databaseDirectUrl ?? connectionString
  const pool = await openPool(connectionString, POOL_SIZE, outside, mode)
  const { db } = pool
  if (mode === 'transaction') await assertDirect(directUrl, connectionString)
  const publicPool = openPublicReads(connectionString, config.publicReadMs, outside, mode)
  const replica =
    config.databaseReplicaUrl === null
      ? null
      : await openReplicaReads(config.databaseReplicaUrl, {
          primary: publicPool,
          primaryUrl: connectionString,
          mode,
          outside,
          timeoutMs: config.publicReadMs,
          log,
        })
  const current = config.secret ?? (await demoSecret(config.dataDir))
  const secrets = { current, previous: config.previousSecret }
  const keyring = createKeyring(secrets)
  const limits = createRateLimits(current, config.requestsPerMinute > 0)
  const mail = await openMail(config, db)
  const live = startLive({ db, connectionString: directUrl, log })
  const rates = await openRates({ db, live, log, settings: config.rates })
  const pools = { main: pool.raw, public_reads: publicPool.raw, ...(replica && { replica_reads: replica.raw }) }
  const metrics = config.metricsPort === null ? null : openMetrics({ connectionString, mode, pools, replica, log })
  const objects =
    config.files.store === null ? null : (await import('./files/object-store.ts')).openObjectStore(config.files.store)
  const traces =
    config.traces === null ? null : (await import('./traces/open-telemetry.ts')).openTraces(config.traces, log)
  return {
    config,
    db,
    publicReads: (replica ?? publicPool).db,
    replica,
    secrets,
    passwords: createPasswords(),
    limits,
    keyring,
    objects,
    networks: createUserNetworks(current),
    providers: createIdentityProviders(config.identities, config.publicUrl, signingKeys(db, keyring)),
    rates,
    requireStaff,
    live,
    mail,
    metrics,
    traces,
    log,
    async close() {
      mail.mailer?.close()
      await rates.close()
      await live.close()
      await metrics?.close()
      await replica?.close()
      await publicPool.close()
      await pool.close()
      await traces?.close()
    },
  }
}
