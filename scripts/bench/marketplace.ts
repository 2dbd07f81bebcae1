/**
 * Whether the marketplace answers as fast among 1,000,000 offers as among 10,000: every order and filter, from the
 * first page to the last, over HTTP. `node scripts/bench/marketplace.ts` prints the ratios.
 */
import pg from 'pg'
import type { MarketplacePage, MarketplaceQuery } from '../../domain/api.ts'
import { SORTS } from '../../domain/marketplace.ts'
import { openHttp } from './http.ts'
import { openStage } from './stage.ts'

const [SMALL, LARGE] = [10_000, 1_000_000]
const CALLS = 25
const AIM = 1.5

const FILTERS: Record<string, MarketplaceQuery> = {
  none: {},
  'type=sell': { type: 'sell' },
  'currency=EUR': { currency: 'EUR' },
  'method=Revolut': { method: 'Revolut' },
  'sell EUR Revolut': { type: 'sell', currency: 'EUR', method: 'Revolut' },
  'common word': { search: 'window' },
  'trader’s name': { search: 'bench_77' },
  'rare word': { search: 'quetzal' },
  'no such word': { search: 'xylophone' },
}

/** Milliseconds of the fastest of 25 calls, by filter, order and page: what it costs, not what else the machine does. */
type Times = Map<string, number>

const small = await timesAmong(SMALL)
const large = await timesAmong(LARGE)
const table: Record<string, object> = {}
for (const [name, before] of small) {
  const after = large.get(name) ?? Infinity
  table[name] = {
    'ms among 10,000': before.toFixed(2),
    'ms among 1,000,000': after.toFixed(2),
    ratio: (after / before).toFixed(2),
    reached: after / before <= AIM ? 'yes' : 'NO',
  }
}
console.table(table)

async function timesAmong(offers: number): Promise<Times> {
  const stage = await openStage()
  const owner = new pg.Pool({ connectionString: stage.connectionString, max: 1 })
  owner.on('error', () => {})
  try {
    const began = performance.now()
    await fill(owner, offers)
    console.log(`${offers} offers written in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    return await measure(stage.url)
  } finally {
    await owner.end()
    await stage.close()
  }
}

/** The pool has one connection. The triggers are set aside and the marketplace is filled in one stroke, from the view the triggers use. */
async function fill(owner: pg.Pool, count: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query("set maintenance_work_mem = '512MB'")
  await owner.query(
    `insert into users (username, email, completed_trades)
     select 'bench_' || n, 'bench_' || n || '@example.org', n % 50 from generate_series(1, $1::int) n`,
    [count / 100],
  )
  await owner.query(
    `insert into offers (owner_id, type, fiat_currency, payment_method, min_milli, max_milli, percentage_tenths, terms,
       created_at, renewed_at)
     select o.id, case when i % 2 = 0 then 'sell' else 'buy' end, way.fiat_currency, way.method, 10000,
       300000 + (i % 997) * 50000, i % 201 - 100,
       'Please pay within the window' || case when i % 5000 = 1 then ', quetzal' else '' end, moment, moment
     from generate_series(1, $1::int) i
     join (select id, row_number() over () as n from users) o on o.n = 1 + i % ($1::int / 100)
     join (select *, row_number() over (order by fiat_currency, method) as n from payment_methods) way on way.n = 1 + i % 7,
     lateral (select clock_timestamp() - i * (interval '29 days' / $1) as moment) at`,
    [count],
  )
  const { rows } = await owner.query(
    "select indexname as name, indexdef as make from pg_indexes where tablename = 'market_offers' and indexname <> 'market_offers_pkey'",
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await owner.query('insert into market_offers select * from offers_to_show')
  for (const { make } of rows) await owner.query(make)
  await owner.query('truncate market_counts, market_trader_counts')
  await owner.query(
    'insert into market_counts select type, payment_method, 0, count(*) from market_offers group by 1, 2',
  )
  await owner.query('insert into market_trader_counts select 0, count(distinct owner_id) from market_offers')
  await owner.query('reset session_replication_role')
  await owner.query('vacuum analyze')
}

async function measure(url: string): Promise<Times> {
  const http = openHttp(url, 1)
  const ask = async (query: MarketplaceQuery) => {
    const path = `/api/marketplace?${new URLSearchParams(query as Record<string, string>).toString()}`
    return (await http<MarketplacePage>('GET', path)).body
  }
  const times: Times = new Map()
  times.set('the figures at the top', await fastest(() => http('GET', '/api/marketplace/stats')))
  for (const [filter, query] of Object.entries(FILTERS)) {
    for (const sort of SORTS) {
      for (const [page, wanted] of Object.entries(await pagesOf({ ...query, sort }, ask))) {
        times.set(`${filter}, ${sort}, ${page}`, await fastest(() => ask(wanted)))
      }
    }
  }
  http.close()
  return times
}

/** The last page of an order begins beyond the tenth offer of the opposite one. */
async function pagesOf(
  query: MarketplaceQuery,
  ask: (query: MarketplaceQuery) => Promise<MarketplacePage>,
): Promise<Record<string, MarketplaceQuery>> {
  const { nextCursor } = await ask({ ...query, direction: 'asc' })
  const pages: Record<string, MarketplaceQuery> = { first: query }
  const fifth = await ask({ ...query, page: 5 })
  if (fifth.nextCursor !== null) pages.sixth = { ...query, cursor: fifth.nextCursor }
  if (nextCursor !== null) pages.last = { ...query, cursor: nextCursor }
  return pages
}

async function fastest(work: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 8; i++) await work()
  let least = Infinity
  for (let i = 0; i < CALLS; i++) {
    const began = performance.now()
    await work()
    least = Math.min(least, performance.now() - began)
  }
  return least
}
