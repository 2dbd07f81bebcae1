/** The reads of currencies: whether each is available, and its legal notice. */
import type { Currency } from '../../../domain/api/offers/currencies.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Language } from '../../../domain/languages.ts'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { SENT_WITH_NEXT, sql } from '../../db/pool.ts'

type Row = { code: FiatCurrency; isAvailable: boolean; notice: string }

/** In the order of the product's own list. */
export async function listCurrencies(db: DbOrTx, language: Language): Promise<Currency[]> {
  const { rows } = await sql<Row>`
    select code, switched_off_at is null as is_available, coalesce((
      select notice from currency_notices n
      where n.fiat_currency = c.code and n.language = ${language} order by version desc limit 1), '') as notice
    from currencies c`.execute(db)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return FIAT_CURRENCIES.map((fiatCurrency) => {
    const { isAvailable, notice } = byCode.get(fiatCurrency)!
    return { fiatCurrency, isAvailable, notice }
  })
}

/**
 * Refuses with `currency_unavailable`, about the field of a form where the currency is one, while admins have switched the
 * currency off. The triggers `currency_available` refuse the same.
 */
export async function assertCurrencyAvailable(
  tx: Tx,
  currency: FiatCurrency,
  refused: { field?: 'fiatCurrency' } = {},
): Promise<void> {
  if (!(await isCurrencyAvailable(tx, currency))) throw currencyUnavailable(currency, refused)
}

export function currencyUnavailable(currency: FiatCurrency, refused: { field?: 'fiatCurrency' } = {}): DomainError {
  return new DomainError('currency_unavailable', { values: { currency }, ...refused })
}

/** Makes switches of the currency wait until the transaction ends. */
export async function lockCurrency(tx: Tx, currency: FiatCurrency): Promise<void> {
  await sql`${SENT_WITH_NEXT} select pg_advisory_xact_lock_shared(hashtextextended(${`currency${currency}`}, 0))`.execute(
    tx,
  )
}

/** Read under a shared lock, for which a switch waits: the answer holds until the transaction ends. */
export async function isCurrencyAvailable(tx: Tx, currency: FiatCurrency): Promise<boolean> {
  await lockCurrency(tx, currency)
  const { rows } = await sql`select from currencies where code = ${currency} and switched_off_at is null`.execute(tx)
  return rows.length > 0
}
