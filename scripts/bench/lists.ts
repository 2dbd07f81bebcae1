/**
 * Whether the lists of one user, of a trader and of staff answer as fast among 1,000,000 rows as among 10,000, and whether the matcher
 * of saved searches does: every row of a list is that user's own, so that no other user's rows make it look short.
 */
import pg from 'pg'
import { openPool } from '../../server/db/pool.ts'
import { SYSTEM } from '../../server/db/scope.ts'
import { createUser } from '../../server/testing/accounts/create-user.ts'
import { TEST_SECRET } from '../../server/testing/accounts/secret.ts'
import { openBenchEnvironment } from './environment.ts'
import type { BenchEnvironment } from './environment.ts'
import { fastest, rowOf } from './fastest.ts'
import type { Calls, Sizes } from './fastest.ts'
import { openHttp } from './http.ts'

/** The most that one batch of the matcher reads (server/offers/saved-searches/match-saved-searches.ts). */
const BATCH = 200
type Reads = Record<string, () => Promise<unknown>>
type Lists = { reads: Reads; close(): Promise<void> }

/** One row for each read, for `console.table`. With a million rows it takes about three minutes. */
export async function compareLists(sizes: Sizes, calls?: Calls): Promise<Record<string, object>> {
  const [few, many] = sizes
  // In both databases, so that as many users match a batch: a user is notified once for an offer.
  const searchers = many / 20
  const small = await openLists(few, searchers)
  const large = await openLists(many, searchers)
  try {
    const rows: Record<string, object> = {}
    for (const [name, read] of Object.entries(small.reads))
      rows[name] = rowOf(...(await fastest([read, large.reads[name]!], calls)), sizes)
    return rows
  } finally {
    await small.close()
    await large.close()
  }
}

async function openLists(count: number, searchers: number): Promise<Lists> {
  const environment = await openBenchEnvironment()
  const { owner } = environment
  const began = performance.now()
  const { id, cookie } = await openViewer(environment)
  await fillLists(owner, id, count, searchers)
  console.log(`lists of ${count} rows written in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  console.log(`a batch of the matcher finds ${await matchBatch(owner)} users`)
  const http = openHttp(environment.url, 1, { cookie })
  const get = async (path: string) => (await http<{ nextCursor?: string | null }>('GET', path)).body
  const paged = async (path: string, cursor: string) => {
    const { nextCursor } = await get(path)
    const second = `${path}${path.includes('?') ? '&' : '?'}${cursor}=${nextCursor}`
    return { [path]: () => get(path), [`${path}, second page`]: () => get(second) }
  }
  return {
    reads: {
      ...(await paged('/api/traders/viewer/ratings', 'before')),
      ...(await paged('/api/notifications', 'before')),
      '/api/notifications/unread': () => get('/api/notifications/unread'),
      '/api/saved-searches': () => get('/api/saved-searches'),
      '/api/relations': () => get('/api/relations'),
      '/api/trader-notes': () => get('/api/trader-notes'),
      '/api/team/members': () => get('/api/team/members'),
      '/api/teams': () => get('/api/teams'),
      ...(await paged('/api/team/acts', 'cursor')),
      ...(await paged('/api/staff/reports', 'cursor')),
      ...(await paged('/api/staff/audit-log', 'cursor')),
      ...(await paged('/api/staff/users?username=bench', 'cursor')),
      '/api/transparency': () => get('/api/transparency'),
      'a batch of the matcher': () => matchBatch(owner),
    },
    async close() {
      http.close()
      await environment.close()
    },
  }
}

/** A user who is an admin, too, with a session that has shown both factors. */
async function openViewer({ appUrl, connectionString }: BenchEnvironment): Promise<{ id: string; cookie: string }> {
  const pool = await openPool(appUrl, 1, SYSTEM)
  const secrets = { current: TEST_SECRET, previous: null }
  const names = { username: 'viewer', email: 'viewer@example.org', password: 'a long enough password' }
  const { id, session } = await createUser(pool.db, secrets, { ...names, language: 'en', userAgent: 'bench' })
  await pool.close()
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into staff_members (user_id, role, granted_at) values ($1, 'admin', now() - interval '1 day')`,
    [id],
  )
  await owner.query('insert into totps (user_id, sealed, confirmed_at, last_step) values ($1, $2, now(), 1)', [
    id,
    Buffer.alloc(117),
  ])
  await owner.query('update sessions set second_factor_since = now(), reauthenticated_at = now() where user_id = $1', [
    id,
  ])
  await owner.end()
  return { id, cookie: `sid=${encodeURIComponent(session)}` }
}

