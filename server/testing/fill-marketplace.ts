/** A marketplace of any size, for measuring only. */
import type pg from 'pg'
import { accountSql, unsealedAccounts } from './accounts/payment-accounts.ts'

/**
 * Writes `count` offers, by default a hundred of each trader, more than a trader may have. The pool must have one connection. The triggers are disabled and the
 * marketplace is filled by one statement, from the view the triggers use. Its rows lie in the order of posting, as the triggers
 * write them, and an offer's amounts do not depend on its time: otherwise the oldest offers of one size differ from the other's.
 */
export async function fillMarketplace(owner: pg.Pool, count: number, ofEach = 100): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query("set maintenance_work_mem = '512MB'")
  await owner.query(
    `with inserted as (
       insert into users (username, completed_trades, failed_trades, rating_count, rating_stars)
       select 'bench_' || n, n % 50, n % 4, n % 30, n % 30 * (1 + n % 5) from generate_series(1, $1::int) n
       returning id, username)
     insert into accounts (user_id, email) select id, username || '@example.org' from inserted`,
    [count / ofEach],
  )
  await owner.query(unsealedAccounts('select id from users'))
  await owner.query(
    `insert into offers (owner_id, type, fiat_currency, payment_methods, min_milli, max_milli, percentage_tenths, terms,
       created_at, renewed_at, payment_account_ids)
     select o.id, case when i % 2 = 0 then 'sell' else 'buy' end, place.fiat_currency, by.methods, 10000,
       300000 + (i * 389 % 997) * 50000, i % 201 - 100,
       'Please pay within the window' || case when i % 5000 = 1 then ', quetzal' else '' end, moment, moment,
       array(select case when i % 2 = 0 then ${accountSql('o.id', 'method')} end from unnest(by.methods) method)
     from generate_series(1, $1::int) i
     join (select id, row_number() over () as n from users) o on o.n = 1 + i % $2
     join (select *, row_number() over (order by fiat_currency, method) as n, count(*) over () as of_all from payment_methods) place on place.n = 1 + (i / 2) % place.of_all,
     -- a third of the offers takes three methods
     lateral (select place.method || array(
       select method from payment_methods m where m.fiat_currency = place.fiat_currency and m.method <> place.method and i % 3 = 0
       order by method limit 2) as methods) by,
     lateral (select clock_timestamp() - i * (interval '29 days' / $1) as moment) at`,
    [count, count / ofEach],
  )
  const { rows } = await owner.query(
    "select indexname as name, indexdef as make from pg_indexes where tablename = 'market_offers' and indexname <> 'market_offers_pkey'",
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await owner.query('insert into offer_methods select * from methods_of_offers')
  await owner.query('insert into market_offers select * from offers_to_show order by created_at')
  for (const { make } of rows) await owner.query(make)
  await owner.query('truncate market_counts, market_trader_counts')
  await owner.query(
    'insert into market_counts select type, payment_methods, 0, count(distinct offer_id) from market_offers group by 1, 2',
  )
  await owner.query(
    `insert into market_trader_counts select currencies, 0, count(*)
     from (select array_agg(distinct fiat_currency order by fiat_currency) as currencies from market_offers group by owner_id) traders
     group by 1`,
  )
  await owner.query('reset session_replication_role')
  await owner.query('vacuum analyze')
}
