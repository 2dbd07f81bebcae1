/**
 * The floor: the same facts of a trade, written by hand. Five transactions write what the product writes (about 35 rows inserted) to
 * tables with keys, foreign keys and short checks, without triggers, row security, limits or any other rule. What the product takes
 * beyond this pays for its guarantees.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The name of its connections. */
export const FLOOR = 'bench_floor'

export type Floor = {
  database: string
  /** Each client has a buyer and an offer of its own. */
  trade(client: number): Promise<void>
  message(): Promise<void>
  analyze(): Promise<void>
  close(): Promise<void>
}

/** As many as the server's pool has. */
const CONNECTIONS = 16

const SCHEMA = `
create table users (id uuid primary key default gen_random_uuid(), name text not null, completed int not null default 0,
  deleted_at timestamptz);
create table offers (id uuid primary key default gen_random_uuid(), owner_id uuid not null references users,
  open_trades int not null default 0, max_open int not null default 100, reserved bigint not null default 0,
  completed int not null default 0, volume bigint not null default 0, last_trade_at timestamptz,
  check (open_trades between 0 and max_open));
create table commands (actor_id uuid not null references users, key text not null, route text not null, fingerprint bytea not null,
  status int, answer jsonb, at timestamptz not null default clock_timestamp(), primary key (actor_id, key));
create table quotes (id uuid primary key default gen_random_uuid(), taker_id uuid not null references users,
  offer_id uuid not null references offers, rate bigint not null, fiat bigint not null, usdt bigint not null, fee bigint not null,
  created_at timestamptz not null default clock_timestamp(), expires_at timestamptz not null, check (usdt > 0 and fee >= 0));
create table moves (from_status text, action text, role text, to_status text not null, primary key (from_status, action, role),
  unique (from_status, action, role, to_status));
insert into moves values ('none', 'open', 'buyer', 'awaiting'), ('awaiting', 'pay', 'buyer', 'sent'),
  ('sent', 'confirm', 'seller', 'confirmed'), ('confirmed', 'settle', 'system', 'completed');
create table trades (id uuid primary key default gen_random_uuid(), quote_id uuid not null unique references quotes,
  offer_id uuid not null references offers, buyer_id uuid not null references users, seller_id uuid not null references users,
  rate bigint not null, fiat bigint not null, usdt bigint not null, fee bigint not null, terms text not null, status text not null,
  version int not null, deadline timestamptz not null, moved_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(), check (buyer_id <> seller_id));
create index on trades (buyer_id, created_at);
create index on trades (seller_id, created_at);
create index on trades (offer_id);
create index on trades (deadline) where deadline < 'infinity';
create table events (trade_id uuid not null references trades, seq int not null, from_status text not null, action text not null,
  role text not null, to_status text not null, actor_id uuid, deadline timestamptz not null,
  at timestamptz not null default clock_timestamp(), key text not null, primary key (trade_id, seq), unique (trade_id, key),
  foreign key (from_status, action, role, to_status) references moves (from_status, action, role, to_status));
create table accounts (id bigint generated always as identity primary key, user_id uuid references users,
  trade_id uuid unique references trades, balance bigint not null default 0);
create table transfers (id bigint generated always as identity primary key, trade_id uuid not null references trades,
  leg text not null, debit bigint not null references accounts, credit bigint not null references accounts,
  amount bigint not null check (amount > 0), at timestamptz not null default clock_timestamp(), unique (trade_id, leg));
create table messages (trade_id uuid not null, seq int not null, kind text not null,
  sender_id uuid references users, body text not null, at timestamptz not null default clock_timestamp(),
  primary key (trade_id, seq));
create table declarations (trade_id uuid primary key references trades, sealed bytea not null);
create table payer_checks (trade_id uuid primary key references trades, sealed bytea not null, same boolean not null);
create table details (trade_id uuid primary key references trades, sealed bytea not null, fingerprint text);
create table notifications (id uuid primary key default gen_random_uuid(), user_id uuid not null references users,
  event text not null, trade_id uuid references trades, at timestamptz not null default clock_timestamp(),
  escalate_at timestamptz);
create index on notifications (user_id, at desc, id desc);
create index on notifications (trade_id, user_id);
create index on notifications (escalate_at) where escalate_at is not null;
create table deliveries (notification_id uuid not null references notifications, channel text not null,
  user_id uuid not null references users, due_at timestamptz not null, outcome text, primary key (notification_id, channel));
create index on deliveries (channel, due_at) where outcome is null;
create table streams (user_id uuid primary key references users, last_seq bigint not null);
create table user_events (user_id uuid not null, seq bigint not null, kind text not null, data jsonb not null,
  primary key (user_id, seq));
create table outcomes (trade_id uuid primary key references trades, buyer_id uuid not null, seller_id uuid not null,
  counts boolean not null, at timestamptz not null);
create index on outcomes (buyer_id, at);
create index on outcomes (seller_id, at);`

