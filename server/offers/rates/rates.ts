/** The reference rates as this process knows them (decisions: Money). */
import type { Logger } from 'pino'
import { DomainError } from '../../../domain/errors.ts'
import { CURRENCIES, FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { FIXED } from '../../../domain/offers/rates/sources.ts'
import { RATES } from '../../db/after-commit.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { createRetryWarnings } from '../../log.ts'
import type { Live } from '../../notifications/live/live.ts'
import type { RateSettings } from './settings.ts'

/** A rate in fiat per 1 USDT x 10^6, and when the sources that agree with it had it. */
export type Rate = {
  rateE6: bigint
  sources: readonly string[]
  asOf: Date
  /** Since when the sources give no rate, and quotes are refused; null: they give this one. */
  unavailableSince: Date | null
}

/** What lists and offers need of the rates. */
export type RateSource = { rateOf(currency: FiatCurrency): Rate }

export type Rates = RateSource & {
  /** Calls `onChange` after each change of a rate. Returns the function that ends it. */
  subscribe(onChange: () => void): () => void
  /** Reads the rates again. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** How often the rates are read while this process hears nothing of the others: within the ten seconds of a former rate. */
const POLL_MS = 5000

type Row = Rate & { fiatCurrency: FiatCurrency }

/** The product's own fixed reference table. */
export function fixedRates(): RateSource {
  const asOf = new Date()
  return {
    rateOf: (currency) => ({
      rateE6: CURRENCIES[currency].referenceRateE6,
      sources: [FIXED],
      asOf,
      unavailableSince: null,
    }),
  }
}

/**
 * Reads the rates, and again whenever a process has changed them. With fixed rates it first writes these.
 */
export async function openRates({
  db,
  live,
  log,
  settings,
}: {
  db: Db
  live: Live
  log: Logger
  settings: RateSettings
}): Promise<Rates> {
  const listeners = new Set<() => void>()
  let present = new Map<FiatCurrency, Rate>()
  let reading: Promise<void> | null = null
  const warn = createRetryWarnings(log)

  if (settings === FIXED) await writeFixed(db)
  await read()
  const stop = live.subscribe(RATES, () => void reload().catch(onFailure))
  const timer = setInterval(() => {
    if (!live.isListening()) void reload().catch(onFailure)
  }, POLL_MS)
  timer.unref()
  return {
    rateOf: (currency) => present.get(currency)!,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    reload,
    async close() {
      clearInterval(timer)
      stop()
      await reading?.catch(() => {})
    },
  }

  /** One read at a time: one that is asked for meanwhile begins after the present one, and so sees what it was asked for. */
  function reload(): Promise<void> {
    const next = (reading ?? Promise.resolve()).catch(() => {}).then(read)
    reading = next
    return next
  }

  async function read(): Promise<void> {
    const { rows } = await sql<Row>`
      select fiat_currency, rate_e6, sources, as_of, unavailable_since from reference_rates`.execute(db)
    const next = new Map(rows.map(({ fiatCurrency, ...rate }) => [fiatCurrency, rate]))
    const isSame = FIAT_CURRENCIES.every((currency) => tagOf(present.get(currency)) === tagOf(next.get(currency)))
    present = next
    if (!isSame) for (const onChange of listeners) onChange()
  }

  function onFailure(error: unknown): void {
    warn('read rates', error, 'the reference rates could not be read')
  }
}

function tagOf(rate: Rate | undefined): string {
  if (!rate) return ''
  return [rate.rateE6, rate.asOf.getTime(), rate.unavailableSince?.getTime(), ...rate.sources].join()
}

async function writeFixed(db: Db): Promise<void> {
  const fixed = JSON.stringify(
    FIAT_CURRENCIES.map((code) => ({ code, rate: String(CURRENCIES[code].referenceRateE6) })),
  )
  await sql`
    update reference_rates r
    set rate_e6 = fixed.rate, sources = array[${FIXED}], as_of = clock_timestamp(), unavailable_since = null
    from jsonb_to_recordset(${fixed}::jsonb) as fixed (code text, rate bigint)
    where r.fiat_currency = fixed.code
      and (r.rate_e6 <> fixed.rate or r.sources <> array[${FIXED}] or r.unavailable_since is not null)`.execute(db)
}

/**
 * With sources, a rate of the fixed table, which none of them has confirmed, is unavailable. Called before the first request, and
 * after a demonstration has been made of trades at those rates.
 */
export async function distrustFixed({
  db,
  rates,
  config,
}: {
  db: Db
  rates: Rates
  config: { rates: RateSettings }
}): Promise<void> {
  if (config.rates === FIXED) return
  await sql`
    update reference_rates set unavailable_since = clock_timestamp()
    where sources = array[${FIXED}] and unavailable_since is null`.execute(db)
  await rates.reload()
}

/** Refuses with `rate_unavailable` while the sources give none. */
export function assertRated(rates: RateSource, currency: FiatCurrency): void {
  const { unavailableSince } = rates.rateOf(currency)
  if (unavailableSince !== null) throw new DomainError('rate_unavailable', { values: { currency } })
}
