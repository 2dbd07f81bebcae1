/** Makes the reference rates of what the sources said last. */
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { medianRate } from '../../../domain/offers/rates/median-rate.ts'
import type { DayRange } from '../../../domain/offers/rates/median-rate.ts'
import { FIXED, MANUAL, freshHoursOf } from '../../../domain/offers/rates/sources.ts'
import { getRecipient } from '../../accounts/users/queries.ts'
import { RATES, wakeAfterCommit } from '../../db/after-commit.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { RateSettings } from './settings.ts'

type LiveSettings = Exclude<RateSettings, typeof FIXED>

/** A source's last value, and why it does not count; null: it does. */
type Reading = {
  source: string
  rateE6: bigint | null
  asOf: Date | null
  readFault: string | null
  fault: string | null
}
type Present = {
  fiatCurrency: FiatCurrency
  isAvailable: boolean
  /** Of the hours of the last day and of the last rate, however old; null: no source has given one yet. */
  day: DayRange | null
  now: Date
}

/** What changed: the currencies whose rate is gone or back, and the sources whose fault is new. */
export type RateNews = {
  lost: FiatCurrency[]
  regained: FiatCurrency[]
  faults: { fiatCurrency: FiatCurrency; source: string; fault: string }[]
}

const HOUR_MS = 3_600_000

/**
 * Computes the rates of these currencies again and writes them with the hour's history, and why a source does not count. While it is computed, no other
 * process computes it. Where the rate of a currency is gone, the last one stays and the admins are notified by email.
 */
export async function deriveRates(
  tx: Tx,
  settings: LiveSettings,
  currencies: readonly FiatCurrency[] = FIAT_CURRENCIES,
): Promise<RateNews> {
  const presents = await lockRates(tx)
  const news: RateNews = { lost: [], regained: [], faults: [] }
  for (const fiatCurrency of currencies) {
    const present = presents.find((each) => each.fiatCurrency === fiatCurrency)!
    const names = settings[fiatCurrency].map(({ source }) => source)
    const readings = await readingsOf(tx, fiatCurrency, names)
    const fresh = readings.flatMap(({ source, rateE6, asOf }) =>
      rateE6 !== null && asOf !== null && isFresh(source, asOf, present.now) ? [{ source, rateE6 }] : [],
    )
    // What staff have set is judged by the database, against the day.
    const found = medianRate(fresh, fresh[0]?.source === MANUAL ? null : present.day)
    for (const reading of readings) {
      const fault = faultOf(reading, fresh, found.off)
      if (fault === reading.fault) continue
      if (fault !== null) news.faults.push({ fiatCurrency, source: reading.source, fault })
      await sql`update rate_readings set fault = ${fault} where fiat_currency = ${fiatCurrency} and source = ${reading.source}`.execute(
        tx,
      )
    }
    if (found.rateE6 === null) {
      if (present.isAvailable) news.lost.push(fiatCurrency)
      await markUnavailable(tx, fiatCurrency)
      continue
    }
    if (!present.isAvailable) news.regained.push(fiatCurrency)
    const times = readings.filter(({ source }) => found.middle.includes(source)).map(({ asOf }) => asOf!.getTime())
    await writeRate(tx, {
      fiatCurrency,
      rateE6: found.rateE6,
      sources: found.agreeing,
      asOf: new Date(Math.min(...times)),
    })
  }
  wakeAfterCommit(tx, [RATES])
  return news
}

/** The rates as they are, which no other process changes until the transaction ends. Before all other rows of rates. */
export async function lockRates(tx: Tx): Promise<Present[]> {
  const { rows } = await sql<Omit<Present, 'day'> & { lowE6: bigint | null; highE6: bigint | null }>`
    select r.fiat_currency, r.unavailable_since is null as is_available, clock_timestamp() as now,
      least(last.rate_e6, day.low_e6) as low_e6, greatest(last.rate_e6, day.high_e6) as high_e6
    from (select * from reference_rates order by fiat_currency for no key update) r
      cross join lateral (select case when r.sources <> array[${FIXED}] then r.rate_e6 end as rate_e6) last
      cross join lateral (
        select min(low_e6) as low_e6, max(high_e6) as high_e6 from rate_hours
        where fiat_currency = r.fiat_currency and hour > (select clock_timestamp() - interval '25 hours')) day`.execute(
    tx,
  )
  return rows.map(({ lowE6, highE6, ...row }) => ({
    ...row,
    day: lowE6 === null || highE6 === null ? null : { lowE6, highE6 },
  }))
}

