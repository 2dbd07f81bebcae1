/** The reads of saved searches. Row-level security shows a user their own rows only. */
import type { SavedSearch } from '../../../domain/api/offers/saved-searches.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/payments/methods.ts'
import { type FiatCurrency } from '../../../domain/offers/currencies.ts'
import { formatFiat, formatUsdt } from '../../../domain/money.ts'
import { formatPercentage } from '../../../domain/offers/offers.ts'
import type { OfferType } from '../../../domain/offers/offers.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Row = {
  id: string
  type: OfferType | null
  fiatCurrency: FiatCurrency | null
  paymentMethods: PaymentMethod[]
  amountMilli: bigint | null
  percentageTenths: number | null
  priceE6: bigint | null
  trader: string | null
  isPaused: boolean
  createdAt: Date
}

/** The user's saved searches, the latest first. */
export async function listSavedSearches(db: DbOrTx, userId: string): Promise<SavedSearch[]> {
  const { rows } = await sql<Row>`
    ${selectSearches()} where s.user_id = ${userId}
    order by s.created_at desc, s.id limit ${sql.lit(LIMITS.saved_searches)}`.execute(db)
  return rows.map(toSavedSearch)
}

export async function findSavedSearch(db: DbOrTx, userId: string, searchId: string): Promise<SavedSearch | null> {
  const { rows } = await sql<Row>`
    ${selectSearches()} where s.user_id = ${userId} and s.id = ${searchId}`.execute(db)
  return rows[0] ? toSavedSearch(rows[0]) : null
}

function selectSearches() {
  return sql`
    select s.id, s.type, s.fiat_currency, s.payment_methods, s.amount_milli, s.percentage_tenths, s.price_e6,
      trader.username as trader, s.is_paused, s.created_at
    from saved_searches s left join users trader on trader.id = s.trader_id`
}

function toSavedSearch({
  paymentMethods,
  amountMilli,
  percentageTenths,
  priceE6,
  createdAt,
  ...row
}: Row): SavedSearch {
  return {
    ...row,
    paymentMethods: PAYMENT_METHODS.filter((method) => paymentMethods.includes(method)),
    amount: amountMilli === null ? null : formatFiat(amountMilli),
    pricePercentage: percentageTenths === null ? null : formatPercentage(percentageTenths),
    price: priceE6 === null ? null : formatUsdt(priceE6),
    createdAt: createdAt.toISOString(),
  }
}
