/** The application's login, connected as the server connects: it cannot become another role, nor do what the schema forbids. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from './error-codes.ts'
import { adminConnectionString } from '../testing/database.ts'
import { useMarketFixture } from '../testing/suite.ts'
import { openPool } from './pool.ts'

const fixture = useMarketFixture()
let app: pg.Client

beforeAll(async () => {
  app = new pg.Client({ connectionString: fixture().database.appUrl })
  await app.connect()
})
afterAll(() => app.end())

const PRIVILEGE_MISSING = '42501'
const UNKNOWN_FUNCTION = '42883'
/** The cluster's superuser: another one where TEST_DATABASE_URL names a server. */
const SUPERUSER = new URL(adminConnectionString()).username

async function refusalOf(statement: string): Promise<string> {
  try {
    await app.query(statement)
    return 'nothing'
  } catch (error) {
    return codeOf(error) ?? String(error)
  }
}

describe('leaving the role', () => {
  test.each([
    'set role sarraf_owner',
    `set role ${SUPERUSER}`,
    "select set_config('role', 'sarraf_owner', false)",
    `set session authorization ${SUPERUSER}`,
    `select set_config('session_authorization', '${SUPERUSER}', false)`,
    'alter role sarraf_app superuser',
    'alter role sarraf_app createrole',
    'grant sarraf_owner to sarraf_app',
    'create role mine superuser',
    'alter database template1 owner to sarraf_app',
  ])('%s is refused', async (statement) => {
    expect(await refusalOf(statement)).toBe(PRIVILEGE_MISSING)
  })

  test.each([
    "select set_config('role', 'none', false)",
    'reset role',
    'set role none',
    'set session authorization default',
    'reset session authorization',
    'discard all',
  ])('%s leaves the login as it is', async (statement) => {
    await app.query(statement)
    expect((await app.query('select current_user as role, session_user as login')).rows).toEqual([
      { role: 'sarraf_app', login: 'sarraf_app' },
    ])
    expect(await refusalOf("update trade_events set action = 'cancel'")).toBe(PRIVILEGE_MISSING)
  })

  test('a connection of the pool stays the login too', async () => {
    const pool = await openPool(fixture().database.appUrl, 1)
    try {
      await pool.raw.query("select set_config('role', 'none', false)")
      await expect(pool.raw.query('truncate transfers')).rejects.toMatchObject({ code: PRIVILEGE_MISSING })
    } finally {
      await pool.close()
    }
  })
})

describe('reaching the server', () => {
  test.each([
    "copy trades to program 'cat'",
    "copy users from program 'id'",
    "copy users to '/tmp/users'",
    "select pg_read_file('/etc/passwd')",
    "select pg_read_binary_file('postgresql.conf')",
    "select pg_ls_dir('.')",
    "select lo_import('/etc/passwd')",
    "select lo_export(1, '/tmp/x')",
    "alter system set archive_command = 'id'",
    'select pg_reload_conf()',
    'create extension dblink',
    'create extension postgres_fdw',
    'create foreign data wrapper mine',
    'create language plperlu',
    "set session_preload_libraries = '/tmp/x'",
    'set session_replication_role = replica',
    'select rolpassword from pg_authid',
    // A login may end its own sessions; those of other databases belong to other tests.
    'select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user',
    'create subscription mine connection $$host=/tmp$$ publication p',
    'create database mine',
    'create publication mine for all tables',
  ])('%s is refused', async (statement) => {
    expect(await refusalOf(statement)).toBe(PRIVILEGE_MISSING)
  })

  test("select dblink_exec('', '') finds no such function", async () => {
    expect(await refusalOf("select dblink_exec('', '')")).toBe(UNKNOWN_FUNCTION)
  })
})

describe('changing the schema and its history', () => {
  test.each([
    'create function mine() returns int language sql as $$select 1$$',
    'create function pg_temp.mine() returns int language sql as $$select 1$$',
    'create temporary table mine ()',
    'create table mine ()',
    'create schema mine',
    'create or replace function refuse_change() returns trigger language plpgsql as $$begin return new; end$$',
    'alter function book_transfer() security invoker',
    'create trigger mine before insert on trades execute function refuse_change()',
    'alter table transfers disable trigger all',
    'drop trigger append_only on transfers',
    'alter table trades disable row level security',
    'alter table trades owner to sarraf_app',
    'create rule mine as on insert to trades do instead nothing',
    "update trade_events set action = 'cancel'",
    'delete from transfers',
    'truncate trade_events cascade',
    "update messages set body = 'x'",
    'update trades set rate_e6 = 1',
    'update ledger_accounts set balance_micro = 0',
    'delete from audit_log',
    "update migrations set checksum = ''",
    'alter default privileges for role sarraf_owner grant all on tables to sarraf_app',
    'comment on table trades is $$mine$$',
  ])('%s is refused', async (statement) => {
    expect(await refusalOf(statement)).toBe(PRIVILEGE_MISSING)
  })
})

describe('a login that could do more is refused at the start', () => {
  const LOGIN = `test_login_${process.pid}_${process.env.VITEST_POOL_ID ?? ''}`

  async function asAdmin(statements: string): Promise<void> {
    const admin = new pg.Client({ connectionString: fixture().database.connectionString })
    await admin.connect()
    try {
      await admin.query(statements)
    } finally {
      await admin.end()
    }
  }

  function urlOfLogin(): string {
    const url = new URL(fixture().database.appUrl)
    url.username = LOGIN
    url.password = password
    return url.href
  }

  const { password } = new URL(adminConnectionString())
  const create = `create role ${LOGIN} login${password ? ` password '${password}'` : ''}`

  test.each([
    ['', /has no privileges on the tables.*sarraf_app/],
    [`alter role ${LOGIN} superuser`, /is a superuser/],
    [`alter role ${LOGIN} bypassrls`, /bypasses row-level security/],
    [`alter role ${LOGIN} createrole`, /may create roles/],
    [`alter role ${LOGIN} replication`, /may copy the whole cluster/],
    [`grant pg_read_server_files to ${LOGIN}`, /a predefined role .* as a member of pg_read_server_files/],
    [`grant sarraf_owner to ${LOGIN}`, /owns tables as a member of sarraf_owner/],
    [`grant ${SUPERUSER} to ${LOGIN}`, /is a superuser as a member of/],
    [`create table theirs (); alter table theirs owner to ${LOGIN}`, /owns tables/],
    [`grant sarraf_app to ${LOGIN}`, null],
  ])('%s', async (statements, reason) => {
    await asAdmin(`${create}; ${statements}`)
    try {
      const opened = openPool(urlOfLogin(), 1).then((pool) => pool.close())
      if (reason === null) await opened
      else await expect(opened).rejects.toThrow(reason)
    } finally {
      await asAdmin(`drop table if exists theirs; drop role ${LOGIN}`)
    }
  })

  test('the superuser and the owner of a cluster of ours are refused as well', async () => {
    const { connectionString, ownerUrl } = fixture().database
    await expect(openPool(connectionString)).rejects.toThrow(`the login ${SUPERUSER} is a superuser`)
    await expect(openPool(ownerUrl)).rejects.toThrow('the login sarraf_owner owns tables')
  })
})
