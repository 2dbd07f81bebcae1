/** The view `violations` reports each kind of damage. The damage is undone every time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarketFixture } from './market-fixture.ts'
import type { MarketFixture } from './market-fixture.ts'
import { violations } from './violations.ts'

let market: MarketFixture
beforeAll(async () => {
  market = await createMarketFixture()
})
afterAll(() => market.close())

/** The ids of a saved search and a rating that are inserted by SQL. */
const SEARCH = '5ea4c000-0000-4000-8000-000000000000'
const RATING = '0badf00d-0000-4000-8000-000000000000'

const DAMAGE: [rule: string, id: (s: MarketFixture) => string | null, damage: (s: MarketFixture) => string][] = [
  [
    'balances_sum_to_zero',
    () => null,
    (s) => `update ledger_accounts set balance_micro = balance_micro + 1 where user_id = '${s.stranger}'`,
  ],
  [
    'balance_matches_transfers',
    (s) => s.stranger,
    (s) => `update ledger_accounts set balance_micro = 1 where user_id = '${s.stranger}'`,
  ],
  [
    'escrow_matches_status',
    (s) => s.trades.payment_sent,
    (s) => `update ledger_accounts set balance_micro = 0 where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'escrow_matches_status',
    (s) => s.trades.payment_sent,
    (s) => `delete from ledger_accounts where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'legs_match_status',
    (s) => s.trades.completed,
    (s) => `delete from transfers where trade_id = '${s.trades.completed}' and leg = 'fee'`,
  ],
  [
    'legs_match_status',
    (s) => s.trades.cancelled,
    (s) =>
      `update transfers set amount_micro = amount_micro - 1 where trade_id = '${s.trades.cancelled}' and leg = 'refund'`,
  ],
  [
    'legs_match_status',
    (s) => s.trades.cancelled,
    (s) => `delete from transfers where trade_id = '${s.trades.cancelled}'`,
  ],
  [
    'offer_access_matches',
    (s) => s.seller,
    (s) => `insert into offer_access values ('${s.buyer}', '${s.seller}', true)`,
  ],
  [
    'arbiters_do_not_trade',
    (s) => s.sellOffer,
    (s) => `insert into staff_members (user_id, role) values ('${s.seller}', 'arbiter')`,
  ],
  [
    'arbiters_do_not_trade',
    (s) => s.trades.payment_sent,
    (s) => `insert into staff_members (user_id, role, granted_at) values ('${s.buyer}', 'arbiter', '2000-01-01')`,
  ],
  [
    'public_figures_in_groups',
    () => null,
    () => `insert into public_figures values ('completed', '2026-01-01', 'EUR sepa', 4, '2026-01-02')`,
  ],
  [
    'business_hours_followed',
    (s) => s.seller,
    (s) => `insert into business_hours (user_id, time_zone, opens, closes, is_open, since, changes_at)
      select '${s.seller}', 'UTC', array[n * 1440], array[n * 1440 + 1], true, now(), now() - interval '16 minutes'
      from generate_series(0, 6) n where n * 1440 > extract(epoch from now() at time zone 'UTC' - date_trunc('week', now() at time zone 'UTC')) / 60 + 1
        or n = 0 order by n desc limit 1`,
  ],
  [
    'key_releases_within_limits',
    (s) => s.trades.payment_sent,
    (s) => `insert into key_releases (trade_id, key_id, user_id, usdt_micro)
      select id, gen_random_uuid(), seller_id, usdt_micro from trades where id = '${s.trades.payment_sent}'`,
  ],
  [
    'key_releases_within_limits',
    (s) => s.trades.completed,
    (s) => `with made as (
        insert into api_keys (user_id, nr, name, hash, prefix, scopes, release_micro_a_day, releases_a_day)
        values ('${s.seller}', 1, 'Shop', repeat('x', 43), 'abcdefgh', array['release'], 1000000, 1) returning id)
      insert into key_releases (trade_id, key_id, user_id, usdt_micro)
      select t.id, made.id, seller_id, usdt_micro from made, trades t where t.id = '${s.trades.completed}'`,
  ],
  [
    'trade_matches_last_event',
    (s) => s.trades.payment_sent,
    (s) => `update trades set status = 'awaiting_payment' where id = '${s.trades.payment_sent}'`,
  ],
  [
    'trade_matches_last_event',
    (s) => s.trades.payment_sent,
    (s) => `delete from trade_events where trade_id = '${s.trades.payment_sent}' and seq = 2`,
  ],
  [
    'trade_matches_last_event',
    (s) => s.trades.payment_sent,
    (s) => `delete from trade_events where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'trade_has_every_event',
    (s) => s.trades.completed,
    (s) => `delete from trade_events where trade_id = '${s.trades.completed}' and seq = 2`,
  ],
  [
    'offer_counts_open_trades',
    (s) => s.sellOffer,
    (s) => `update offers set open_trades = open_trades + 1 where id = '${s.sellOffer}'`,
  ],
  [
    'offer_counts_open_trades',
    (s) => s.sellOffer,
    (s) => `update offers set reserved_micro = reserved_micro - 1 where id = '${s.sellOffer}'`,
  ],
  ['offer_counts_trades', (s) => s.sellOffer, (s) => `update offers set trades_opened = 0 where id = '${s.sellOffer}'`],
  [
    'user_counts_completed_trades',
    (s) => s.buyer,
    (s) => `update users set completed_trades = 2 where id = '${s.buyer}'`,
  ],
  ['user_counts_failed_trades', (s) => s.buyer, (s) => `update users set failed_trades = 0 where id = '${s.buyer}'`],
  ['user_counts_lost_disputes', (s) => s.buyer, (s) => `update users set disputes_lost = 1 where id = '${s.buyer}'`],
  [
    'user_counts_confirmed_disputes',
    (s) => s.seller,
    (s) => `update users set disputes_confirmed = 1 where id = '${s.seller}'`,
  ],
  [
    'user_counts_confirmed_disputes',
    (s) => s.seller,
    (s) => `update users set disputes_released_late = 1 where id = '${s.seller}'`,
  ],
  ['user_counts_partners', (s) => s.seller, (s) => `update users set partners = 0 where id = '${s.seller}'`],
  [
    'user_counts_ratings',
    (s) => s.buyer,
    (s) => `update users set rating_count = 1, rating_stars = 5 where id = '${s.buyer}'`,
  ],
  ['user_counts_ratings', (s) => s.seller, (s) => forgedRating(s, { published_at: 'o.at' })],
  ['rating_of_completed_trade', () => RATING, (s) => forgedRating(s, { rater_id: `'${s.stranger}'` })],
  ['rating_of_completed_trade', () => RATING, (s) => forgedRating(s, { counts: 'not o.counts' })],
  ['rating_of_completed_trade', () => RATING, (s) => forgedRating(s, {}, s.trades.cancelled)],
  ['rating_published', () => RATING, (s) => forgedRating(s, { published_at: 'o.at' })],
  ['rating_published', () => RATING, (s) => forgedRating(s, { due_at: "o.at - interval '2 hours'" })],
  [
    'rating_removed_on_record',
    () => RATING,
    (s) => forgedRating(s, { published_at: "o.at + interval '15 days'", removed_at: "o.at + interval '16 days'" }),
  ],
  [
    'teams_are_flat',
    (s) => s.buyer,
    (s) => `insert into team_members (owner_id, member_id, accepted_at)
      values ('${s.seller}', '${s.buyer}', clock_timestamp()), ('${s.buyer}', '${s.stranger}', null)`,
  ],
  [
    'session_acts_in_team',
    () => RATING,
    (s) => `insert into sessions (id, user_id, acting_for, token, expires_at)
      values ('${RATING}', '${s.buyer}', '${s.seller}', 'x', clock_timestamp() + interval '1 day')`,
  ],
  [
    'closed_trade_has_outcome',
    (s) => s.trades.cancelled,
    (s) => `delete from trade_outcomes where trade_id = '${s.trades.cancelled}'`,
  ],
  [
    'closed_trade_has_outcome',
    (s) => s.trades.completed,
    (s) => `update trade_outcomes set failed_by = buyer_id where trade_id = '${s.trades.completed}'`,
  ],
  [
    'pair_counts_once',
    (s) => s.trades.cancelled,
    (s) => `update trade_outcomes set failed_by = null where trade_id = '${s.trades.cancelled}'`,
  ],
  ['stream_has_no_gap', (s) => s.buyer, (s) => `delete from user_events where user_id = '${s.buyer}' and seq = 2`],
  [
    'stream_has_no_gap',
    (s) => s.buyer,
    (s) => `update user_streams set last_seq = last_seq + 1 where user_id = '${s.buyer}'`,
  ],
  ['stream_has_no_gap', (s) => s.buyer, (s) => `delete from user_streams where user_id = '${s.buyer}'`],
  [
    'chat_has_no_gap',
    (s) => s.trades.completed,
    (s) => `delete from messages where trade_id = '${s.trades.completed}' and seq = 2`,
  ],
  [
    'chat_has_no_gap',
    (s) => s.trades.completed,
    (s) => `delete from trade_chats where trade_id = '${s.trades.completed}'`,
  ],
  [
    'chat_has_no_gap',
    (s) => s.trades.completed,
    (s) => `update trade_chats set last_seq = 1 where trade_id = '${s.trades.completed}'`,
  ],
  [
    'chat_reports_every_move',
    (s) => s.trades.payment_sent,
    (s) => `delete from messages where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'deadline_kept',
    (s) => s.trades.awaiting_payment,
    (s) =>
      `update trades set deadline = clock_timestamp() - interval '2 minutes' where id = '${s.trades.awaiting_payment}'`,
  ],
  [
    'open_trade_has_deadline',
    (s) => s.trades.refund_held,
    (s) => `update trades set deadline = 'infinity' where id = '${s.trades.refund_held}'`,
  ],
  [
    'open_trade_has_deadline',
    (s) => s.trades.disputed,
    (s) => `update disputes set deadline = 'infinity' where trade_id = '${s.trades.disputed}'`,
  ],
  [
    'dispute_deadline_kept',
    (s) => s.trades.disputed,
    (s) =>
      `update disputes set deadline = clock_timestamp() - interval '2 minutes' where trade_id = '${s.trades.disputed}'`,
  ],
  [
    'dispute_matches_trade',
    (s) => s.trades.disputed,
    (s) => `update disputes set status = 'closed', outcome = 'refund' where trade_id = '${s.trades.disputed}'`,
  ],
  [
    'dispute_matches_trade',
    (s) => s.trades.disputed,
    (s) => `delete from dispute_statements where trade_id = '${s.trades.disputed}'`,
  ],
  [
    'dispute_matches_trade',
    (s) => s.trades.completed,
    (s) => `update trades set split_released_micro = 1 where id = '${s.trades.completed}'`,
  ],
  [
    'confirmed_trade_settled',
    (s) => s.trades.payment_confirmed,
    (s) =>
      `update trade_events set at = at - interval '2 minutes' where trade_id = '${s.trades.payment_confirmed}' and seq = 3`,
  ],
  [
    'payer_named',
    (s) => s.trades.payment_sent,
    (s) => `delete from payer_declarations where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'payer_named',
    (s) => s.trades.completed,
    (s) => `delete from payer_checks where trade_id = '${s.trades.completed}'`,
  ],
  [
    'user_counts_trades_in_person',
    (s) => s.buyer,
    (s) => `update users set completed_in_person = 1 where id = '${s.buyer}'`,
  ],
  [
    'user_counts_trades_in_person',
    (s) => s.buyer,
    (
      s,
    ) => `update users set completed_trades = completed_trades + 1, purged_trades = 1, completed_in_person = 1, partners_in_person = 1
      where id = '${s.buyer}'`,
  ],
  [
    'meeting_by_codes',
    (s) => s.trades.payment_sent,
    (s) => `update payment_methods set is_in_person = true, has_payee_check = false
      where method = (select payment_method from trades where id = '${s.trades.payment_sent}')`,
  ],
  [
    'meeting_codes_erased',
    (s) => s.trades.completed,
    (s) => `with aged as (update trade_events set at = at - interval '2 days'
        where trade_id = '${s.trades.completed}' and to_status = 'completed')
      insert into meeting_codes (trade_id, seq, holder_id, code)
      select id, 1, seller_id, '123456' from trades where id = '${s.trades.completed}'`,
  ],
  [
    'payer_names_erased',
    (s) => s.trades.completed,
    (s) =>
      `update trade_events set at = at - interval '31 days' where trade_id = '${s.trades.completed}' and to_status = 'completed'`,
  ],
  [
    'market_shows_offers',
    (s) => s.sellOffer,
    (s) => `update market_offers set max_milli = max_milli + 1 where offer_id = '${s.sellOffer}'`,
  ],
  [
    'search_scopes',
    () => SEARCH,
    (s) => `insert into saved_searches (id, user_id, type) values ('${SEARCH}', '${s.buyer}', 'sell')`,
  ],
  [
    'offer_methods',
    (s) => s.buyOffer,
    (s) => `update offer_methods set payment_method = 'revolut' where offer_id = '${s.buyOffer}'`,
  ],
  ['market_shows_offers', (s) => s.buyOffer, (s) => `delete from market_offers where offer_id = '${s.buyOffer}'`],
  [
    'trade_has_payment_details',
    (s) => s.trades.completed,
    (s) => `delete from trade_payment_details where trade_id = '${s.trades.completed}'`,
  ],
  [
    'trade_has_payment_details',
    (s) => s.trades.payment_sent,
    (s) =>
      `update trade_payment_details set sealed = null, erased_at = now() where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'payment_details_erased',
    (s) => s.trades.cancelled,
    (s) =>
      ageing(
        'at',
        'clock_at',
        'prev_at',
        'opened_at',
        'pay_deadline',
        'prev_pay_deadline',
        'deadline',
        'prev_deadline',
        'arrives_by',
      ) + ` where trade_id = '${s.trades.cancelled}'`,
  ],
  ['market_counts_offers', () => null, () => 'update market_counts set offers = offers + 1'],
  ['market_counts_traders', () => null, () => 'update market_trader_counts set traders = traders + 1'],
  [
    'balance_matches_transfers',
    (s) => s.buyer,
    (s) => `update ledger_accounts set carried_micro = 1 where user_id = '${s.buyer}'`,
  ],
  ['balances_sum_to_zero', () => null, () => "update ledger_accounts set carried_micro = 1 where kind = 'fees'"],
  ['user_counts_completed_trades', (s) => s.buyer, (s) => `update users set purged_trades = 1 where id = '${s.buyer}'`],
  [
    'chat_has_no_gap',
    (s) => s.trades.completed,
    (s) => `update trade_chats set purged_seq = 1 where trade_id = '${s.trades.completed}'`,
  ],
  ['deleted_user_has_no_open_trade', (s) => s.trades.payment_sent, (s) => leaving(s.buyer)],
  ['user_has_account', (s) => s.stranger, (s) => `delete from accounts where user_id = '${s.stranger}'`],
  ['deleted_user_is_erased', (s) => s.stranger, (s) => leaving(s.stranger)],
  [
    'deleted_user_cannot_sign_in',
    (s) => s.stranger,
    (s) => `with gone as (${leaving(s.stranger)})
      insert into sessions (user_id, token, expires_at) values ('${s.stranger}', 'x', clock_timestamp())`,
  ],
  [
    'deleted_user_is_erased',
    (s) => s.stranger,
    (s) => `with gone as (${leaving(s.stranger)})
      insert into staff_members (user_id, role) values ('${s.stranger}', 'arbiter')`,
  ],
]

