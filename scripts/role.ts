/**
 * `npm run role -- grant admin amina`, `revoke arbiter amina`, `list`: the staff roles. Roles are granted here only, by
 * an operator with access to the server's database; the server may keep running. The settings are the server's.
 */
import pg from 'pg'
import { constraintOf } from '../server/db/error-codes.ts'
import { STAFF_ROLES } from '../domain/staff/staff-roles.ts'
import type { StaffRole } from '../domain/staff/staff-roles.ts'
import { grantRole } from '../server/staff/grant-role.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { Refused, withOwnerDatabase } from './owner-database.ts'

const USAGE = `npm run role -- grant ${STAFF_ROLES.join('|')} USERNAME
npm run role -- revoke ${STAFF_ROLES.join('|')} USERNAME
npm run role -- list`

const USERS = `select u.id, u.username,
  exists (select from totps where user_id = u.id and confirmed_at is not null)
    or exists (select from passkeys where user_id = u.id) as "hasFactor"`

type User = { id: string; username: string; hasFactor: boolean }

try {
  const work = read(process.argv.slice(2))
  await withOwnerDatabase(async ({ database }) => {
    await requireTables(database)
    await work(database)
  })
} catch (error) {
  reportRefusal(error)
}

/** The action of the command line. */
function read([act, role, username, ...rest]: string[]): (database: pg.Client) => Promise<void> {
  if (act === 'list' && role === undefined) return list
  if ((act !== 'grant' && act !== 'revoke') || !isRole(role) || username === undefined || rest.length > 0) {
    throw new Refused(USAGE)
  }
  return async (database) => {
    const user = await getUser(database, username)
    await (act === 'grant' ? grant(database, role, user) : revoke(database, role, user))
  }
}

async function grant(database: pg.Client, role: StaffRole, { id, username, hasFactor }: User): Promise<void> {
  const isNew = await grantRole(database, id, role).catch((error: unknown) => {
    const constraint = constraintOf(error)
    if (constraint === 'staff_members_arbiter_without_team')
      throw new Refused(
        `${username} is a member of a team. An arbiter does not trade: ${username} has to leave it first.`,
      )
    if (constraint !== 'staff_members_arbiter_without_offers') throw error
    throw new Refused(`${username} has active offers. An arbiter does not trade: ${username} has to pause them first.`)
  })
  console.log(isNew ? `${username} now has the role ${role}.` : `${username} already has the role ${role}.`)
  if (hasFactor) return
  console.log(`Two-factor authentication is off: ${username} needs an authenticator app or a passkey to use the role.`)
}

async function revoke(database: pg.Client, role: StaffRole, { id, username }: User): Promise<void> {
  const { rowCount } = await database.query('delete from staff_members where user_id = $1 and role = $2', [id, role])
  if (!rowCount) throw new Refused(`${username} does not have the role ${role}.`)
  console.log(`${username} no longer has the role ${role}.`)
}

async function list(database: pg.Client): Promise<void> {
  const { rows } = await database.query<User & { role: StaffRole; grantedAt: Date }>(
    `${USERS}, r.role, r.granted_at as "grantedAt" from staff_members r join users u on u.id = r.user_id order by r.role, u.username`,
  )
  if (rows.length === 0) console.log('No user has a role.')
  for (const { username, role, grantedAt, hasFactor } of rows) {
    const note = hasFactor ? '' : '  two-factor authentication is off'
    console.log(`${role.padEnd(8)} ${username.padEnd(20)} since ${grantedAt.toISOString().slice(0, 10)}${note}`)
  }
}

/** Usernames that differ by case only cannot exist. */
async function getUser(database: pg.Client, username: string): Promise<User> {
  const { rows } = await database.query<User>(`${USERS} from users u where lower(u.username) = lower($1)`, [username])
  if (!rows[0]) throw new Refused(`There is no user named ${username}.`)
  return rows[0]
}

async function requireTables(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ isThere: boolean }>(
    `select to_regclass('staff_members') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) throw new Refused('The database is not set up or is outdated. Start the server first.')
}

function isRole(word: string | undefined): word is StaffRole {
  return STAFF_ROLES.some((role) => role === word)
}
