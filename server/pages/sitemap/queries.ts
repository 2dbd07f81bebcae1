/** What the sitemap lists: offers that every trader can take, and their owners, the newest first. */
import { cellsOf } from '../../../domain/offers/listing.ts'
import type { Cell } from '../../../domain/offers/listing.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { RateSource } from '../../offers/rates/rates.ts'
import { inCell, isAvailable, isFirstIn } from '../../offers/market/scope.ts'
import type { Sql } from '../../offers/market/scope.ts'

/** The newest offers of a type whose first payment method this is, so that each offer is in one list. Read along the cell's index, past the offers of the other lists. */
export async function listNewestOffers(
  db: DbOrTx,
  rates: RateSource,
  cell: Cell,
  limit: number,
): Promise<{ offerId: string; changedAt: Date }[]> {
  const { rows } = await sql<{ offerId: string; changedAt: Date }>`
    select m.offer_id, m.renewed_at as changed_at
    ${newestOf(rates, cell, sql`and ${isFirstIn(cellsOf({}))}`, limit)}`.execute(db)
  return rows
}

/** The owners of the newest offers of every type and payment method, each once. */
export async function listNewestTraders(
  db: DbOrTx,
  rates: RateSource,
  limit: number,
): Promise<{ username: string; changedAt: Date }[]> {
  const cells = cellsOf({}).map((cell) => sql`(select m.username, m.renewed_at ${newestOf(rates, cell, sql``, limit)})`)
  const { rows } = await sql<{ username: string; changedAt: Date }>`
    select username, max(renewed_at) as changed_at from (${sql.join(cells, sql` union all `)}) newest
    group by username order by 2 desc, 1 limit ${sql.lit(limit)}`.execute(db)
  return rows
}

function newestOf(rates: RateSource, cell: Cell, condition: Sql, limit: number) {
  return sql`from market_offers m
    where ${inCell(cell)} ${condition} and ${isAvailable({ rates, viewerId: null })}
    order by m.created_at desc, m.offer_id desc limit ${sql.lit(limit)}`
}
