/** Attacks on ratings by SQL, with the owner's rights, and by the server's login: the rule that refuses is asserted by its name. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../testing/attacks/attack.ts'
import type { Attack } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'
import { asOutsider, tradeAgeing } from '../../testing/time-travel.ts'

const fixture = useMarketFixture()
const DAYS = 24 * 60

const rating = (trade: string, rater: string, stars = 5, more: Record<string, string> = {}) =>
  `insert into ratings (trade_id, rater_id, stars${Object.keys(more)
    .map((column) => `, ${column}`)
    .join('')})
   values ('${trade}', '${rater}', ${stars}${Object.values(more)
     .map((value) => `, ${value}`)
     .join('')});`
/** The two ratings of the completed trade. */
const both = ({ trades, buyer, seller }: MarketFixture) =>
  rating(trades.completed, buyer, 1) + rating(trades.completed, seller)
const reply = ({ trades }: MarketFixture, author: string, text = "'Thanks.'") =>
  `insert into rating_replies (rating_id, author_id, reply)
   select id, '${author}', ${text} from ratings where trade_id = '${trades.completed}' and stars = 1;`

/** An admin's record of the removal of the buyer's rating, and the removal by the latest record. */
const recorded = ({ trades, stranger }: MarketFixture, actor = stranger, action = 'remove_rating') =>
  `insert into totps (user_id, sealed, confirmed_at, last_step)
   values ('${actor}', decode(repeat('00', 117), 'hex'), clock_timestamp(), 1);
   insert into staff_members (user_id, role) values ('${actor}', 'admin');
   insert into audit_log (actor_id, role, action, subject, reason)
   select '${actor}', 'admin', '${action}', id, 'It names a private number.' from ratings
   where trade_id = '${trades.completed}' and stars = 1;`
const removal = (rating = '(select subject from audit_log order by id desc limit 1)') =>
  `insert into removed_ratings (audit_id, rating_id) values ((select max(id) from audit_log), ${rating});`

const attacks: Attack[] = [
  [
    'a removal without a record',
    'ratings_append_only',
    (m) => both(m) + 'update ratings set removed_at = clock_timestamp();',
  ],
  [
    'a removal by another record',
    'removed_ratings_on_record',
    (m) => both(m) + recorded(m, m.stranger, 'hide_offer') + removal(),
  ],
  [
    'a removal of another rating than the recorded one',
    'removed_ratings_on_record',
    (m) => both(m) + recorded(m) + removal('(select id from ratings where stars = 5)'),
  ],
  [
    'a removal of a hidden rating',
    'removed_ratings_published',
    (m) => rating(m.trades.completed, m.buyer, 1) + recorded(m) + removal(),
  ],
  ['a removal by the rated user', 'removed_ratings_not_own', (m) => both(m) + recorded(m, m.seller) + removal()],
  ['a removal by the rater', 'removed_ratings_not_own', (m) => both(m) + recorded(m, m.buyer) + removal()],
  ['a second removal', 'removed_ratings_pkey', (m) => both(m) + recorded(m) + removal() + removal()],
  [
    'a removed rating shown again',
    'ratings_append_only',
    (m) => both(m) + recorded(m) + removal() + 'update ratings set removed_at = null;',
  ],
  [
    'another reason',
    'removed_ratings_append_only',
    (m) => both(m) + recorded(m) + removal() + "update removed_ratings set reason = 'No reason at all.';",
  ],
  [
    'a removal undone',
    'removed_ratings_append_only',
    (m) => both(m) + recorded(m) + removal() + 'delete from removed_ratings;',
  ],
  [
    'a reply to a removed rating',
    'rating_replies_to_published',
    (m) => both(m) + recorded(m) + removal() + reply(m, m.seller),
  ],
  ['a stranger', 'ratings_by_party_of_completed_trade', (m) => rating(m.trades.completed, m.stranger)],
  ['a trade that is open', 'ratings_by_party_of_completed_trade', (m) => rating(m.trades.payment_sent, m.buyer)],
  ['a trade that was cancelled', 'ratings_by_party_of_completed_trade', (m) => rating(m.trades.cancelled, m.seller)],
  ['a trade that does not exist', 'ratings_by_party_of_completed_trade', (m) => rating(m.sellOffer, m.buyer)],
  ['six stars', 'ratings_stars', (m) => rating(m.trades.completed, m.buyer, 6)],
  [
    'a long comment',
    'ratings_comment_length',
    (m) => rating(m.trades.completed, m.buyer, 5, { comment: "repeat('x', 281)" }),
  ],
  [
    'a second rating',
    'ratings_pkey',
    (m) => rating(m.trades.completed, m.buyer) + rating(m.trades.completed, m.buyer, 1),
  ],
  [
    'other stars',
    'ratings_append_only',
    (m) => rating(m.trades.completed, m.buyer, 1) + 'update ratings set stars = 5;',
  ],
  [
    'another comment',
    'ratings_append_only',
    (m) => rating(m.trades.completed, m.buyer, 1) + "update ratings set comment = 'Good.';",
  ],
  [
    'an erased comment of an account that exists',
    'ratings_append_only',
    (m) => rating(m.trades.completed, m.buyer, 1, { comment: "'Bad.'" }) + "update ratings set comment = '';",
  ],
  [
    'a rating that counts although its trade does not, or the reverse',
    'ratings_append_only',
    (m) => rating(m.trades.completed, m.buyer) + 'update ratings set counts = not counts;',
  ],
  [
    'an early publication',
    'ratings_append_only',
    (m) => rating(m.trades.completed, m.buyer) + 'update ratings set published_at = clock_timestamp();',
  ],
  ['a rating hidden again', 'ratings_append_only', (m) => both(m) + 'update ratings set published_at = null;'],
  [
    'a later last day',
    'ratings_append_only',
    (m) => rating(m.trades.completed, m.buyer) + "update ratings set due_at = due_at + interval '1 day';",
  ],
  ['a deleted rating', 'ratings_append_only', (m) => both(m) + 'delete from ratings;'],
  ['all ratings truncated', 'ratings_append_only', () => 'truncate ratings cascade;'],
  ['a written counter', 'users_only_by_triggers', (m) => `update users set rating_count = 9 where id = '${m.buyer}';`],
  [
    'a counter of a new user',
    'users_only_by_triggers',
    () => "insert into users (username, rating_count, rating_stars) values ('five_stars', 1, 5);",
  ],
  [
    'a reply to a hidden rating',
    'rating_replies_to_published',
    (m) => rating(m.trades.completed, m.buyer, 1) + reply(m, m.seller),
  ],
  ['a reply of the rater', 'rating_replies_by_rated', (m) => both(m) + reply(m, m.buyer)],
  ['an empty reply', 'rating_replies_length', (m) => both(m) + reply(m, m.seller, "''")],
  ['a second reply', 'rating_replies_pkey', (m) => both(m) + reply(m, m.seller) + reply(m, m.seller)],
  [
    'another reply',
    'rating_replies_append_only',
    (m) => both(m) + reply(m, m.seller) + "update rating_replies set reply = 'No.';",
  ],
  [
    'a deleted reply',
    'rating_replies_append_only',
    (m) => both(m) + reply(m, m.seller) + 'delete from rating_replies;',
  ],
]

