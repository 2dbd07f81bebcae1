/**
 * The two logins of a database: the owner makes the schema, and the application works in it without owning anything. Roles
 * belong to a whole cluster, so every database of a cluster shares them.
 */
import { createHmac } from 'node:crypto'
import pg from 'pg'

const APP_LOGIN = 'sarraf_app'
export const OWNER_LOGIN = 'sarraf_owner'
const LOGINS = [OWNER_LOGIN, APP_LOGIN] as const
const LOCK = 0x5a_55_fe

export type Login = (typeof LOGINS)[number]

/** The addresses with which one database is used: `appUrl` by the server, `ownerUrl` by migrations and owner commands. */
export type DatabaseUrls = { appUrl: string; ownerUrl: string }

/**
 * Creates both logins in a cluster of ours, as its superuser, and then runs `work` on the same connection. Several processes
 * may do this concurrently: a lock orders them, provided that all of them connect to the same database.
 */
export async function createLogins(adminUrl: string, work: (admin: pg.Client) => Promise<void> = async () => {}) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    for (const login of LOGINS) await ensureLogin(admin, login, passwordOf(adminUrl, login))
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** The same database for one of the logins; `adminUrl` is the superuser's address. */
export function urlOf(adminUrl: string, login: Login): string {
  const url = new URL(adminUrl)
  url.username = login
  url.password = passwordOf(adminUrl, login) ?? ''
  return url.href
}

export function urlsOf(adminUrl: string): DatabaseUrls {
  return { appUrl: urlOf(adminUrl, APP_LOGIN), ownerUrl: urlOf(adminUrl, OWNER_LOGIN) }
}

/** Derived from the superuser's, so that one kept password is enough; null where the socket's folder is the protection. */
function passwordOf(adminUrl: string, login: Login): string | null {
  const { password } = new URL(adminUrl)
  if (password === '') return null
  return createHmac('sha256', decodeURIComponent(password)).update(login).digest('base64url')
}

async function ensureLogin(admin: pg.Client, login: Login, password: string | null): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [login])
  const secret = password === null ? '' : ` password ${pg.escapeLiteral(password)}`
  if (rowCount === 0) await admin.query(`create role ${login} login${secret}`)
  else if (password !== null) await admin.query(`alter role ${login}${secret}`)
}
