/** A history of any size, for measuring and for drills: copies of trades that were made through the product. */
import type pg from 'pg'
import { open, seal } from '../db/encryption/envelope.ts'
import { createKeyring } from '../db/encryption/keyring.ts'
import { SEALED_COLUMNS } from '../db/encryption/sealed-columns.ts'
import type { SealedColumn } from '../db/encryption/sealed-columns.ts'
import { TEST_SECRET } from './accounts/secret.ts'
import { asOutsider, inOutsiderTransaction } from './time-travel.ts'

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

/** Of each table with copies the number of rows, and of each sealed column that of its values. */
export async function countCopied(owner: pg.Pool): Promise<Record<string, number>> {
  const counted = [
    ...TABLES.map(({ table }) => ({ name: table, counts: `select count(*)::int from ${table}` })),
    ...COPIED_COLUMNS.map(({ table, column }) => ({
      name: `${table}.${column}`,
      counts: `select count(${column})::int from ${table}`,
    })),
  ]
  const { rows } = await owner.query<Record<string, number>>(
    `select ${counted.map(({ name, counts }) => `(${counts}) as "${name}"`).join(', ')}`,
  )
  return rows[0]!
}

/** Users who do nothing, each with an account. */
export async function insertUsers(owner: pg.Pool, count: number): Promise<void> {
  await asOutsider(owner, [
    `with inserted as (insert into users (username) select 'past_' || n from generate_series(1, ${count}) n returning id, username)
     insert into accounts (user_id, email) select id, username || '@example.org' from inserted`,
  ])
}

const COPIED_COLUMNS = SEALED_COLUMNS.filter(({ table }) => TABLES.some((copied) => copied.table === table))
const BATCH_ROWS = 10_000

/**
 * Writes `count` copies of the trades that were completed without a dispute, over the last ten days: between the same two users,
 * whose outcomes then do not count for records, or between any two of `insertUsers`, whose figures do not include them. Foreign keys
 * and triggers are off; balances, the counts of offers and sealed values include the copies. Returns the ids of their trades and quotes.
 */
export async function copyTrades(
  owner: pg.Pool,
  count: number,
  between: 'the same users' | 'other users',
): Promise<ReadonlySet<string>> {
  const { rows: traders } = await owner.query("select id from users where username like 'past%' limit 100")
  const ids = await inOutsiderTransaction(owner, async (client) => {
    await client.query(
      `create temporary table made on commit drop as
       select gen_random_uuid() as id, gen_random_uuid() as quote_id, source.id as source_id, source.quote_id as source_quote_id,
         source.buyer_id as source_buyer, source.seller_id as source_seller,
         coalesce(($2::uuid[])[1 + i % many], source.buyer_id) as buyer,
         coalesce(($2::uuid[])[1 + (i + 1 + i / many % (many - 1)) % many], source.seller_id) as seller,
         interval '2 days' + i * (interval '8 days' / $1) as ago,
         '0x' || left(md5(i || 'a' || random()) || md5(i || 'b' || random()), 36) || 'aBcD' as address
       from (select *, row_number() over () as n, count(*) over () as of from trades
         where status = 'completed' and not exists (select from disputes where trade_id = trades.id)) source
       join generate_series(1, $1::int) i on i % source.of + 1 = source.n, nullif(cardinality($2::uuid[]), 0) many`,
      [count, between === 'the same users' ? [] : traders.map(({ id }) => id)],
    )
    for (const each of TABLES) await copyRows(client, each)
    if (between === 'the same users')
      await client.query('update trade_outcomes set counts = false where trade_id in (select id from made)')
    await client.query(BOOK_TRANSFERS)
    await client.query(COUNT_BY_OFFER)
    for (const column of COPIED_COLUMNS) await sealCopies(client, column)
    const made = await client.query<{ id: string }>('select id from made union all select quote_id from made')
    return new Set(made.rows.map(({ id }) => id))
  })
  await owner.query('vacuum analyze')
  return ids
}

const BOOK_TRANSFERS = `
  update ledger_accounts a set balance_micro = balance_micro + moved.micro
  from (select account_id, sum(micro) as micro from transfers t join made on made.id = t.trade_id,
      lateral (values (credit_id, amount_micro), (debit_id, -amount_micro)) sides (account_id, micro) group by account_id) moved
  where a.id = moved.account_id and a.kind = 'external'`
const COUNT_BY_OFFER = `
  update offers o set trades_opened = trades_opened + past.trades, trades_completed = trades_completed + past.trades,
    volume_micro = volume_micro + past.micro
  from (select offer_id, count(*) as trades, sum(usdt_micro) as micro from trades join made using (id) group by offer_id) past
  where o.id = past.offer_id`

/** A sealed value opens in its own row only, so each copy is sealed again. */
async function sealCopies(client: pg.PoolClient, { table, column, key, keyType, id }: SealedColumn): Promise<void> {
  const keys = createKeyring({ current: TEST_SECRET, previous: null })
  const rows = async (whose: 'id' | 'source_id') => {
    const { rows } = await client.query<{ key: string; id: string; sealed: Buffer }>(
      `select ${key} as key, ${id} as id, ${column} as sealed from ${table}
       where trade_id in (select ${whose} from made) and ${column} is not null`,
    )
    return rows
  }
  const plain = new Map<string, Buffer>()
  for (const row of await rows('source_id'))
    plain.set(row.sealed.toString('hex'), open(keys, { table, column, id: row.id }, row.sealed))
  const copies = await rows('id')
  for (let from = 0; from < copies.length; from += BATCH_ROWS) {
    const some = copies.slice(from, from + BATCH_ROWS)
    await client.query(
      `update ${table} set ${column} = copied.sealed
       from (select unnest($1::${keyType}[]) as key, unnest($2::bytea[]) as sealed) copied where ${key} = copied.key`,
      [
        some.map((row) => row.key),
        some.map((row) => seal(keys, { table, column, id: row.id }, plain.get(row.sealed.toString('hex'))!)),
      ],
    )
  }
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
