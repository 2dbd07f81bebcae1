/** Moves rows into the past in the database, since a story cannot wait. */
import pg from 'pg'
import {
  ageBusinessHours as ageHours,
  ageQuote as ageQuoteRow,
  ageTrade as ageTradeRow,
  asOutsider,
} from '../server/testing/time-travel.ts'
import type { User } from './users.ts'

/** Makes a trade `minutes` older. */
export function ageTrade(trade: { id: string }, minutes: number): Promise<void> {
  return asOwner((owner) => ageTradeRow(owner, trade.id, minutes))
}

/** Makes a quote `seconds` older. */
export function ageQuote(quote: { id: string }, seconds: number): Promise<void> {
  return asOwner((owner) => ageQuoteRow(owner, quote.id, seconds))
}

/** Moves the user's business hours `minutes` earlier: as if that time had passed. */
export function ageBusinessHours({ username }: { username: string }, minutes: number): Promise<void> {
  return asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>('select id from users where username = $1', [username])
    await ageHours(owner, rows[0]!.id, minutes)
  })
}

/** The users were seen in one network, which no other user of the stories shares. */
export function shareNetwork(users: readonly { username: string }[]): Promise<void> {
  const hash = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x')
  return asOwner(async (owner) => {
    await owner.query('insert into user_networks (user_id, hash) select id, $2 from users where username = any($1)', [
      users.map(({ username }) => username),
      hash,
    ])
  })
}

/** Inserts `count` messages of the seller, more than the rate limit would allow. */
export function insertSellerMessages(trade: { id: string }, count: number): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `with chat as (update trade_chats set last_seq = last_seq + $2 where trade_id = $1 returning last_seq - $2 as former)
       insert into messages (trade_id, seq, kind, sender_role, sender_id, body)
       select $1, former + n, 'text', 'seller', (select seller_id from trades where id = $1), 'Message ' || n
       from chat, generate_series(1, $2) n order by n`,
      [trade.id, count],
    )
  })
}

/** Inserts `count` ratings without their trades, newest first from “Comment 1”; resolves to what removes them. */
export async function insertRatings(rated: User, rater: User, count: number): Promise<() => Promise<void>> {
  await asOwner((owner) =>
    asOutsider(owner, [
      `insert into ratings (trade_id, rater_id, rated_id, stars, comment, counts, at, due_at, published_at)
       select gen_random_uuid(), rater.id, rated.id, 5, 'Comment ' || n, true, moment, moment, moment
       from users rater, users rated, generate_series(1, ${count}) n,
         lateral (select now() - n * interval '1 hour' as moment) at
       where rater.username = '${rater.username}' and rated.username = '${rated.username}'`,
    ]),
  )
  return () =>
    asOwner((owner) =>
      asOutsider(owner, [
        `delete from ratings where rated_id = (select id from users where username = '${rated.username}')`,
      ]),
    )
}

/** Makes the user's last re-authentication six minutes older. */
export function ageReauthentication({ username }: { username: string }): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `update sessions set reauthenticated_at = reauthenticated_at - interval '6 minutes'
       where user_id = (select id from users where username = $1)`,
      [username],
    )
  })
}

async function asOwner(work: (owner: pg.Pool) => Promise<void>): Promise<void> {
  const owner = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 })
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}
