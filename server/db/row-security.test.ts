/** Row-level security, as the application's login: a statement without a condition on the user touches no row of another one. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MarketFixture } from '../testing/market-fixture.ts'
import { useMarketFixture } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { storedFile } from '../testing/proofs.ts'
import { inTransaction, openPool, sql } from './pool.ts'
import type { Pool } from './pool.ts'
import { asSystem, asViewer, inThisScope, withSystemScope } from './scope.ts'

/** Tables without policies. A table that holds what one user must not see of another one does not belong here. */
const OPEN: Readonly<Record<string, string>> = {
  audit_actions: 'reference rows',
  avatars: 'public: shown beside every username',
  bond_rules: 'reference rows',
  bond_switches: 'of no user; the server may not read who switched',
  contact_subjects: 'reference rows',
  currencies: 'public: whether each is available',
  currency_notices: 'public',
  currency_switches: 'public: of no user',
  demonstration: 'whether the database is one',
  dispute_outcomes: 'reference rows',
  dispute_reasons: 'reference rows',
  dispute_rules: 'reference rows',
  dispute_statuses: 'reference rows',
  evidence_fingerprints: 'hashes of pictures, which the server cannot read',
  evidence_media_types: 'reference rows',
  evidence_purposes: 'reference rows',
  evidence_rules: 'reference rows',
  freed_usernames: 'names that are blocked, asked about by every registration; the server cannot read whose they were',
  identity_providers: 'reference rows',
  key_moves: 'reference rows',
  languages: 'reference rows',
  ledger_asset: 'public',
  limits: 'reference rows',
  mail_kinds: 'reference rows',
  manual_rates: 'rates of the market: of no user',
  market_counts: 'public counts',
  market_offers: 'the public listing',
  offer_methods: 'a copy of what offers, which are public, say',
  market_trader_counts: 'public counts',
  migrations: 'names of files',
  new_taker_shares: 'reference rows',
  notification_channels: 'reference rows',
  notification_defaults: 'reference rows',
  notification_events: 'reference rows',
  notification_groups: 'reference rows',
  offer_statuses: 'reference rows',
  offers: 'public while they are active; a taker locks the owner’s offer',
  one_time_token_purposes: 'reference rows',
  outages: 'public: every page says that there is one',
  payment_method_risks: 'reference rows',
  page_scripts: 'public: what browsers execute',
  payee_answer_kinds: 'reference rows',
  payment_methods: 'reference rows',
  payment_risks: 'reference rows',
  phrase_words: 'reference rows',
  public_figure_kinds: 'reference rows',
  public_figures: 'public counts',
  purge_progress: 'how far a purge has read',
  rate_hours: 'public',
  rate_limits: 'keyed hashes of no known user, counted before a user is known',
  rate_readings: 'of no user',
  rate_rounds: 'of no user',
  rating_replies: 'public: a reply is to a published rating',
  reference_policies: 'reference rows',
  reference_rates: 'public',
  rehearsal_rules: 'reference rows',
  rehearsal_scenarios: 'reference rows',
  relation_kinds: 'reference rows',
  report_outcomes: 'reference rows',
  report_reasons: 'reference rows',
  sign_in_methods: 'reference rows',
  signing_keys: 'keys of the server, of no user',
  stored_objects: 'sizes and hashes of what lies sealed in the store: who may read a file is a fact of its row',
  staff_roles: 'reference rows',
  system_message_codes: 'reference rows',
  team_act_kinds: 'reference rows',
  team_moves: 'reference rows',
  team_roles: 'reference rows',
  telegram_bots: 'of no user',
  tier_limit_changes: 'of no user; the server may not read it',
  tier_limits: 'public',
  tiers: 'public',
  trade_rules: 'reference rows',
  trade_statuses: 'reference rows',
  transparency: 'public figures',
  user_streams: 'two counters; an event for both parties of a trade increases both',
  users: 'public: what every listing and trade shows of a user; the rest is in accounts',
  vapid_keys: 'keys of the server, of no user',
  vocabularies: 'checksums of reference rows',
}

