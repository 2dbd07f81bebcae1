import type { SavedSearch } from '../../../domain/api/offers/saved-searches.ts'
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { searchUnits } from '../../../domain/offers/saved-searches.ts'
import type { SearchEdit, SearchInput } from '../../../domain/offers/saved-searches.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { getUserIdByName } from '../../accounts/users/queries.ts'
import { findSavedSearch } from './queries.ts'

/**
 * Saves a search. Refuses with `not_found` (an unknown trader), `search_of_yourself`, `saved_searches_limit` and
 * `saved_search_exists`. The searches of one user are written one after the other.
 */
export async function saveSearch(tx: Tx, userId: string, input: SearchInput): Promise<SavedSearch> {
  const traderId = await traderNamed(tx, userId, input.trader)
  await sql`select from count_alone('saved searches', ${userId})`.execute(tx)
  const { rows: counted } = await sql<{ searches: number }>`
    select count(*)::int as searches from saved_searches where user_id = ${userId}`.execute(tx)
  const limit = LIMITS.saved_searches
  if ((counted[0]?.searches ?? 0) >= limit) throw new DomainError('saved_searches_limit', { values: { limit } })
  const { paymentMethods, amountMilli, percentageTenths, priceE6 } = searchUnits(input)
  const { rows } = await sql<{ id: string }>`
    insert into saved_searches
      (user_id, trader_id, type, fiat_currency, payment_methods, amount_milli, percentage_tenths, price_e6)
    values (${userId}, ${traderId}, ${input.type}, ${input.fiatCurrency}, ${paymentMethods}, ${amountMilli},
      ${percentageTenths}, ${priceE6})
    on conflict on constraint saved_searches_once do nothing returning id`.execute(tx)
  if (!rows[0]) throw new DomainError('saved_search_exists')
  return (await findSavedSearch(tx, userId, rows[0].id))!
}

/** Replaces the filters, and pauses or resumes. Refuses with `not_found`, `search_of_yourself` and `saved_search_exists`. */
export async function editSearch(tx: Tx, userId: string, searchId: string, input: SearchEdit): Promise<SavedSearch> {
  const traderId = await traderNamed(tx, userId, input.trader)
  await sql`select from count_alone('saved searches', ${userId})`.execute(tx)
  const { paymentMethods, amountMilli, percentageTenths, priceE6 } = searchUnits(input)
  const { rows: same } = await sql`
    select from saved_searches where user_id = ${userId} and id <> ${searchId}
      and (trader_id, type, fiat_currency, payment_methods, amount_milli, percentage_tenths, price_e6) is not distinct from
        (${traderId}::uuid, ${input.type}::text, ${input.fiatCurrency}::text, ${paymentMethods}::text[],
          ${amountMilli}::bigint, ${percentageTenths}::smallint, ${priceE6}::bigint)
      and exists (select from saved_searches where id = ${searchId} and user_id = ${userId})`.execute(tx)
  if (same.length > 0) throw new DomainError('saved_search_exists')
  await sql`
    update saved_searches
    set trader_id = ${traderId}, type = ${input.type}, fiat_currency = ${input.fiatCurrency},
      payment_methods = ${paymentMethods}, amount_milli = ${amountMilli}, percentage_tenths = ${percentageTenths},
      price_e6 = ${priceE6}, is_paused = ${input.isPaused}
    where id = ${searchId} and user_id = ${userId}`.execute(tx)
  const search = await findSavedSearch(tx, userId, searchId)
  if (!search) throw new DomainError('not_found')
  return search
}

/** Refuses with `not_found`. */
export async function deleteSearch(tx: Tx, userId: string, searchId: string): Promise<void> {
  const { rows } = await sql`
    delete from saved_searches where id = ${searchId} and user_id = ${userId} returning 1 as deleted`.execute(tx)
  if (rows.length === 0) throw new DomainError('not_found')
}

async function traderNamed(tx: Tx, userId: string, username: string | null): Promise<string | null> {
  if (username === null) return null
  const traderId = await getUserIdByName(tx, username)
  if (traderId === userId) throw new DomainError('search_of_yourself')
  return traderId
}
