/** The view that must always be empty finds each kind of damage. The damage is undone again every time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarketFixture } from './market-fixture.ts'
import type { MarketFixture } from './market-fixture.ts'
import { violations } from './violations.ts'

let market: MarketFixture
beforeAll(async () => {
  market = await createMarketFixture()
})
afterAll(() => market.close())

const DAMAGE: [rule: string, id: (s: MarketFixture) => string | null, damage: (s: MarketFixture) => string][] = [
  [
    'the sum of all balances is not zero',
    () => null,
    (s) => `update ledger_accounts set balance_micro = balance_micro + 1 where user_id = '${s.stranger}'`,
  ],
  [
    'a balance differs from its transfers',
    (s) => s.stranger,
    (s) => `update ledger_accounts set balance_micro = 1 where user_id = '${s.stranger}'`,
  ],
  [
    'escrow does not match the status',
    (s) => s.trades.payment_sent,
    (s) => `update ledger_accounts set balance_micro = 0 where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'escrow does not match the status',
    (s) => s.trades.payment_sent,
    (s) => `delete from ledger_accounts where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'the ledger of a trade is not what its status wants',
    (s) => s.trades.completed,
    (s) => `delete from transfers where trade_id = '${s.trades.completed}' and leg = 'fee'`,
  ],
  [
    'the ledger of a trade is not what its status wants',
    (s) => s.trades.cancelled,
    (s) =>
      `update transfers set amount_micro = amount_micro - 1 where trade_id = '${s.trades.cancelled}' and leg = 'refund'`,
  ],
  [
    'the ledger of a trade is not what its status wants',
    (s) => s.trades.cancelled,
    (s) => `delete from transfers where trade_id = '${s.trades.cancelled}'`,
  ],
  [
    'a trade does not stand at its last event',
    (s) => s.trades.payment_sent,
    (s) => `update trades set status = 'awaiting_payment' where id = '${s.trades.payment_sent}'`,
  ],
  [
    'a trade does not stand at its last event',
    (s) => s.trades.payment_sent,
    (s) => `delete from trade_events where trade_id = '${s.trades.payment_sent}' and seq = 2`,
  ],
  [
    'a trade does not stand at its last event',
    (s) => s.trades.payment_sent,
    (s) => `delete from trade_events where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'an event of a trade is missing',
    (s) => s.trades.completed,
    (s) => `delete from trade_events where trade_id = '${s.trades.completed}' and seq = 2`,
  ],
  [
    'an offer counts its open trades wrong',
    (s) => s.sellOffer,
    (s) => `update offers set open_trades = open_trades + 1 where id = '${s.sellOffer}'`,
  ],
  [
    'an offer counts its open trades wrong',
    (s) => s.sellOffer,
    (s) => `update offers set reserved_micro = reserved_micro - 1 where id = '${s.sellOffer}'`,
  ],
  [
    "a trader's completed trades are counted wrong",
    (s) => s.buyer,
    (s) => `update users set completed_trades = 2 where id = '${s.buyer}'`,
  ],
  ['a stream has a gap', (s) => s.buyer, (s) => `delete from user_events where user_id = '${s.buyer}' and seq = 2`],
  [
    'a stream has a gap',
    (s) => s.buyer,
    (s) => `update user_streams set last_seq = last_seq + 1 where user_id = '${s.buyer}'`,
  ],
  [
    'a chat has a gap',
    (s) => s.trades.completed,
    (s) => `delete from messages where trade_id = '${s.trades.completed}' and seq = 2`,
  ],
  [
    'a chat has a gap',
    (s) => s.trades.completed,
    (s) => `update trade_chats set last_seq = 1 where trade_id = '${s.trades.completed}'`,
  ],
  [
    'a trade was not told about in its chat',
    (s) => s.trades.payment_sent,
    (s) => `delete from messages where trade_id = '${s.trades.payment_sent}'`,
  ],
  [
    'a trade is open past its deadline',
    (s) => s.trades.awaiting_payment,
    (s) =>
      `update trades set pay_deadline = clock_timestamp() - interval '2 minutes' where id = '${s.trades.awaiting_payment}'`,
  ],
  [
    'a confirmed trade was not settled',
    (s) => s.trades.payment_confirmed,
    (s) =>
      `update trade_events set at = at - interval '2 minutes' where trade_id = '${s.trades.payment_confirmed}' and seq = 3`,
  ],
  [
    'the market shows an offer wrong',
    (s) => s.sellOffer,
    (s) => `update market_offers set max_milli = max_milli + 1 where offer_id = '${s.sellOffer}'`,
  ],
  [
    'the market shows an offer wrong',
    (s) => s.buyOffer,
    (s) => `delete from market_offers where offer_id = '${s.buyOffer}'`,
  ],
  ['the market counts its offers wrong', () => null, () => 'update market_counts set offers = offers + 1'],
  ['the market counts its traders wrong', () => null, () => 'update market_trader_counts set traders = traders + 1'],
  [
    'a balance differs from its transfers',
    (s) => s.buyer,
    (s) => `update ledger_accounts set carried_micro = 1 where user_id = '${s.buyer}'`,
  ],
  [
    'the sum of all balances is not zero',
    () => null,
    () => "update ledger_accounts set carried_micro = 1 where kind = 'fees'",
  ],
  [
    "a trader's completed trades are counted wrong",
    (s) => s.buyer,
    (s) => `update users set forgotten_trades = 1 where id = '${s.buyer}'`,
  ],
  [
    'a chat has a gap',
    (s) => s.trades.completed,
    (s) => `update trade_chats set forgotten_seq = 1 where trade_id = '${s.trades.completed}'`,
  ],
  ['somebody who has left trades', (s) => s.trades.payment_sent, (s) => leaving(s.buyer)],
  [
    'somebody who has left can come in',
    (s) => s.stranger,
    (s) => `with gone as (${leaving(s.stranger)})
      insert into sessions (user_id, token, expires_at) values ('${s.stranger}', 'x', clock_timestamp())`,
  ],
  [
    'something of somebody who has left is there',
    (s) => s.stranger,
    (s) => `with gone as (${leaving(s.stranger)})
      insert into roles (user_id, role) values ('${s.stranger}', 'arbiter')`,
  ],
]

function leaving(userId: string): string {
  return `update users set deleted_at = clock_timestamp(), username = 'deleted_0badf00d', email = id || '@deleted.invalid'
    where id = '${userId}'`
}

test('nothing is found where nothing is wrong', async () => {
  expect(await violations(market.owner)).toEqual([])
})

test.each(DAMAGE)('%s', async (rule, id, damage) => {
  expect(await foundAfter(damage(market))).toContainEqual({ rule, id: id(market) })
})

test('every rule of the view was shown some damage', async () => {
  const { rows } = await market.owner.query(
    "select string_agg(pg_get_viewdef(oid), '') as text from pg_class where relkind = 'v' and relname ~ '^violations'",
  )
  const rules = [...rows[0].text.matchAll(/SELECT '((?:[^']|'')+)'::text/g)].map(([, rule]) =>
    rule.replaceAll("''", "'"),
  )
  expect(new Set(DAMAGE.map(([rule]) => rule))).toEqual(new Set(rules))
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