const SESSION = `select u.*, a.balance from users u join accounts a on a.user_id = u.id where u.id = $1 and u.deleted_at is null`
const COMMAND = `insert into commands (actor_id, key, route, fingerprint, status, answer) values ($1, $2, $3, $4, 200, $5)`
const QUOTE = `insert into quotes (taker_id, offer_id, rate, fiat, usdt, fee, expires_at)
  values ($1, $2, 3000000, 150000, 50000000, 250000, clock_timestamp() + interval '60 s') returning id`
const RESERVE = `update offers set open_trades = open_trades + 1, reserved = reserved + 50000000, last_trade_at = clock_timestamp()
  where id = $1 and open_trades < max_open`
const USED = `select (select count(*) from trades where buyer_id = $1 and deadline < 'infinity') as open,
  (select sum(usdt) from trades where buyer_id = $1 and created_at > clock_timestamp() - interval '1 day') as day,
  (select sum(usdt) from trades where seller_id = $2 and created_at > clock_timestamp() - interval '1 day') as seller_day`
const OPEN = `insert into trades (quote_id, offer_id, buyer_id, seller_id, rate, fiat, usdt, fee, terms, status, version, deadline, moved_at)
  select id, offer_id, taker_id, $2, rate, fiat, usdt, fee, 'terms of this offer', 'awaiting', 1, moment + interval '30 min', moment
  from quotes, clock_timestamp() moment where id = $1 and expires_at > moment returning id`
const FIRST_EVENT = `insert into events (trade_id, seq, from_status, action, role, to_status, actor_id, deadline, key)
  values ($1, 1, 'none', 'open', 'buyer', 'awaiting', $2, clock_timestamp(), $3)`
const LOCK = `with escrow as (insert into accounts (trade_id, balance) values ($1, 50000000) returning id)
  insert into transfers (trade_id, leg, debit, credit, amount) select $1, 'lock', $2, id, 50000000 from escrow`
const DEBIT = `update accounts set balance = balance - 50000000 where id = $1`
const FIRST_MESSAGES = `insert into messages (trade_id, seq, kind, sender_id, body)
  values ($1, 1, 'system', null, 'The trade is open'), ($1, 2, 'terms', $2, 'terms of this offer')`
const NOTIFY = `with written as (insert into notifications (user_id, event, trade_id, escalate_at)
    values ($1, $2, $3, clock_timestamp() + interval '5 min') returning id, user_id)
  insert into deliveries (notification_id, channel, user_id, due_at)
  select id, channel, user_id, clock_timestamp() from written, unnest('{email,push}'::text[]) channel`
const EMIT = `with numbered as (insert into streams select id, 1 from unnest($1::uuid[]) id order by id
    on conflict (user_id) do update set last_seq = streams.last_seq + 1 returning user_id, last_seq)
  insert into user_events select user_id, last_seq, 'trade', $2::jsonb from numbered`
const READ = `select t.*, b.name as buyer, s.name as seller, a.balance, e.action, b.completed, s.completed as seller_completed
  from trades t join users b on b.id = t.buyer_id join users s on s.id = t.seller_id join accounts a on a.trade_id = t.id
  join events e on e.trade_id = t.id and e.seq = t.version where t.id = $1`
