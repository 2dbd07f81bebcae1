/** A Browse page among 100,000 offers, over HTTP, against its bare statements. */
import type pg from 'pg'
import type { OfferQuery } from '../../domain/api/offers/offers.ts'
import { openPool } from '../../server/db/pool.ts'
import { SYSTEM } from '../../server/db/scope.ts'
import { fixedRates } from '../../server/offers/market/rates.ts'
import { listOffers } from '../../server/offers/list-offers.ts'
import { accountSql, unsealedAccounts } from '../../server/testing/accounts/payment-accounts.ts'
import { compare } from './compare.ts'
import type { Comparison } from './compare.ts'
import { openHttp } from './http.ts'
import { installRecorder, replay } from './recording.ts'
import type { BenchEnvironment } from './environment.ts'

/** Each has at most 20 offers, below the limit of active offers. */
const OWNERS = 5000

export const PAGES: readonly OfferQuery[] = [
  { type: 'sell', currency: 'EUR' },
  { type: 'sell', currency: 'EUR', sort: 'best_price' },
  { type: 'sell', currency: 'EUR', method: 'revolut', amount: '150' },
]

/** Writes `count` offers of many owners, as a market of a month would hold them. */
export async function fillMarket(owner: pg.Pool, count: number): Promise<void> {
  await owner.query(
    `
    with inserted as (
      insert into users (username) select 'bench_' || n from generate_series(1, $1::int) as n returning id, username)
    insert into accounts (user_id, email) select id, username || '@example.org' from inserted`,
    [OWNERS],
  )
  await owner.query(unsealedAccounts("select id from users where username like 'bench\\_%'"))
  await owner.query(
    `
    with owners as (select id, row_number() over () as n from users where username like 'bench\\_%')
    insert into offers (owner_id, type, fiat_currency, payment_method, min_milli, max_milli, percentage_tenths, terms,
      status, created_at, renewed_at, payment_account_id)
    select o.id, case when i % 2 = 0 then 'sell' else 'buy' end, place.fiat_currency, place.method,
      10000 + (i % 40) * 5000, 300000 + (i % 90) * 50000, i % 201 - 100, repeat('Please pay within the window. ', 1 + i % 5),
      case when i % 8 = 0 then 'paused' else 'active' end, moment, moment,
      case when i % 2 = 0 then ${accountSql('o.id', 'place.method')} end
    from generate_series(1, $1::int) as i
    join owners o on o.n = 1 + i % $2
    join (select *, row_number() over (order by fiat_currency, method) as n from payment_methods) place on place.n = 1 + (i / 2) % 8,
    lateral (select clock_timestamp() - i * (interval '29 days' / $1) as moment) at`,
    [count, OWNERS],
  )
  await owner.query('vacuum analyze users, offers, market_offers, market_counts')
}

/** One client asks for a page, again and again. */
export async function measurePage(
  { url, appUrl }: BenchEnvironment,
  query: OfferQuery,
  rounds: number,
  pieces: number,
): Promise<Comparison> {
  const http = openHttp(url, 1)
  const recorder = installRecorder()
  const pool = await openPool(appUrl, 2, SYSTEM)
  const path = `/api/offers?${new URLSearchParams(query as Record<string, string>).toString()}`
  const ask = () => listOffers(pool.db, fixedRates(), null, query)
  try {
    // The first one prepares connections and statements.
    await ask()
    const recording = await recorder.record(() => ask().then(() => ({ fresh: [] })))
    recorder.remove()
    return await compare(
      (pieces) => times(pieces, () => http('GET', path)),
      (pieces) => times(pieces, () => replay(pool.raw, recording, String)),
      rounds,
      pieces,
    )
  } finally {
    recorder.remove()
    http.close()
    await pool.close()
  }
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i++) await work()
}
