import type { RatePoint, RateReading, StaffRate } from '../../../domain/api/offers/rates.ts'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { formatRate } from '../../../domain/money.ts'
import { FIXED, MANUAL } from '../../../domain/offers/rates/sources.ts'
import type { HISTORY_DAYS } from '../../../domain/offers/rates/sources.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { RateSettings } from './settings.ts'

/** A week by the hour or a month by the day, oldest first, without those in which there was no rate. */
export async function listRateHistory(
  db: DbOrTx,
  currency: FiatCurrency,
  days: (typeof HISTORY_DAYS)[number],
): Promise<RatePoint[]> {
  const unit = sql.lit(days === '7' ? 'hour' : 'day')
  const { rows } = await sql<{ from: Date; rateE6: bigint; lowE6: bigint; highE6: bigint }>`
    select date_trunc(${unit}, hour, 'UTC') as "from", (array_agg(rate_e6 order by hour desc))[1] as rate_e6,
      min(low_e6) as low_e6, max(high_e6) as high_e6
    from rate_hours
    where fiat_currency = ${currency} and hour <= (select clock_timestamp())
      and hour >= (select date_trunc(${unit}, clock_timestamp(), 'UTC') - make_interval(days => ${Number(days)}))
    group by 1 order by 1`.execute(db)
  return rows.map(({ from, rateE6, lowE6, highE6 }) => ({
    from: from.toISOString(),
    rate: formatRate(rateE6),
    low: formatRate(lowE6),
    high: formatRate(highE6),
  }))
}

type Row = { fiatCurrency: FiatCurrency; rateE6: bigint; asOf: Date; unavailableSince: Date | null }
type ReadingRow = {
  fiatCurrency: FiatCurrency
  source: string
  rateE6: bigint | null
  asOf: Date | null
  readAt: Date
  fault: string | null
}

/** Each rate with its configured sources, in their order; one that was never asked has no value. */
export async function listStaffRates(db: DbOrTx, settings: RateSettings): Promise<StaffRate[]> {
  const { rows: rates } = await sql<Row>`
    select fiat_currency, rate_e6, as_of, unavailable_since from reference_rates`.execute(db)
  const { rows: readings } = await sql<ReadingRow>`
    select fiat_currency, source, rate_e6, as_of, read_at, fault from rate_readings`.execute(db)
  return FIAT_CURRENCIES.map((fiatCurrency) => {
    const { rateE6, asOf, unavailableSince } = rates.find((each) => each.fiatCurrency === fiatCurrency)!
    const names = settings === FIXED ? [] : settings[fiatCurrency].map(({ source }) => source)
    return {
      fiatCurrency,
      rate: formatRate(rateE6),
      asOf: asOf.toISOString(),
      unavailableSince: unavailableSince?.toISOString() ?? null,
      isFixed: settings === FIXED,
      isManual: names.includes(MANUAL),
      readings: names.map((source) =>
        toReading(
          source,
          readings.find((each) => each.fiatCurrency === fiatCurrency && each.source === source),
        ),
      ),
    }
  })
}

function toReading(source: string, row: ReadingRow | undefined): RateReading {
  const rateE6 = row?.rateE6 ?? null
  return {
    source,
    rate: rateE6 === null ? null : formatRate(rateE6),
    asOf: row?.asOf?.toISOString() ?? null,
    askedAt: row?.readAt.toISOString() ?? null,
    fault: row ? row.fault : source === MANUAL ? 'not_set' : 'not_asked',
  }
}
