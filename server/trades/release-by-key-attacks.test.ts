/** Attacks by SQL on what API keys may do in trades: the constraint or trigger that refuses is asserted by its name. */
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { KEY_RELEASE } from '../../domain/accounts/api-keys.ts'
import { KEY_MOVES } from '../../domain/accounts/key-releases.ts'
import { parseUsdt } from '../../domain/money.ts'
import { event, payerCheck, refusalOf, stand } from '../testing/attacks/attack.ts'
import type { Attack } from '../testing/attacks/attack.ts'
import { disputeEvent } from '../testing/attacks/dispute-attack.ts'
import { insertUser } from '../testing/accounts/insert-user.ts'
import type { MarketFixture } from '../testing/market-fixture.ts'
import { useMarketFixture } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'

const fixture = useMarketFixture()

const KEY = '0badf00d-0000-4000-8000-0000000000aa'
const MOST = KEY_RELEASE.usdtADay.max

/** A key of the seller; a trade of the fixture is 150 EUR, some 163 USDT. */
const key = ({ seller }: MarketFixture, changes: Record<string, string> = {}) => {
  const row = {
    id: `'${KEY}'`,
    user_id: `'${seller}'`,
    nr: '1',
    name: `'Shop'`,
    hash: `'${createHash('sha256').update(randomBytes(32)).digest('base64url')}'`,
    prefix: `'abcdefgh'`,
    scopes: `array['trades', 'release']`,
    release_micro_a_day: `${parseUsdt(MOST)}`,
    releases_a_day: '10',
    ...changes,
  }
  return `insert into api_keys (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}
const acting = (id = KEY) => `set local app.key = '${id}';`
const release = ({ seller, trades }: MarketFixture, trade = trades.payment_sent) =>
  event(trade, { to: 'payment_confirmed', action: 'confirm_receipt', role: 'seller', actor: seller }) +
  stand(trade, 'payment_confirmed')
const move = (trade: string, action: string, to: string, role: string, actor: string) =>
  event(trade, { to, action, role, actor })
const record = ({ seller, trades }: MarketFixture) => `
  insert into key_releases (trade_id, key_id, user_id, usdt_micro)
    select id, '${KEY}', '${seller}', usdt_micro from trades where id = '${trades.completed}';`
const UNDONE = ' rollback; begin;'

const acts: Attack[] = [
  ['a release with the scope', 'nothing', (s) => key(s) + acting() + release(s) + UNDONE],
  [
    'a release with the scope to trade only',
    'key_scope_missing',
    (s) =>
      key(s, { scopes: `array['trades']`, release_micro_a_day: 'null', releases_a_day: 'null' }) +
      acting() +
      release(s),
  ],
  ['a release by a key that was removed', 'key_scope_missing', (s) => acting() + release(s)],
  [
    'a release by a key that has expired',
    'key_scope_missing',
    (s) =>
      `${key(s, { created_at: "now() - interval '2 days'", expires_at: "now() - interval '1 day'" })}${acting()}${release(s)}`,
  ],
  [
    'a release by the key of another user',
    'key_scope_missing',
    (s) => key(s, { user_id: `'${s.stranger}'` }) + acting() + release(s),
  ],
  [
    'a release by a key of a suspended user',
    'key_scope_missing',
    (s) =>
      `${key(s)} set local session_replication_role = replica;
       update users set suspended_at = now() where id = '${s.seller}'; set local session_replication_role = origin;
       ${acting()}${release(s)}`,
  ],
  [
    'a concession of the seller by a key',
    'key_scope_missing',
    (s) => key(s) + acting() + move(s.trades.disputed, 'concede', 'payment_confirmed', 'seller', s.seller),
  ],
  [
    'a confirmation in a dispute by a key',
    'dispute_events_by_person',
    (s) =>
      key(s) +
      acting() +
      disputeEvent(s.trades.disputed, { to: 'closed', action: 'confirm_receipt', role: 'seller', actor: s.seller }),
  ],
  [
    'a confirmation of a disputed trade by a key, with the case open',
    'disputes_agree',
    (s) => key(s) + acting() + release(s, s.trades.disputed),
  ],
  [
    'a concession of the buyer by a key',
    'key_scope_missing',
    (s) =>
      key(s, { user_id: `'${s.otherBuyer}'` }) +
      acting() +
      move(s.trades.disputed, 'concede', 'cancelled', 'buyer', s.otherBuyer),
  ],
  [
    'a payment mark withdrawn by a key',
    'key_scope_missing',
    (s) =>
      key(s, { user_id: `'${s.buyer}'` }) +
      acting() +
      move(s.trades.payment_sent, 'withdraw_payment_mark', 'awaiting_payment', 'buyer', s.buyer),
  ],
  [
    'a cancellation with the scope to release only',
    'key_scope_missing',
    (s) =>
      key(s, { scopes: `array['release']` }) +
      acting() +
      move(s.trades.awaiting_payment, 'cancel', 'cancelled', 'seller', s.seller),
  ],
  [
    'a decision accepted by a key',
    'dispute_events_by_person',
    (s) =>
      `${key(s)}${acting()} insert into dispute_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id, round, deadline, command_key)
        select trade_id, version + 1, status, 'decided', 'accept', 'seller', '${s.seller}', round, deadline, 'accept'
        from disputes where trade_id = '${s.trades.disputed}';`,
  ],
  [
    'a statement about the payer by a key',
    'payer_checks_stated_by_person',
    (s) => key(s) + acting() + payerCheck(s.trades.payment_sent, { is_same: 'false', is_stated: 'true' }),
  ],
]

const limits: Attack[] = [
  [
    'more USDT than a day’s',
    'key_releases_amount_within_limit',
    (s) => key(s, { release_micro_a_day: `${parseUsdt('100')}` }) + acting() + release(s),
  ],
  [
    'more trades than a day’s',
    'key_releases_count_within_limit',
    (s) => key(s, { releases_a_day: '1' }) + earlier(s, '23 hours 59 minutes') + acting() + release(s),
  ],
  [
    'more USDT than is left of a day’s',
    'key_releases_amount_within_limit',
    (s) => key(s, { release_micro_a_day: `${parseUsdt('200')}` }) + earlier(s, '1 minute') + acting() + release(s),
  ],
  [
    'a release after 24 hours',
    'nothing',
    (s) => key(s, { releases_a_day: '1' }) + earlier(s, '24 hours') + acting() + release(s) + UNDONE,
  ],
  ['a release to write without a confirmation', 'key_releases_only_by_triggers', record],
  ['a later limit', 'api_keys_frozen', (s) => `${key(s)} update api_keys set releases_a_day = 100 where id = '${KEY}'`],
  [
    'no limits with the scope to release',
    'api_keys_release_limited',
    (s) => key(s, { release_micro_a_day: 'null', releases_a_day: 'null' }),
  ],
  ['no number of trades', 'api_keys_release_limited', (s) => key(s, { releases_a_day: 'null' })],
  ['no amount', 'api_keys_release_limited', (s) => key(s, { release_micro_a_day: 'null' })],
  ['limits without the scope', 'api_keys_release_limited', (s) => key(s, { scopes: `array['trades']` })],
  ['more USDT than any key may', 'api_keys_release_micro', (s) => key(s, { release_micro_a_day: '100000000001' })],
  ['less USDT than any key may', 'api_keys_release_micro', (s) => key(s, { release_micro_a_day: '999999' })],
  [
    'more trades than any key may',
    'api_keys_releases',
    (s) => key(s, { releases_a_day: String(KEY_RELEASE.tradesADay.max + 1) }),
  ],
  ['no trade', 'api_keys_releases', (s) => key(s, { releases_a_day: '0' })],
]

/** A release by the key of the fixture's completed trade, so long ago. */
function earlier({ seller, trades }: MarketFixture, ago: string): string {
  return `set local session_replication_role = replica;
    insert into key_releases (trade_id, key_id, user_id, usdt_micro, at)
      select id, '${KEY}', '${seller}', usdt_micro, clock_timestamp() - interval '${ago}' from trades where id = '${trades.completed}';
    set local session_replication_role = origin;`
}

describe.each([
  ['acts', acts],
  ['limits', limits],
])('%s', (_, attacks) => {
  test.each(attacks)('%s: %s', async (_what, refusedBy, statements) => {
    const market = fixture()
    expect(await refusalOf(market.owner, await statements(market))).toBe(refusedBy)
  })
})

describe('a record of a release', () => {
  const RECORDED = `where key_id = '${KEY}'`
  const withRecord = (statement: string) => (market: MarketFixture) =>
    refusalOf(market.owner, `${earlier(market, '1 minute')} ${statement}`)

  test.each([
    ['changes its key', `update key_releases set key_id = gen_random_uuid() ${RECORDED}`],
    ['changes its moment', `update key_releases set at = at - interval '1 day' ${RECORDED}`],
    ['is deleted', `delete from key_releases ${RECORDED}`],
    ['is truncated', 'truncate key_releases'],
  ])('never %s', async (_, statement) => {
    expect(await withRecord(statement)(fixture())).toBe('key_releases_append_only')
  })

  test.each([
    `insert into key_releases (trade_id, key_id, user_id, usdt_micro) values (gen_random_uuid(), '${KEY}', gen_random_uuid(), 1)`,
    `update key_releases set at = now()`,
    `delete from key_releases`,
  ])('is not written by the server: %s', async (statement) => {
    const { owner } = fixture()
    expect(await refusalOf(owner, `set local role sarraf_app; set local app.viewer = system; ${statement}`)).toBe(
      '42501',
    )
  })
})

test('the moves that a key can make are those of the domain', async () => {
  const { rows } = await fixture().owner.query<{ action: string; scope: string }>('select action, scope from key_moves')
  expect(Object.fromEntries(rows.map(({ action, scope }) => [action, scope]))).toEqual(KEY_MOVES)
})

test('two releases by SQL at the same moment: the second waits for the first, and is counted with it', async () => {
  const market = fixture()
  const { owner } = market
  const buyers = [await insertUser(owner, 'racing_one'), await insertUser(owner, 'racing_two')]
  const trades = [await market.newTrade('payment_sent', buyers[0]!), await market.newTrade('payment_sent', buyers[1]!)]
  await owner.query(key(market, { releases_a_day: '1' }))
  const clients = await Promise.all(trades.map(() => owner.connect()))
  try {
    const [first, second] = clients as [pg.PoolClient, pg.PoolClient]
    await first.query(`begin; ${acting()} ${release(market, trades[0])}`)
    const late = refusalIn(second, `begin; ${acting()} ${release(market, trades[1])} commit;`)
    await Promise.race([waitsForLock(owner), late])
    await first.query('commit')
    expect(await late).toBe('key_releases_count_within_limit')
  } finally {
    for (const client of clients) {
      await client.query('rollback')
      client.release()
    }
    await asOutsider(owner, [
      `delete from key_releases where key_id = '${KEY}'`,
      `delete from api_keys where id = '${KEY}'`,
      // The release by SQL told the chat nothing, so it is undone.
      `delete from payer_checks where trade_id = '${trades[0]}'`,
      `delete from trade_events where trade_id = '${trades[0]}' and action = 'confirm_receipt'`,
      `update trades set (status, version, deadline, moved_at)
         = (select to_status, seq, deadline, moved_at from trade_events where trade_id = trades.id order by seq desc limit 1)
         where id = '${trades[0]}'`,
    ])
  }
})

async function refusalIn(client: pg.PoolClient, statements: string): Promise<string | undefined> {
  try {
    await client.query(statements)
    return 'nothing'
  } catch (error) {
    return (error as pg.DatabaseError).constraint
  }
}

/** Resolves once a connection of this database waits for a row that another one has locked. */
async function waitsForLock(owner: pg.Pool): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows).not.toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )
}
