/** The server's login must not be able to do what the schema forbids it: refuses to start with one that can. */
import type pg from 'pg'

/** Roles of Postgres itself whose members read or write past the privileges of tables. */
const POWERFUL = [
  'pg_read_all_data',
  'pg_write_all_data',
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_execute_server_program',
  'pg_maintain',
]

/** In the order they are reported: each reason with its condition on `r`, a role that the login is or can become. */
const REASONS: readonly (readonly [condition: string, text: string])[] = [
  ['r.rolsuper', 'is a superuser'],
  ['r.rolbypassrls', 'bypasses row-level security (BYPASSRLS)'],
  ['r.rolcreaterole', 'may create roles (CREATEROLE)'],
  ['r.rolreplication', 'may copy the whole cluster (REPLICATION)'],
  [`r.rolname = any('{${POWERFUL.join()}}')`, 'has a predefined role that reads or writes everything'],
  ['exists (select from pg_class where relnamespace = s.oid and relowner = r.oid)', 'owns tables'],
  ['exists (select from pg_proc where pronamespace = s.oid and proowner = r.oid)', 'owns functions'],
  ['s.nspowner = r.oid', 'owns the schema'],
  ['exists (select from pg_database where datname = current_database() and datdba = r.oid)', 'owns the database'],
]

const QUERY = `
  select reason, r.rolname as role, session_user as login
  from pg_roles r, pg_namespace s,
    unnest(array[${REASONS.map(([condition]) => condition).join(', ')}]) with ordinality as held (is_held, reason)
  where s.nspname = 'public' and is_held and pg_has_role(session_user, r.oid, 'member')
  order by r.rolname <> session_user, reason limit 1`

/** Throws an error that names the setting, its login and the first reason against it. */
export async function assertConfinedLogin(client: pg.Client, setting = 'DATABASE_URL'): Promise<void> {
  const { rows } = await client.query<{ reason: string; role: string; login: string }>(QUERY)
  if (rows[0]) {
    const { reason, role, login } = rows[0]
    const through = role === login ? '' : ` as a member of ${role}`
    throw new Error(`${setting} is refused: the login ${login} ${REASONS[Number(reason) - 1]![1]}${through}. ${ADVICE}`)
  }
  const { rows: able } = await client.query<{ isAble: boolean; login: string }>(
    `select has_schema_privilege('public', 'usage') and has_table_privilege('trades', 'insert') as "isAble", session_user as login`,
  )
  if (!able[0]!.isAble)
    throw new Error(`${setting} is refused: the login ${able[0]!.login} has no privileges on the tables. ${ADVICE}`)
}

const ADVICE = 'The server connects as sarraf_app, which owns nothing (docs/operations.md, "Database logins").'
