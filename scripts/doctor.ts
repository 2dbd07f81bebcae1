/**
 * `npm run doctor`: one line for each thing that the server needs, with what to do about those that are wrong, and exit code 1 where
 * one has failed. It changes nothing, but for an object of its own in the store of files, and may run beside a server, with the server's settings. `-- --mail you@example.org` sends one mail.
 */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import type { Config, Secrets } from '../server/config.ts'
import { withClient } from '../server/db/direct-connection.ts'
import { startLocalPostgres } from '../server/db/local-postgres/start.ts'
import { OperatorError, emailAddress } from '../server/setting-values.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import {
  checkAppLogin,
  checkClock,
  checkOwnerLogin,
  checkPageScripts,
  checkPooler,
  checkSchema,
  checkServer,
  checkTimeZones,
} from './doctor/check-database.ts'
import type { Urls } from './doctor/check-database.ts'
import { checkBuild, checkDisk, checkMetricsPort, checkPort } from './doctor/check-machine.ts'
import { checkPlaces, checkStore } from './doctor/check-files.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkOperator } from './doctor/check-operator.ts'
import { checkProxy } from './doctor/check-proxy.ts'
import { checkReplica } from './doctor/check-replica.ts'
import { checkRates } from './doctor/check-rates.ts'
import { checkTelegram } from './doctor/check-telegram.ts'
import { checkTraces } from './doctor/check-traces.ts'
import { checkSealedColumns, checkStrength } from './doctor/check-secret.ts'
import { findingOf, lineOf, ok } from './doctor/finding.ts'
import type { Finding } from './doctor/finding.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

try {
  const to = readAddress()
  const config = await readSettings()
  if (config !== null) await examine(config, to)
} catch (error) {
  reportRefusal(error)
}

function readAddress(): string | null {
  try {
    const { mail } = parseArgs({ options: { mail: { type: 'string' } } }).values
    return mail === undefined ? null : emailAddress('The address of --mail', mail)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError('npm run doctor\nnpm run doctor -- --mail you@example.org', { cause: error })
  }
}

/** Null where they are wrong, which is then the only line. */
async function readSettings(): Promise<Config | null> {
  let config: Config | null = null
  await report('settings', () => {
    config = readConfig()
    return ok(`All can be read. The public address is ${config.publicUrl}${config.demo ? ', in demo mode' : ''}.`)
  })
  return config
}

async function examine(config: Config, to: string | null): Promise<void> {
  await report('operator', () => checkOperator(config))
  await report('web client', () => checkBuild(root))
  await report('port', () => checkPort(config))
  await report('metrics port', () => checkMetricsPort(config))
  await report('proxy', () => checkProxy(config))
  await report('mail', () => checkMail(config, to))
  await report('rates', () => checkRates(config))
  await report('Telegram', () => checkTelegram(config))
  await report('traces', () => checkTraces(config))
  await report('file store', () => checkStore(config))
  await report('disk', () => checkDisk(config))
  const secrets = await secretsOf(config)
  if (secrets) await report('secret', () => checkStrength(secrets))
  await examineDatabase(config, secrets)
}

async function examineDatabase(config: Config, secrets: Secrets | null): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl, dataDir } = config
  const isNew = databaseUrl === null && !(await exists(join(dataDir, 'postgres')))
  if (isNew) {
    await report('database', () => ok(`The first "npm start" makes the bundled one in ${dataDir}.`))
    return
  }
  let stop = async () => {}
  let urls: Urls | null = null
  const isReached = await report('database', async () => {
    const local = databaseUrl === null ? await startLocalPostgres({ dataDir }) : null
    if (local) stop = local.stop
    urls = {
      appUrl: databaseUrl ?? local?.appUrl ?? '',
      ownerUrl: databaseOwnerUrl ?? local?.ownerUrl ?? null,
      directUrl: databaseDirectUrl,
    }
    return withClient(urls.appUrl, checkServer)
  })
  try {
    if (isReached && urls !== null) await examineWithin(urls, config, secrets)
  } finally {
    await stop()
  }
}

async function examineWithin(urls: Urls, config: Config, secrets: Secrets | null): Promise<void> {
  const { appUrl } = urls
  const hasPooler = await report('pooler', () => checkPooler(urls))
  await report('replica', () => checkReplica(appUrl, config))
  await report('login', () => withClient(appUrl, checkAppLogin))
  await report('owner login', () => checkOwnerLogin(urls))
  const hasSchema = await report('schema', () => checkSchema(urls))
  if (hasSchema) await report('page scripts', () => checkPageScripts(urls, join(root, 'build/client')))
  await report('time zones', () => withClient(appUrl, (client) => checkTimeZones(client)))
  await report('clock', () => withClient(appUrl, (client) => checkClock(client)))
  if (hasSchema && hasPooler) await report('files', () => checkPlaces(appUrl, config))
  if (hasSchema && secrets)
    await report('sealed columns', () => withClient(appUrl, (client) => checkSealedColumns(client, secrets)))
}

/** Prints the line, and returns whether the check has not failed. */
async function report(name: string, check: () => Finding | Promise<Finding>): Promise<boolean> {
  const finding = await findingOf(check)
  console.log(lineOf(name, finding))
  if (finding.state === 'failed') process.exitCode = 1
  return finding.state !== 'failed'
}

/** Null where a demonstration has not made its own yet. */
async function secretsOf({ secret, previousSecret, dataDir }: Config): Promise<Secrets | null> {
  const current = secret ?? (await readFile(join(dataDir, 'secret'), 'utf8').catch(() => null))?.trim()
  return current === undefined ? null : { current, previous: previousSecret }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