function ageing(...columns: string[]): string {
  return `update trade_events set ${columns.map((column) => `${column} = ${column} - interval '31 days'`).join(', ')}`
}

function forgedRating(
  { trades, buyer, seller }: MarketFixture,
  forged: Record<string, string>,
  tradeId = trades.completed,
): string {
  const row = {
    id: `'${RATING}'`,
    trade_id: 'o.trade_id',
    rater_id: `'${buyer}'`,
    rated_id: `'${seller}'`,
    stars: '5',
    counts: 'o.counts',
    at: "o.at - interval '1 day'",
    due_at: "o.at + interval '14 days'",
    ...forged,
  }
  return `insert into ratings (${Object.keys(row).join(', ')})
    select ${Object.values(row).join(', ')} from trade_outcomes o where o.trade_id = '${tradeId}'`
}

function leaving(userId: string): string {
  return `update users set deleted_at = clock_timestamp(), username = 'deleted_0badf00d' where id = '${userId}'`
}

test('an undamaged database has no violations', async () => {
  expect(await violations(market.owner)).toEqual([])
})

test.each(DAMAGE)('%s', async (rule, id, damage) => {
  expect(await foundAfter(damage(market))).toContainEqual({ rule, id: id(market) })
})

test('every rule has a view with a comment, is in the union, and has a case of damage here', async () => {
  const { rows } = await market.owner.query(
    `select substr(relname, 12) as rule, obj_description(oid, 'pg_class') as comment
     from pg_class where relkind = 'v' and relname ~ '^violations_'`,
  )
  const rules = new Set(rows.map(({ rule }) => rule))
  expect(new Set(DAMAGE.map(([rule]) => rule))).toEqual(rules)
  expect(rows.filter(({ comment }) => !comment)).toEqual([])
  const { rows: union } = await market.owner.query("select pg_get_viewdef('violations'::regclass) as text")
  const pairs = [...union[0].text.matchAll(/'(\w+)'::text[\s\S]*?FROM violations_(\w+)/g)]
  for (const [, rule, view] of pairs) expect(rule).toBe(view)
  expect(new Set(pairs.map(([, rule]) => rule))).toEqual(rules)
})

async function foundAfter(damage: string): Promise<{ rule: string; id: string | null }[]> {
  const client = await market.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    const { rowCount } = await client.query(damage)
    expect(rowCount).toBeGreaterThan(0)
    return (await client.query('select rule, id from violations')).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