const LOCK_ROW = `select * from trades where id = $1 for no key update`
const MOVE = `with event as (insert into events (trade_id, seq, from_status, action, role, to_status, actor_id, deadline, key)
    values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + interval '1 day', $8) returning at)
  update trades set status = $6, version = $2, moved_at = event.at, deadline = 'infinity' from event where id = $1 and version = $2 - 1`
const SYSTEM_MESSAGE = `insert into messages (trade_id, seq, kind, body)
  values ($1, $2, 'system', 'The buyer marked this trade as paid. Seller: check your account')`
const PAY_OUT = `insert into transfers (trade_id, leg, debit, credit, amount) select $1, leg, a.id, credit, amount
  from accounts a, (values ('release', $2::bigint, 49750000), ('fee', $3, 250000)) legs (leg, credit, amount) where a.trade_id = $1`
const CREDIT = `update accounts set balance = case when trade_id is null then balance + 49750000 else 0 end
  where id = $1 or trade_id = $2`
const RELEASE = `update offers set open_trades = open_trades - 1, reserved = reserved - 50000000, completed = completed + 1,
  volume = volume + 50000000 where id = $1`
const OUTCOME = `insert into outcomes values ($1, $2, $3, not exists (select from outcomes where buyer_id = $2 and seller_id = $3
  and counts and at > clock_timestamp() - interval '30 days'), clock_timestamp())`
const COUNT = `update users set completed = completed + 1 where id in ($1, $2)`
const MESSAGE = `insert into messages (trade_id, seq, kind, sender_id, body) select $1, max(seq) + 1, 'text', $2, $3 from messages
  where trade_id = $1 returning seq, at`

const SEALED = Buffer.alloc(120)
const NAMES = new Map<string, string>()

type Run = (text: string, values: unknown[]) => Promise<pg.QueryResult>
type Move = { actor: string; from: string; action: string; role: string; to: string; version: number }

