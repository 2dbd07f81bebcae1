/** One server process: database, routes, worker, and the built pages. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { openContext } from './context.ts'
import type { Context } from './context.ts'
import { startLocalPostgres } from './db/local-postgres/start.ts'
import { assertMigrated, migrate } from './db/migrate.ts'
import { asSystem } from './db/scope.ts'
import { assertNoDemonstration } from './demo/demonstration.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo/demo-users.ts'
import { seedDemo } from './demo/seed.ts'
import { hasStoredFiles } from './files/count-files.ts'
import { createDraining } from './http/draining.ts'
import { startWorker } from './jobs/worker.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { askRateSources } from './offers/rates/ask-sources.ts'
import { distrustFixed } from './offers/rates/rates.ts'
import { keepPageScripts } from './pages/page-scripts.ts'
import { OperatorError } from './setting-values.ts'
import { listenRefusal } from './start-refusal.ts'
import type { MailSender } from './mail/open-mail.ts'

const CLIENT = fileURLToPath(new URL('../build/client', import.meta.url))
const STOP_WITHIN_MS = 10_000
const ECHO_MS = 1000

/**
 * Serves until SIGINT or SIGTERM. Reads its settings from the environment (docs/operations.md); any number of processes
 * may run on one database. `clientIsBuilt` is awaited while the database is prepared.
 * Throws when a setting is wrong, the port is taken, or the build fails.
 */
export async function main(clientIsBuilt: Promise<void> = Promise.resolve()): Promise<void> {
  const config = readConfig()
  const [{ local, ownerUrl, context }] = await Promise.all([prepareDatabase(config), clientIsBuilt])
  if (ownerUrl && existsSync(CLIENT)) await keepPageScripts(ownerUrl, CLIENT)
  await warnOfStoredFiles(context)
  const draining = createDraining(config.drainSeconds)
  const app = await buildApp(context, {
    ...(existsSync(CLIENT) && { clientDir: CLIENT }),
    isDraining: draining.isOn,
  })
  const metricsServer = context.metrics && (await serveMetrics(context.metrics, config))
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw new OperatorError(listenRefusal(error, config), { cause: error })
  })
  const worker = startWorker(context)
  greet(config, address, context.mail)

  onStopSignal(config.drainSeconds * 1000 + STOP_WITHIN_MS, async () => {
    await draining.begin()
    await app.close()
    await worker.stop()
    await metricsServer?.close()
    await context.close()
    await local?.stop()
  })
}

async function prepareDatabase(config: Config) {
  const local = config.databaseUrl ? null : await startLocalPostgres({ dataDir: config.dataDir })
  const appUrl = config.databaseUrl ?? local?.appUrl ?? ''
  const ownerUrl = config.databaseOwnerUrl ?? local?.ownerUrl
  if (ownerUrl) await migrate(ownerUrl, { report: console.log })
  else await assertMigrated(appUrl)
  const context = await openContext(config, appUrl)
  await asSystem('demonstration', () =>
    config.demo ? seedDemo(context, ownerUrl ?? null) : assertNoDemonstration(context.db),
  )
  await distrustFixed(context)
  // Before the first request: after a long stop the last rates are not those of the market any more.
  await asSystem('worker', () => askRateSources(context))
  return { local, ownerUrl, context }
}

/** The server starts nevertheless: trades need no file, and a restored database may come before its store. */
async function warnOfStoredFiles({ db, objects, log }: Context): Promise<void> {
  if (objects === null && (await asSystem('worker', () => hasStoredFiles(db))))
    log.error('files lie in an S3-compatible store, and S3_URL is not set: they cannot be read')
}

function greet(config: Config, address: string, { mailer }: MailSender): void {
  // With PORT=0 the system chose the port.
  const shown = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${new URL(address).port}`) : config.publicUrl
  console.log(`\n${config.operator.productName} is open at ${shown}\n`)
  if (mailer === null) console.log('Email delivery is off. Set SMTP_URL to turn it on.\n')
  if (mailer?.kind === 'catcher') console.log(`Emails are captured; read them at ${shown}/dev/mail\n`)
  if (!config.demo) return
  console.log(`Demo users, all with the password  ${DEMO_PASSWORD}`)
  for (const { username, email, about } of DEMO_USERS) {
    if (about === null) continue
    console.log(`  ${email.padEnd(26)} ${username.padEnd(12)} ${about}`)
  }
  console.log()
}

/**
 * The first signal drains connections; a second one, or the time limit, ends the process immediately. One Ctrl-C often
 * arrives twice, from the terminal and from npm, so a repetition within a second is not a second one.
 */
function onStopSignal(withinMs: number, stop: () => Promise<void>): void {
  let stoppingSince: number | null = null
  const onSignal = () => {
    if (stoppingSince !== null && Date.now() - stoppingSince < ECHO_MS) return
    if (stoppingSince !== null) process.exit(1)
    stoppingSince = Date.now()
    setTimeout(() => process.exit(1), withinMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