/** Tables with policies: the rows of `$1`, as their owner sees them. */
const OF_TRADE = 'trade_id in (select id from trades where $1 in (buyer_id, seller_id))'
const OWN: Readonly<Record<string, string>> = {
  accounts: 'user_id = $1',
  api_keys: 'user_id = $1',
  audit_log: 'false and $1::uuid is null',
  audit_log_head: 'false and $1::uuid is null',
  caught_mails: 'false and $1::uuid is null',
  commands: 'actor_id = $1',
  contact_messages: 'user_id = $1',
  currency_notifications: 'user_id = $1',
  devices: 'user_id = $1',
  evidence_files: `uploader_id = $1 or (submitted_at is not null and ${OF_TRADE})`,
  evidence_reads: 'reader_id = $1',
  dispute_assignments: 'false and $1::uuid is null',
  dispute_readmissions: 'false and $1::uuid is null',
  dispute_decisions: OF_TRADE,
  dispute_events: OF_TRADE,
  dispute_statements: OF_TRADE,
  disputes: OF_TRADE,
  suspended_email_keys: 'false and $1::uuid is null',
  suspended_emails: 'false and $1::uuid is null',
  removed_ratings: 'rating_id in (select id from ratings where rater_id = $1)',
  hidden_offers: 'offer_id in (select id from offers where owner_id = $1)',
  identities: 'user_id = $1',
  key_releases: 'user_id = $1',
  ledger_accounts: `user_id = $1 or kind in ('fees', 'burned') or ${OF_TRADE}`,
  mails: 'user_id = $1',
  messages: OF_TRADE,
  notification_deliveries: 'user_id = $1',
  notification_preferences: 'user_id = $1',
  notification_settings: 'user_id = $1',
  notifications: 'user_id = $1',
  one_time_tokens: "user_id = $1 or (user_id is null and purpose = 'passkey_challenge')",
  passkeys: 'user_id = $1',
  payee_answers: OF_TRADE,
  payer_checks: OF_TRADE,
  payer_declarations: OF_TRADE,
  meeting_code_attempts: OF_TRADE,
  meeting_codes: 'holder_id = $1',
  payment_accounts: 'user_id = $1',
  payment_detail_reads: OF_TRADE,
  quotes: 'taker_id = $1',
  ratings: 'rater_id = $1 or (published_at is not null and removed_at is null)',
  recovery_codes: 'user_id = $1',
  rehearsal_passes: 'user_id = $1',
  rehearsals: 'user_id = $1',
  offer_access: 'viewer_id = $1',
  offer_changes: 'false and $1::uuid is null',
  relations: 'owner_id = $1',
  trader_notes: 'writer_id = $1',
  reports: 'reporter_id = $1',
  business_hours: 'user_id = $1',
  offer_templates: 'user_id = $1',
  quick_replies: 'user_id = $1',
  saved_searches: 'user_id = $1',
  search_matches: 'user_id = $1',
  search_scopes: 'false and $1::uuid is null',
  push_subscriptions: 'user_id = $1',
  sessions: 'user_id = $1',
  sign_ins: 'user_id = $1',
  staff_members: 'user_id = $1',
  suspensions: 'user_id = $1',
  team_acts: 'owner_id = $1',
  team_member_roles: 'membership_id in (select id from team_members where $1 in (owner_id, member_id))',
  team_members: '$1 in (owner_id, member_id)',
  totps: 'user_id = $1',
  upload_parts: 'user_id = $1',
  trade_chats: OF_TRADE,
  trade_events: OF_TRADE,
  trade_images: OF_TRADE,
  trade_payment_details: OF_TRADE,
  trades: '$1 in (buyer_id, seller_id)',
  trade_outcomes: '$1 in (buyer_id, seller_id)',
  transfers: OF_TRADE,
  user_events: 'user_id = $1',
  violation_checks: 'false and $1::uuid is null',
  user_networks: 'user_id = $1',
  telegram_chats: 'user_id = $1',
  webhook_deliveries: 'user_id = $1',
  webhooks: 'user_id = $1',
}

const WRITTEN_AT: Record<string, string> = { relations: 'at', trader_notes: 'changed_at' }

const fixture = useMarketFixture()
let app: pg.Client
let pool: Pool

beforeAll(async () => {
  await insertPrivateRows(fixture())
  app = new pg.Client({ connectionString: fixture().database.appUrl })
  await app.connect()
  pool = await openPool(fixture().database.appUrl, 2)
})
afterAll(async () => {
  await app.end()
  await pool.close()
})