/** `count` rows of each list, without the triggers, which would take hours. */
async function fillLists(owner: pg.Pool, viewer: string, count: number, searchers: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  for (const statement of [
    `insert into users (username) select 'bench_' || n from generate_series(1, ${searchers}) n`,
    "create temporary table others as select id, row_number() over () as n from users where username like 'bench%'",
    'create index on others (n)',
    'analyze others',
    `insert into ratings (trade_id, rater_id, rated_id, stars, comment, counts, at, due_at, published_at)
     select gen_random_uuid(), o.id, '${viewer}', 1 + i % 5, 'Quick and friendly', true, moment, moment + interval '1 day', moment
     from ${rows(count)}`,
    `insert into notifications (user_id, event, is_listed, at) select '${viewer}', 'offer_expired', true, moment
     from generate_series(1, ${count}) i cross join lateral (select now() - i * (interval '80 days' / ${count}) as moment) at`,
    `insert into relations (owner_id, other_id, kind, at) select o.id, other.id, 'trusted', now()
     from generate_series(1, ${count}) i join others o on o.n = 1 + i % ${count / 20}
       join others other on other.n = 1 + (i + 1 + i / ${count / 20}) % ${count / 20}`,
    `insert into relations (owner_id, other_id, kind) select '${viewer}', id, 'blocked' from others where n <= 500`,
    `insert into trader_notes (writer_id, about_id, text, tags) select o.id, other.id, repeat('A', 200), '{fast,quiet}'
     from generate_series(1, ${count}) i join others o on o.n = 1 + i % ${count / 20}
       join others other on other.n = 1 + (i + 1 + i / ${count / 20}) % ${count / 20}`,
    `insert into trader_notes (writer_id, about_id, text, tags)
     select '${viewer}', id, repeat('A', 500), '{fast,quiet}' from others where n <= 500`,
    `insert into team_members (owner_id, member_id, invited_at, accepted_at)
     select o.id, other.id, now(), now() from generate_series(1, ${count}) i join others o on o.n = 1 + i % ${count / 20}
       join others other on other.n = 1 + (i + 1 + i / ${count / 20}) % ${count / 20}`,
    `insert into team_members (owner_id, member_id) select '${viewer}', id from others where n <= 10`,
    `insert into team_members (owner_id, member_id) select id, '${viewer}' from others where n between 11 and 100`,
    `insert into team_acts (owner_id, member_id, kind, trade_id, at)
     select '${viewer}', o.id, 'message_sent', gen_random_uuid(), moment from ${rows(count)}`,
    `insert into reports (reporter_id, reported_id, subject_kind, subject_id, reason, text, at)
     select o.id, other.id, 'user', other.id, 'fraud', 'Sent a receipt of another payment', moment
     from ${rows(count)} join others other on other.n = 1 + (i + 1 + i / ${count / 20}) % ${count / 20}`,
    `insert into audit_log (id, actor_id, role, action, subject, reason, at, prev_hash, hash)
     select i, '${viewer}', 'admin', 'end_sessions', o.id, 'A reason of ten characters', moment,
       decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') from ${rows(count)}`,
    `insert into saved_searches (user_id, type, fiat_currency, payment_methods, amount_milli, percentage_tenths)
     select o.id, case when i % 2 = 0 then 'sell' else 'buy' end, place.fiat_currency, case when i % 3 > 0 then array[place.method] else '{}' end,
       10000 + (i * 389 % 997) * 10000, case when i % 5 > 0 then i % 201 - 100 end
     from generate_series(1, ${count}) i join others o on o.n = 1 + i % ${searchers}
       join (select *, row_number() over (order by fiat_currency, method) as n, count(*) over () as of_all from payment_methods) place on place.n = 1 + (i / 2) % place.of_all
     on conflict do nothing`,
    `insert into saved_searches (user_id, type, amount_milli) select '${viewer}', 'sell', 1000 * n from generate_series(1, 20) n`,
    'insert into search_scopes select * from scopes_of_searches',
    `insert into offers (owner_id, type, fiat_currency, payment_methods, min_milli, max_milli, percentage_tenths, terms, payment_account_ids)
     select id, 'sell', 'EUR', '{revolut,sepa_instant}', 10000, 30000000, 100, 'From an account in your own name.', array[gen_random_uuid(), gen_random_uuid()]
     from others where n = 1`,
    'insert into offer_methods select * from methods_of_offers',
    'insert into market_offers select * from offers_to_show',
  ]) {
    await owner.query(statement)
  }
  await owner.query('reset session_replication_role')
  await owner.query('vacuum analyze')
}

/** Numbered rows `i` over the last 80 days, each with another user `o`. */
function rows(count: number): string {
  return `generate_series(1, ${count}) i join others o on o.n = 1 + i % ${count / 20}
    cross join lateral (select now() - i * (interval '80 days' / ${count}) as moment) at`
}

/** One batch of an offer that has just appeared, rolled back; half of the searches that it reads fit. Returns how many users match. */
async function matchBatch(owner: pg.Pool): Promise<number> {
  await owner.query('begin')
  await owner.query(`set local session_replication_role = replica;
    insert into offer_changes (offer_id, started_at) select distinct offer_id, clock_timestamp() from market_offers;
    set local session_replication_role = origin`)
  const rates = JSON.stringify({ EUR: '920000', TND: '3210000', USD: '1000000' })
  const { rows: matches } = await owner.query('select * from match_next_offer_change($1, 30, $2::jsonb)', [
    BATCH,
    rates,
  ])
  await owner.query('rollback')
  return matches.length
}
