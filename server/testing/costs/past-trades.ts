/** A history of any size, for measuring: copies of trades that were made through the product. */
import type pg from 'pg'
import { asOutsider } from '../time-travel.ts'

type Copied = {
  table: string
  /** The column that says which trade, or which quote, a row belongs to. */
  of: 'id' | 'quote_id' | 'trade_id'
  /** SQL expressions instead of what the copied row has. */
  changes?: Record<string, string>
}

const TABLES: readonly Copied[] = [
  { table: 'quotes', of: 'quote_id', changes: { id: 'made.quote_id' } },
  {
    table: 'trades',
    of: 'id',
    changes: { id: 'made.id', quote_id: 'made.quote_id', escrow_address: 'made.address' },
  },
  { table: 'trade_events', of: 'trade_id' },
  { table: 'trade_chats', of: 'trade_id' },
  { table: 'messages', of: 'trade_id', changes: { client_id: 'null' } },
  { table: 'trade_payment_details', of: 'trade_id' },
  { table: 'trade_outcomes', of: 'trade_id' },
  { table: 'payer_declarations', of: 'trade_id', changes: { id: 'gen_random_uuid()' } },
  { table: 'payer_checks', of: 'trade_id', changes: { id: 'gen_random_uuid()' } },
  { table: 'ledger_accounts', of: 'trade_id' },
  { table: 'transfers', of: 'trade_id' },
  { table: 'notifications', of: 'trade_id', changes: { id: 'gen_random_uuid()' } },
]

/** Users who do nothing, each with an account. */
export async function insertUsers(owner: pg.Pool, count: number): Promise<void> {
  await asOutsider(owner, [
    `with inserted as (insert into users (username) select 'past_' || n from generate_series(1, ${count}) n returning id, username)
     insert into accounts (user_id, email) select id, username || '@example.org' from inserted`,
  ])
}

/**
 * Writes `count` copies of the completed trades, over the last ten days: between the same two users, or between any two of
 * `insertUsers`. Foreign keys and triggers are off, so figures that triggers keep do not count the copies.
 */
export async function copyTrades(
  owner: pg.Pool,
  count: number,
  between: 'the same users' | 'other users',
): Promise<void> {
  const { rows: traders } = await owner.query("select id from users where username like 'past%' limit 100")
  const client = await owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `create temporary table made on commit drop as
       select gen_random_uuid() as id, gen_random_uuid() as quote_id, source.id as source_id, source.quote_id as source_quote_id,
         source.buyer_id as source_buyer, source.seller_id as source_seller,
         coalesce(($2::uuid[])[1 + i % many], source.buyer_id) as buyer,
         coalesce(($2::uuid[])[1 + (i + 1 + i / many % (many - 1)) % many], source.seller_id) as seller,
         interval '2 days' + i * (interval '8 days' / $1) as ago,
         '0x' || left(md5(i || 'a' || random()) || md5(i || 'b' || random()), 36) || 'aBcD' as address
       from (select *, row_number() over () as n, count(*) over () as of from trades where status = 'completed') source
       join generate_series(1, $1::int) i on i % source.of + 1 = source.n, nullif(cardinality($2::uuid[]), 0) many`,
      [count, between === 'the same users' ? [] : traders.map(({ id }) => id)],
    )
    for (const each of TABLES) await copyRows(client, each)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  await owner.query('vacuum analyze')
}

async function copyRows(client: pg.PoolClient, { table, of, changes = {} }: Copied): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and identity_generation is null`,
    [table],
  )
  const value = ({ name, type }: { name: string; type: string }) => {
    if (name in changes) return changes[name]
    if (name === 'trade_id') return 'made.id'
    if (type.startsWith('timestamp')) return `row.${name} - made.ago`
    if (type !== 'uuid') return `row."${name}"`
    return `case row.${name} when made.source_buyer then made.buyer when made.source_seller then made.seller else row.${name} end`
  }
  const key = {
    id: 'row.id = made.source_id',
    quote_id: 'row.id = made.source_quote_id',
    trade_id: 'row.trade_id = made.source_id',
  }
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
     select ${columns.map(value).join(', ')} from made join ${table} row on ${key[of]}`,
  )
}