test('every table has a policy and its test, or a reason to have none', async () => {
  const { rows } = await fixture().owner.query<{ name: string; isSecured: boolean }>(`
    select c.relname as name, c.relrowsecurity and exists (select from pg_policy where polrelid = c.oid) as "isSecured"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  const problems = rows.flatMap(({ name, isSecured }) => {
    if (isSecured && !(name in OWN))
      return [`${name} has a policy: say in OWN of this file which rows are a user's own`]
    if (!isSecured && name in OWN) return [`${name} lost its policy`]
    if (isSecured || name in OPEN) return []
    return [
      `${name} has no policy. If it holds rows of users, enable row level security and create a policy in ` +
        '0042_row_security.sql, insert a row in insertPrivateRows and name its own rows in OWN; otherwise give the reason in OPEN.',
    ]
  })
  const names = new Set(rows.map(({ name }) => name))
  const gone = Object.keys(OWN).filter((name) => !names.has(name))
  expect([...problems, ...gone.map((name) => `${name} is in OWN and no table`)]).toEqual([])
})

test('views that run as their owner, who is exempt, cannot be read by the server', async () => {
  const { rows } = await fixture().owner.query(`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and has_table_privilege('sarraf_app', oid, 'select')
      and not coalesce(reloptions::text like '%security_invoker=true%', false)`)
  expect(rows, 'create the view with (security_invoker = true)').toEqual([])
})

describe.each(Object.keys(OWN))('%s', (table) => {
  const own = () => OWN[table]!

  test.each(['stranger', 'buyer', 'seller'] as const)('the %s reads only rows of their own', async (who) => {
    const viewer = fixture()[who]
    const expected = await rowsOf(table, own(), viewer)
    expect((await all(table, 'true')).length, 'insert a row of another user in insertPrivateRows').toBeGreaterThan(
      (await all(table, own(), fixture().stranger)).length,
    )
    await setViewer(viewer)
    expect(await seen(table)).toEqual(expected)
  })

  test('without a viewer no row is read', async () => {
    for (const viewer of ['', null]) {
      if (viewer === null) await app.query('reset app.viewer')
      else await setViewer(viewer)
      expect(await seen(table)).toEqual(
        table === 'ledger_accounts' ? await rowsOf(table, "kind in ('fees', 'burned') and $1 <> ''", 'x') : [],
      )
    }
  })

  test('the stranger changes and deletes no row of others', async () => {
    const { stranger } = fixture()
    const column = await changeableColumn(table)
    const ownRows = (await all(table, own(), stranger)).length
    for (const statement of [
      `delete from ${table}`,
      // A changed row of these has the present moment, whenever this test comes to it.
      ...(column
        ? [
            `update ${table} set ${column} = ${column}${table in WRITTEN_AT ? `, ${WRITTEN_AT[table]} = clock_timestamp()` : ''}`,
          ]
        : []),
    ]) {
      await app.query('begin')
      await app.query("select set_config('app.viewer', $1, true)", [stranger])
      const touched = await app.query(statement).then(
        ({ rowCount }) => rowCount,
        (error: pg.DatabaseError) => (error.code === '42501' ? 'no privilege' : error.message),
      )
      await app.query('rollback')
      expect(['no privilege', ownRows].map((answer) => [statement, answer])).toContainEqual([statement, touched])
    }
  })
})

