import type { StaffCurrency } from '../../domain/api/offers/currencies.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import { FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import { openStatuses } from '../db/open-statuses.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

type Row = Omit<StaffCurrency, 'switchedOff'> & { at: Date | null; by: string | null; reason: string | null }

/** Each currency with its switch, its notices, and what a switch concerns. */
export async function listStaffCurrencies(db: DbOrTx): Promise<StaffCurrency[]> {
  const { rows } = await sql<Row>`
    select c.code as fiat_currency, c.switched_off_at as at, admin.username as by, a.reason,
      (select coalesce(sum(offers), 0)::int from market_counts m join payment_methods p on p.method = m.payment_methods[1]
       where p.fiat_currency = c.code) as open_offers,
      (select count(*)::int from trades
       where fiat_currency = c.code and status in (${openStatuses})) as open_trades,
      (select jsonb_object_agg(l.language, coalesce((
        select notice from currency_notices n
        where n.fiat_currency = c.code and n.language = l.language order by version desc limit 1), ''))
       from unnest(${[...LANGUAGES]}::text[]) as l (language)) as notices
    from currencies c
      left join lateral (
        select audit_id from currency_switches where fiat_currency = c.code and c.switched_off_at is not null
        order by audit_id desc limit 1) last on true
      left join audit_log a on a.id = last.audit_id left join users admin on admin.id = a.actor_id`.execute(db)
  const byCode = new Map<FiatCurrency, Row>(rows.map((row) => [row.fiatCurrency, row]))
  return FIAT_CURRENCIES.map((code) => {
    const { at, by, reason, ...row } = byCode.get(code)!
    return { ...row, switchedOff: at && { at: at.toISOString(), by: by ?? '', reason: reason ?? '' } }
  })
}

/** The id by which audit records name the currency. */
export async function idOfCurrency(db: DbOrTx, currency: FiatCurrency): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from currencies where code = ${currency}`.execute(db)
  return rows[0]!.id
}