async function readingsOf(tx: Tx, fiatCurrency: FiatCurrency, names: string[]): Promise<Reading[]> {
  // What admins set is copied among the readings, so that one list shows all sources.
  if (names.includes(MANUAL)) {
    await sql`
      insert into rate_readings (fiat_currency, source, rate_e6, as_of, read_at)
      select fiat_currency, ${MANUAL}, rate_e6, at, clock_timestamp() from manual_rates
      where fiat_currency = ${fiatCurrency} order by audit_id desc limit 1
      on conflict (fiat_currency, source) do update set rate_e6 = excluded.rate_e6, as_of = excluded.as_of, read_at = excluded.read_at
    `.execute(tx)
  }
  await sql`delete from rate_readings where fiat_currency = ${fiatCurrency} and source <> all(${names}::text[])`.execute(
    tx,
  )
  const { rows } = await sql<Reading>`
    select source, rate_e6, as_of, read_fault, fault from rate_readings where fiat_currency = ${fiatCurrency}
    order by array_position(${names}::text[], source)`.execute(tx)
  return rows
}

function isFresh(source: string, asOf: Date, now: Date): boolean {
  return now.getTime() - asOf.getTime() <= freshHoursOf(source) * HOUR_MS
}

/** A source that did not answer counts while its last value is fresh. */
function faultOf({ source, readFault }: Reading, fresh: { source: string }[], off: string[]): string | null {
  if (off.includes(source)) return 'off'
  if (fresh.some((each) => each.source === source)) return null
  return readFault ?? 'stale'
}

async function writeRate(
  tx: Tx,
  {
    fiatCurrency,
    rateE6,
    sources,
    asOf,
  }: { fiatCurrency: FiatCurrency; rateE6: bigint; sources: string[]; asOf: Date },
): Promise<void> {
  await sql`
    update reference_rates set rate_e6 = ${rateE6}, sources = ${sources}::text[], as_of = ${asOf}, unavailable_since = null
    where fiat_currency = ${fiatCurrency}
      and (rate_e6, sources, as_of) is distinct from (${rateE6}::bigint, ${sources}::text[], ${asOf}::timestamptz)
      or fiat_currency = ${fiatCurrency} and unavailable_since is not null`.execute(tx)
  await sql`
    insert into rate_hours (fiat_currency, hour, rate_e6, low_e6, high_e6)
    values (${fiatCurrency}, date_trunc('hour', clock_timestamp(), 'UTC'), ${rateE6}, ${rateE6}, ${rateE6})
    on conflict (fiat_currency, hour) do update set rate_e6 = excluded.rate_e6,
      low_e6 = least(rate_hours.low_e6, excluded.rate_e6), high_e6 = greatest(rate_hours.high_e6, excluded.rate_e6)
    where rate_hours.rate_e6 <> excluded.rate_e6`.execute(tx)
}

/** The admins get one email of it once there are any, none within an hour of the last, and none while the currency is switched off. */
async function markUnavailable(tx: Tx, fiatCurrency: FiatCurrency): Promise<void> {
  await sql`
    update reference_rates set unavailable_since = clock_timestamp()
    where fiat_currency = ${fiatCurrency} and unavailable_since is null`.execute(tx)
  const { rows: reported } = await sql`
    update reference_rates set reported_at = clock_timestamp()
    where fiat_currency = ${fiatCurrency}
      and coalesce(reported_at < unavailable_since and reported_at < clock_timestamp() - interval '1 hour', true)
      and exists (select from currencies where code = ${fiatCurrency} and switched_off_at is null)
      and exists (select from staff_members where role = 'admin')
    returning fiat_currency`.execute(tx)
  if (reported.length === 0) return
  const { rows } = await sql<{ userId: string }>`select user_id from staff_members where role = 'admin'`.execute(tx)
  for (const { userId } of rows) {
    await queueMail(tx, {
      ...(await getRecipient(tx, userId)),
      kind: 'rate_unavailable',
      values: { currency: fiatCurrency },
    })
  }
}