test('of other users the server reads what is public, and no email, setting or former name', async () => {
  const { buyer, stranger } = fixture()
  const columns = async (table: string) => {
    const { rows } = await fixture().owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and has_column_privilege('sarraf_app', attrelid, attnum, 'select') order by 1`,
      [table],
    )
    return rows.map(({ name }) => name)
  }
  expect(await columns('users'), 'a column that other users may not see belongs in accounts').toEqual([
    'bio',
    'completed_in_person',
    'completed_trades',
    'completion_tenths',
    'created_at',
    'deleted_at',
    'disputes_confirmed',
    'disputes_lost',
    'disputes_released_late',
    'email_verified',
    'failed_trades',
    'id',
    'is_demo',
    'location',
    'median_pay_seconds',
    'median_release_seconds',
    'partners',
    'partners_in_person',
    'purged_trades',
    'rating_count',
    'rating_stars',
    'suspended_at',
    'username',
    'username_skeleton',
  ])
  expect(await columns('freed_usernames')).toEqual(['freed_at', 'skeleton'])
  const emails = 'select u.username, a.email from users u join accounts a on a.user_id = u.id'
  for (const [viewer, username] of [
    [buyer, 'buyer'],
    [stranger, 'stranger'],
  ] as const) {
    await setViewer(viewer)
    expect((await app.query(emails)).rows).toEqual([{ username, email: `${username}@example.org` }])
  }
  await setViewer(stranger)
  const change = `update accounts set language = 'fr', email = 'thief@example.org' where user_id = '${buyer}'`
  expect((await app.query(change)).rowCount).toBe(0)
  const insert = `insert into accounts (user_id, email) values ('${buyer}', 'thief@example.org')`
  await expect(app.query(insert)).rejects.toMatchObject({ code: '42501' })
})

describe('the scope of a query', () => {
  const trades = async (db = pool.db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from trades`.execute(db)
    return rows[0]!.n
  }

  test('is that of its caller, whichever connection it gets', async () => {
    const { buyer, stranger } = fixture()
    const everything = (await all('trades', 'true')).length
    const own = (await all('trades', OWN.trades!, buyer)).length
    const found = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const of = [buyer, stranger, null][i % 4]
        return of === undefined ? asSystem('staff', () => trades()) : asViewer(of, () => trades())
      }),
    )
    expect(found).toEqual(found.map((_, i) => [own, 0, 0, everything][i % 4]))
  })

  test('is nothing outside any', async () => {
    await asSystem('staff', () => trades())
    expect(await trades()).toBe(0)
  })

  test('is widened for one step of a transaction only', async () => {
    const everything = (await all('trades', 'true')).length
    await asViewer(fixture().stranger, () =>
      inTransaction(pool.db, async (tx) => {
        expect(await sql`select from trades`.execute(tx).then(({ rows }) => rows.length)).toBe(0)
        const widened = () => sql`select from trades`.execute(tx).then(({ rows }) => rows.length)
        expect(await withSystemScope(tx, 'staff', widened)).toBe(everything)
        expect(await withSystemScope(tx, 'staff', () => withSystemScope(tx, 'staff', widened))).toBe(everything)
        expect(await widened()).toBe(0)
      }),
    )
    await expect(
      asViewer(fixture().stranger, () =>
        inTransaction(pool.db, (tx) => withSystemScope(tx, 'staff', () => Promise.reject(new Error('stopped')))),
      ),
    ).rejects.toThrow('stopped')
    for (let i = 0; i < 4; i++) expect(await asViewer(fixture().stranger, () => trades())).toBe(0)
  })

  test('goes with a text that is read later', async () => {
    async function* pieces() {
      yield await trades()
      yield await trades()
    }
    const bound = asViewer(fixture().buyer, () => inThisScope(pieces()))
    const read: number[] = []
    for await (const piece of bound) read.push(piece)
    expect(read[0]).toBeGreaterThan(0)
    expect(read[1]).toBe(read[0])
  })
})

async function setViewer(viewer: string): Promise<void> {
  await app.query("select set_config('app.viewer', $1, false)", [viewer])
}

async function seen(table: string): Promise<string[]> {
  const { rows } = await app.query<{ row: string }>(`select row(${await readable(table)})::text as row from ${table} x`)
  return rows.map(({ row }) => row).toSorted()
}

async function all(table: string, condition: string, viewer?: string): Promise<string[]> {
  return rowsOf(table, condition, viewer)
}

async function rowsOf(table: string, condition: string, viewer?: string): Promise<string[]> {
  const values = condition.includes('$1') ? [viewer] : []
  const { rows } = await fixture().owner.query<{ row: string }>(
    `select row(${await readable(table)})::text as row from ${table} x where ${condition}`,
    values,
  )
  return rows.map(({ row }) => row).toSorted()
}

/** The columns that the server may read. */
async function readable(table: string): Promise<string> {
  const { rows } = await fixture().owner.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and has_column_privilege('sarraf_app', attrelid, attnum, 'select')`,
    [table],
  )
  return rows[0]!.columns
}

/** A column that the server may write. */
async function changeableColumn(table: string): Promise<string | null> {
  const { rows } = await fixture().owner.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and has_column_privilege('sarraf_app', attrelid, attnum, 'update') limit 1`,
    [table],
  )
  return rows[0]?.name ?? null
}

