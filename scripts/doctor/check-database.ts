/** Whether the database is one that the server can work on. */
import { existsSync } from 'node:fs'
import type pg from 'pg'
import { namesOfZone } from '../../domain/time-zones.ts'
import { assertConfinedLogin } from '../../server/db/confined-login.ts'
import { codeOf } from '../../server/db/error-codes.ts'
import { OutdatedSchema, assertMigrated, assertUtf8 } from '../../server/db/migrate.ts'
import { assertDirect, identityOf, withClient } from '../../server/db/direct-connection.ts'
import { assertSettingsHold, assertTransactionsHold } from '../../server/db/session-settings.ts'
import { comparedWithKept } from '../../server/pages/page-scripts.ts'
import { failed, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** The oldest whose SQL the migrations use (docs/operations.md). */
const VERSION_MIN = 15
const UNDEFINED_TABLE = '42P01'

/** The addresses of one database; without the owner's login, others migrate. */
export type Urls = { appUrl: string; ownerUrl: string | null; directUrl?: string | null }
type Queried = Pick<pg.Client, 'query'>

/** Reachable, of a version that the migrations run on, and in UTF-8. */
export async function checkServer(client: Queried): Promise<Finding> {
  const { rows } = await client.query<{ version: string; number: number; name: string; login: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_database() as name, session_user as login`,
  )
  const { version, number, name, login } = rows[0]!
  const found = `Postgres ${version}, the database ${name}, as ${login}`
  if (number < VERSION_MIN * 10_000)
    return failed(`${found}: it is older than Postgres ${VERSION_MIN}. Use a newer one.`)
  await assertUtf8(client)
  return ok(found)
}

/** The server's login can do no more than the schema grants. */
export async function checkAppLogin(client: pg.Client): Promise<Finding> {
  try {
    await assertConfinedLogin(client)
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error
    return warning(
      'The login cannot be judged before the schema is there: run "npm run migrate", then this command again.',
    )
  }
  return ok('The login of DATABASE_URL owns nothing and has its privileges.')
}

/** The owner's login is of the same database and may migrate it. */
export async function checkOwnerLogin({ appUrl, ownerUrl }: Urls): Promise<Finding> {
  if (ownerUrl === null)
    return ok(
      'DATABASE_OWNER_URL is not set, as it should be for the server; "npm run migrate" and other commands need it.',
    )
  if ((await withClient(ownerUrl, identityOf, 'DATABASE_OWNER_URL')) !== (await withClient(appUrl, identityOf)))
    return failed(
      'DATABASE_OWNER_URL leads to another database than DATABASE_URL: give both the same host and database.',
    )
  const owner = await withClient(ownerUrl, describe, 'DATABASE_OWNER_URL')
  if (!owner.canMigrate)
    return failed(
      `The login ${owner.login} of DATABASE_OWNER_URL owns neither the database nor its tables: as the administrator, run ` +
        `"alter database ${owner.name} owner to ${owner.login}", or name the login that owns them.`,
    )
  if (!owner.hasAppRole)
    return failed(
      'The role sarraf_app does not exist, and migrations grant it its privileges: create it (docs/operations.md, "Database logins").',
    )
  if (owner.isSuperuser)
    return warning(
      `The login ${owner.login} of DATABASE_OWNER_URL is a superuser, which is more than it needs: give the database to a login of its own.`,
    )
  return ok(`The login ${owner.login} of DATABASE_OWNER_URL owns the database.`)
}

type Owner = {
  login: string
  name: string
  canMigrate: boolean
  hasAppRole: boolean
  isSuperuser: boolean
}

async function describe(client: pg.Client): Promise<Owner> {
  const { rows } = await client.query<Owner>(
    `select session_user as login, d.datname as name, r.rolsuper as "isSuperuser",
       pg_has_role(session_user, d.datdba, 'member') and not exists (
         select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
           and not pg_has_role(session_user, c.relowner, 'member')) as "canMigrate",
       exists (select from pg_roles where rolname = 'sarraf_app') as "hasAppRole"
     from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = session_user`,
  )
  return rows[0]!
}

/** No migration is pending but such as the server makes at its start, and the ledger is of the asset on sale. */
export async function checkSchema({ appUrl, ownerUrl }: Urls): Promise<Finding> {
  try {
    await assertMigrated(appUrl)
  } catch (error) {
    if (ownerUrl === null || !(error instanceof OutdatedSchema)) throw error
    return warning(
      'The schema is of an earlier version. The next start migrates where the server has DATABASE_OWNER_URL; else run npm run migrate.',
    )
  }
  return ok('No migration is pending.')
}

/** A page that is open at the next upgrade will find its parts. */
export async function checkPageScripts({ appUrl, ownerUrl }: Urls, clientDir: string): Promise<Finding> {
  if (!existsSync(clientDir)) return ok('There is no build here whose scripts the database could keep.')
  if (ownerUrl !== null)
    return ok('The next start and "npm run migrate" keep the scripts of their build in the database.')
  const { added } = await withClient(appUrl, (client) => comparedWithKept(client, clientDir))
  if (added.length === 0) return ok('The database keeps the scripts of this build.')
  return warning(
    `The database lacks ${added.length} scripts of this build, so pages that are open at the next upgrade lose parts: run "npm run migrate" ` +
      'once more, with this build.',
  )
}

/** A pooler on the way keeps the settings of a connection. */
export async function checkPooler({ appUrl, directUrl }: Omit<Urls, 'ownerUrl'>): Promise<Finding> {
  if (directUrl) {
    await assertTransactionsHold('DATABASE_URL', appUrl)
    await assertDirect(directUrl, appUrl)
    return ok('A transaction keeps its settings, and DATABASE_DIRECT_URL leads to the same database.')
  }
  await assertSettingsHold('DATABASE_URL', appUrl)
  return ok('A connection keeps its settings: no pooler is on the way, or one that works by session.')
}

/** The zones that users can choose are known to the database, which computes business hours and days by them. */
export async function checkTimeZones(client: Queried, chosen = Intl.supportedValuesOf('timeZone')): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>('select name from pg_timezone_names')
  const known = new Set(rows.map(({ name }) => name))
  const missing = chosen.filter((zone) => !namesOfZone(zone).some((name) => known.has(name)))
  if (missing.length === 0) return ok(`The database knows all ${chosen.length} zones that users can choose.`)
  return warning(
    `The database does not know ${missing.length} of ${chosen.length} zones that users can choose (${missing.slice(0, 3).join(', ')}): ` +
      'update its Postgres, or the package tzdata where it reads the zones of its machine.',
  )
}

/** Cookies, codes of authenticator apps and answers of identity providers are judged by this machine, deadlines by the database. */
const CLOCK_MS = { warning: 2000, failed: 30_000 }

export async function checkClock(client: Queried, now: () => number = Date.now): Promise<Finding> {
  const before = now()
  const { rows } = await client.query<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::text as ms',
  )
  const after = now()
  const difference = Number(rows[0]!.ms) - (before + after) / 2
  // The database read its clock at any moment between the two.
  const least = Math.max(0, Math.abs(difference) - (after - before) / 2)
  if (least < CLOCK_MS.warning) return ok(`The clocks differ by no more than ${CLOCK_MS.warning / 1000} s.`)
  const text =
    `The clock of the database is ${Math.round(least / 1000)} s ${difference > 0 ? 'ahead of' : 'behind'} that of this machine: ` +
    'synchronise both by NTP, and never set that of the database forward by hand.'
  return least < CLOCK_MS.failed ? warning(text) : failed(text)
}