/** In a database of its own on the same Postgres, with `clients` buyers and offers. */
export async function openFloor(connectionString: string, clients: number): Promise<Floor> {
  const url = new URL(connectionString)
  const database = `floor_${randomBytes(6).toString('hex')}`
  await once(connectionString, `create database ${database}`)
  url.pathname = `/${database}`
  await once(url.href, SCHEMA)
  const pool = new pg.Pool({
    connectionString: url.href,
    application_name: FLOOR,
    max: CONNECTIONS,
    idleTimeoutMillis: 0,
    options: '-c plan_cache_mode=force_generic_plan',
  })
  pool.on('error', () => {})
  const idsOf = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id)
  const insertUsers = `with made as (insert into users (name) select $1 || i from generate_series(1, $2::int) i returning id)
    insert into accounts (user_id) select id from made returning user_id as id`
  const sellers = await idsOf(insertUsers, ['seller', clients])
  const buyers = await idsOf(insertUsers, ['buyer', clients])
  const offers = await idsOf('insert into offers (owner_id) select unnest($1::uuid[]) returning id', [sellers])
  const [fees] = await idsOf('insert into accounts default values returning id')
  const { rows } = await pool.query<{ user_id: string; id: string }>(
    'select user_id, id from accounts where user_id is not null',
  )
  const accounts = new Map(rows.map((row) => [row.user_id, row.id]))
  const alone: Run = (text, values) => pool.query({ name: nameOf(text), text, values })

  async function inTransaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const result = await work((text, values) => client.query({ name: nameOf(text), text, values }))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  let chat: Promise<string> | undefined
  const answered = (run: Run, actor: string, answer: unknown) =>
    run(COMMAND, [actor, crypto.randomUUID(), '/api/trades', Buffer.alloc(32), json(answer)])

  async function openTrade(client: number): Promise<string> {
    const [buyer, seller, offer] = [buyers[client]!, sellers[client]!, offers[client]!]
    await alone(SESSION, [buyer])
    const quote = await inTransaction(async (run) => {
      const written = (await run(QUOTE, [buyer, offer])).rows[0]!
      await answered(run, buyer, written)
      return written.id
    })
    await alone(SESSION, [buyer])
    return inTransaction(async (run) => {
      await run(RESERVE, [offer])
      await run(USED, [buyer, seller])
      const { id } = (await run(OPEN, [quote, seller])).rows[0]!
      await run(FIRST_EVENT, [id, buyer, crypto.randomUUID()])
      await run('insert into details values ($1, $2, $3)', [id, SEALED, 'a fingerprint'])
      await run(LOCK, [id, accounts.get(seller)])
      await run(DEBIT, [accounts.get(seller)])
      await run(FIRST_MESSAGES, [id, seller])
      await run(NOTIFY, [seller, 'trade_opened', id])
      await run(EMIT, [[buyer, seller], eventOf(id)])
      await answered(run, buyer, (await run(READ, [id])).rows[0])
      return id
    })
  }

  return {
    database,
    async trade(client) {
      const [buyer, seller, offer] = [buyers[client]!, sellers[client]!, offers[client]!]
      const id = await openTrade(client)
      const move = ({ actor, from, action, role, to, version }: Move, more: (run: Run) => Promise<unknown>) =>
        inTransaction(async (run) => {
          await run(LOCK_ROW, [id])
          const actorId = role === 'system' ? null : actor
          await run(MOVE, [id, version, from, action, role, to, actorId, crypto.randomUUID()])
          await more(run)
          await run(SYSTEM_MESSAGE, [id, version + 1])
          if (action !== 'confirm') await run(NOTIFY, [action === 'pay' ? seller : buyer, `trade_${action}`, id])
          await run(EMIT, [[buyer, seller], eventOf(id)])
          await answered(run, actor, (await run(READ, [id])).rows[0])
        })

      await alone(SESSION, [buyer])
      await move({ actor: buyer, from: 'awaiting', action: 'pay', role: 'buyer', to: 'sent', version: 2 }, (run) =>
        run('insert into declarations values ($1, $2)', [id, SEALED]),
      )
      await alone(SESSION, [seller])
      await move(
        { actor: seller, from: 'sent', action: 'confirm', role: 'seller', to: 'confirmed', version: 3 },
        (run) => run('insert into payer_checks values ($1, $2, true)', [id, SEALED]),
      )
      await move(
        { actor: seller, from: 'confirmed', action: 'settle', role: 'system', to: 'completed', version: 4 },
        async (run) => {
          await run(PAY_OUT, [id, accounts.get(buyer), fees])
          await run(CREDIT, [accounts.get(buyer), id])
          await run(RELEASE, [offer])
          await run(OUTCOME, [id, buyer, seller])
          await run(COUNT, [buyer, seller])
        },
      )
    },
    async message() {
      const [buyer, seller] = [buyers[0]!, sellers[0]!]
      chat ??= openTrade(0)
      const id = await chat
      await alone(SESSION, [buyer])
      await inTransaction(async (run) => {
        const { rows } = await run(MESSAGE, [id, buyer, 'I have just paid, please look.'])
        await run(EMIT, [[buyer, seller], eventOf(id)])
        await answered(run, buyer, rows[0])
      })
    },
    analyze: async () => void (await pool.query('vacuum analyze')),
    async close() {
      await pool.end()
      await once(connectionString, `drop database ${database} with (force)`)
    },
  }
}

/** Prepares each statement once per connection, as the product does. */
function nameOf(text: string): string {
  const name = NAMES.get(text) ?? `f${NAMES.size}`
  NAMES.set(text, name)
  return name
}

/** Amounts are read as bigints. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}

/** As long as the product's. */
function eventOf(tradeId: string): string {
  const text = 'The buyer marked this trade as paid. Seller: check your account.'.repeat(2)
  return JSON.stringify({ tradeId, status: 'payment_sent', version: 1, messages: [{ seq: 1, text }] })
}

async function once(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}