test.each(attacks)('%s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})

test('the database decides who is rated, when, and whether it counts', async () => {
  const { owner, trades, buyer, seller, stranger } = fixture()
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(
      rating(trades.completed, buyer, 5, {
        rated_id: `'${stranger}'`,
        counts: 'false',
        at: "'2020-01-01'",
        due_at: "'2020-01-02'",
        published_at: "'2020-01-03'",
      }),
    )
    const { rows } = await client.query(
      `select r.rated_id, r.counts = o.counts as fits, r.published_at, r.at > clock_timestamp() - interval '1 minute' as is_now,
         r.due_at = o.at + interval '14 days' as is_due
       from ratings r join trade_outcomes o on o.trade_id = r.trade_id`,
    )
    expect(rows).toEqual([{ rated_id: seller, fits: true, published_at: null, is_now: true, is_due: true }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

describe('by the clock of the database', () => {
  const refused = async (days: number, statements: string) => {
    const { owner, trades } = fixture()
    await asOutsider(owner, tradeAgeing(trades.completed, days * DAYS))
    const refusal = await refusalOf(owner, statements)
    await asOutsider(owner, tradeAgeing(trades.completed, -days * DAYS))
    return refusal
  }
  test('a rating after 14 days', async () => {
    const { trades, buyer } = fixture()
    expect(await refused(14.1, rating(trades.completed, buyer))).toBe('ratings_in_time')
  })
})

describe('the server’s login', () => {
  let app: pg.Client
  beforeAll(async () => {
    const { owner, trades, buyer } = fixture()
    await owner.query(rating(trades.completed, buyer, 1, { comment: "'A secret.'" }))
    app = new pg.Client({ connectionString: fixture().database.appUrl })
    await app.connect()
  })
  afterAll(() => app.end())

  const asViewer = async (viewer: string, statement: string) => {
    await app.query("select set_config('app.viewer', $1, false)", [viewer])
    return app.query(statement).then(
      ({ rows }) => rows as unknown[],
      (error: pg.DatabaseError) => error.code,
    )
  }

  test('reads a hidden rating for its rater only, in no column, count or average of others', async () => {
    const { buyer, seller, stranger } = fixture()
    const count = 'select count(*)::int as n, max(comment) as comment from ratings'
    expect(await asViewer(buyer, count)).toEqual([{ n: 1, comment: 'A secret.' }])
    for (const viewer of [seller, stranger, ''])
      expect(await asViewer(viewer, count)).toEqual([{ n: 0, comment: null }])
    const counters = `select rating_count, rating_stars from users where id = '${seller}'`
    expect(await asViewer(seller, counters)).toEqual([{ rating_count: 0, rating_stars: 0 }])
    const score = `select distinct rating_score from market_offers where owner_id = '${seller}'`
    expect(await asViewer(stranger, score)).toEqual([{ rating_score: 3_000_000 }])
  })

  test('publishes, changes and deletes none, and rates for no other user', async () => {
    const { buyer, seller, trades } = fixture()
    expect(await asViewer(buyer, 'update ratings set published_at = clock_timestamp()')).toBe('42501')
    expect(await asViewer(buyer, 'delete from ratings')).toBe('42501')
    expect(await asViewer(seller, 'select from publish_due_ratings(10)')).toEqual([])
    expect(await asViewer(buyer, rating(trades.completed, seller))).toBe('42501')
    expect(await asViewer(seller, rating(trades.completed, seller, 5, { counts: 'true' }))).toBe('42501')
  })
})