/** One row of the buyer and one of the stranger in every table that the fixture leaves empty. */
async function insertPrivateRows({ owner, buyer, seller, stranger, trades }: MarketFixture): Promise<void> {
  await asOutsider(owner, [
    ...[buyer, stranger].map(
      (id) => `insert into rehearsal_passes (user_id, scenario) values ('${id}', 'fake_receipt')`,
    ),
    `insert into key_releases (trade_id, key_id, user_id, usdt_micro)
     select id, gen_random_uuid(), seller_id, usdt_micro from trades where id = '${trades.completed}'`,
    `insert into meeting_codes (trade_id, seq, holder_id, code)
     select id, version, buyer_id, '123456' from trades where id = '${trades.payment_sent}'`,
    `insert into meeting_code_attempts (trade_id, typist_id, number, code_seq, is_right)
     select id, seller_id, 1, version, false from trades where id = '${trades.payment_sent}'`,
    `insert into dispute_assignments (trade_id, arbiter_id, event_seq) values ('${trades.disputed}', '${stranger}', 2)`,
    `insert into dispute_decisions (trade_id, round, arbiter_id, event_seq, outcome, usdt_micro, released_micro, reason)
     values ('${trades.disputed}', 1, '${stranger}', 3, 'split', 2, 1, 'The bank statement shows half of it.')`,
  ])
  for (const [n, id] of [buyer, stranger].entries()) {
    const hash = `repeat('${n}', 43)`
    await owner.query(`
      insert into sessions (user_id, token, expires_at) values ('${id}', ${hash}, now() + interval '1 day');
      insert into devices (user_id, hash) values ('${id}', ${hash});
      insert into user_networks (user_id, hash) values ('${id}', ${hash});
      insert into sign_ins (user_id, method, outcome) values ('${id}', 'password', 'signed_in');
      insert into one_time_tokens (purpose, user_id, hash, expires_at) values ('verify_email', '${id}', ${hash}, now() + interval '1 hour');
      insert into api_keys (user_id, nr, name, hash, prefix, scopes) values ('${id}', 1, 'Bot', ${hash}, 'abcdefgh', '{read}');
      insert into identities (user_id, provider_id, account_id) values ('${id}', 'google', 'g${n}');
      insert into totps (user_id, sealed) values ('${id}', decode(repeat('00', 117), 'hex'));
      insert into payment_accounts (user_id, payment_method, sealed, fingerprint, is_default)
        values ('${id}', 'd17', decode(repeat('00', 100), 'hex'), ${hash}, true);
      insert into passkeys (user_id, nr, name, credential_id, public_key, counter) values ('${id}', 1, 'Phone', 'c${n}', 'x', 0);
      insert into recovery_codes (user_id, nr, hash) values ('${id}', 1, ${hash});
      insert into commands (actor_id, key, route, fingerprint) values ('${id}', repeat('k', 16), '/', 'x');
      insert into rehearsals (user_id, scenario) values ('${id}', 'fake_receipt');
      insert into staff_members (user_id, role) values ('${id}', 'admin');
      insert into contact_messages (user_id, key, name, email, subject, message)
        select '${id}', gen_random_uuid(), 'A', 'a@example.org', subject, 'Hello' from contact_subjects limit 1;
      insert into relations (owner_id, other_id, kind)
        select '${id}', id, 'trusted' from users where id <> '${id}' limit 1;
      insert into trader_notes (writer_id, about_id, text, tags)
        select '${id}', id, 'Pays within minutes.', '{fast}' from users where id <> '${id}' limit 1;
      insert into offer_templates (user_id, name, content) values ('${id}', 'A', '{}');
      insert into upload_parts (user_id, upload_id, number, sealed)
        values ('${id}', gen_random_uuid(), 0, decode(repeat('00', 98), 'hex'));
      insert into quick_replies (user_id, title, text) values ('${id}', '', 'A');
      insert into business_hours (user_id, time_zone, opens, closes) values ('${id}', 'UTC', '{540}', '{1020}');
      insert into saved_searches (user_id, type) values ('${id}', 'sell');
      insert into search_matches (search_id, offer_id, user_id)
        select s.id, o.id, s.user_id from saved_searches s, offers o where s.user_id = '${id}' limit 1;
      insert into reports (reporter_id, subject_kind, subject_id, reason, text)
        select '${id}', 'user', id, 'spam', '' from users where id <> '${id}' limit 1;
      insert into mails (user_id, kind, to_address, language, values) values ('${id}', 'verify_email', 'a@example.org', 'en', '{}');
      insert into notification_settings (user_id, event_group, channel, is_on) values ('${id}', 'trades', 'email', true);
      insert into notification_preferences (user_id) values ('${id}');
      insert into vapid_keys (public_key, sealed) values (repeat('a', 87), 'x') on conflict do nothing;
      insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, public_key)
        select id, user_id, 'https://push.example/' || id, repeat('a', 87), repeat('a', 22), repeat('a', 87)
        from sessions where user_id = '${id}' limit 1;
      insert into notifications (user_id, event, is_listed) values ('${id}', 'offer_expired', true);
      insert into notification_deliveries (notification_id, channel, user_id, due_at, only_unseen)
        select id, 'email', user_id, at, false from notifications where user_id = '${id}';
      insert into telegram_chats (user_id, sealed, fingerprint) values ('${id}', 'x', ${hash});
      insert into webhooks (key_id, user_id, url, sealed)
        select id, user_id, 'https://bot.example.org/', 'x' from api_keys where user_id = '${id}';
      insert into webhook_deliveries (key_id, user_id) select id, user_id from api_keys where user_id = '${id}';
      insert into caught_mails (id, to_address, subject, text, html)
        select id, to_address, 's', 't', 'h' from mails where user_id = '${id}' limit 1;
    `)
  }
  await owner.query(
    `begin; set local session_replication_role = replica;
     insert into audit_log (id, actor_id, role, action, subject, prev_hash, hash)
       values (1, '${seller}', 'admin', 'mark_answered', gen_random_uuid(), sha256(''), sha256(''));
     insert into dispute_readmissions (audit_id, trade_id, arbiter_id) select 1, trade_id, '${buyer}' from disputes limit 1;
     insert into currency_notifications (audit_id, user_id) values (1, '${buyer}'), (1, '${seller}');
     insert into suspensions (audit_id, user_id, reason, at) values (1, '${buyer}', 'A reason.', clock_timestamp());
     insert into suspended_email_keys (id, sealed) values (gen_random_uuid(), 'x');
     insert into suspended_emails (user_id, fingerprint) values ('${buyer}', repeat('a', 43));
     insert into hidden_offers (audit_id, offer_id, reason, at) select 1, id, 'A reason.', clock_timestamp() from offers limit 1;
     commit`,
  )
  await owner.query('insert into ratings (trade_id, rater_id, stars) values ($1, $2, 1)', [trades.completed, buyer])
  await owner.query(
    `begin; set local session_replication_role = replica;
     update ratings set at = '2020-01-01', due_at = '2020-01-02', published_at = '2020-01-03', removed_at = '2020-01-04';
     insert into removed_ratings (audit_id, rating_id, reason, at) select 1, id, 'A reason.', removed_at from ratings;
     insert into team_members (id, owner_id, member_id) values (gen_random_uuid(), '${seller}', '${buyer}');
     insert into team_member_roles (membership_id, role) select id, 'chat' from team_members;
     insert into team_acts (owner_id, member_id, kind, trade_id)
       values ('${seller}', '${buyer}', 'message_sent', '${trades.completed}');
     commit`,
  )
  await owner.query('insert into payment_detail_reads values ($1, $2)', [trades.awaiting_payment, buyer])
  await owner.query("insert into payee_answers values ($1, 1, $2, 'match')", [trades.awaiting_payment, buyer])
  await owner.query("insert into trade_images (trade_id, width, height, bytes) values ($1, 1, 1, 'x')", [
    trades.completed,
  ])
  for (const trade of [trades.awaiting_payment, trades.payment_sent]) {
    await owner.query(storedFile({ trade_id: `'${trade}'`, uploader_id: `'${buyer}'` }))
    await owner.query(`insert into evidence_reads (trade_id, file_id, reader_id)
      select trade_id, id, uploader_id from evidence_files where trade_id = '${trade}'`)
  }
}
