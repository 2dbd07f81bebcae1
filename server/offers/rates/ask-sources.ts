/** Asks the sources of the reference rates, in one process at a time. */
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { LEAST_RATE_E6, MOST_RATE_E6 } from '../../../domain/offers/rates/median-rate.ts'
import { FIXED, MANUAL, RATE_ROUND_SECONDS, isRateService } from '../../../domain/offers/rates/sources.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { PrivateAddress, TimedOut, TooLarge, createPublicReader } from '../../http/public-request.ts'
import type { PublicReader } from '../../http/public-request.ts'
import { deriveRates, lockRates } from './derive-rates.ts'
import type { ConfiguredSource } from './settings.ts'
import type { RateAdapter } from './sources/adapter.ts'
import { ADAPTERS } from './sources/adapters.ts'
import { ownAddress } from './sources/own-address.ts'

const ANSWER_MS = 8000
const ANSWER_BYTES = 512 * 1024
/** A source that did not answer is asked again after this. */
const RETRY_MINUTES = 5
/** How far a source's clock may be ahead of ours. */
const AHEAD_MS = 5 * 60_000

type Answer = { fiatCurrency: FiatCurrency; source: string } & ({ rateE6: bigint; asOf: Date } | { fault: string })
type Asked = { fiatCurrency: FiatCurrency; source: string; adapter: RateAdapter }

const fromPublicAddresses = createPublicReader({ timeoutMs: ANSWER_MS })

/** Does nothing with fixed rates, and before the next round is due, which another process may have made. */
export async function askRateSources(
  { config, db, log }: Pick<Context, 'config' | 'db' | 'log'>,
  stopping?: AbortSignal,
  reader: PublicReader = fromPublicAddresses,
): Promise<void> {
  const { rates: settings } = config
  if (settings === FIXED || !(await claimRound(db))) return
  const due = await listDue(db, (currency) => settings[currency])
  const answers = await askAll(due, reader, stopping)
  const news = await inTransaction(db, async (tx) => {
    await lockRates(tx)
    await storeAnswers(tx, answers)
    return deriveRates(tx, settings)
  })
  for (const fault of news.faults) log.warn(fault, 'a source of a reference rate is left out')
  for (const fiatCurrency of news.lost)
    log.error({ fiatCurrency }, 'no source gives a reference rate: quotes are refused')
  for (const fiatCurrency of news.regained) log.warn({ fiatCurrency }, 'the reference rate is back')
}

/** Of two processes one moves the time on; the other finds it in the future. */
async function claimRound(db: Db): Promise<boolean> {
  const { rows } = await sql`
    update rate_rounds set next_at = clock_timestamp() + make_interval(secs => ${sql.lit(RATE_ROUND_SECONDS)})
    where next_at <= clock_timestamp() returning next_at`.execute(db)
  return rows.length > 0
}

async function listDue(db: Db, sourcesOf: (currency: FiatCurrency) => readonly ConfiguredSource[]): Promise<Asked[]> {
  const { rows } = await sql<{ fiatCurrency: FiatCurrency; source: string; isFaulty: boolean; minutes: number }>`
    select fiat_currency, source, read_fault is not null as is_faulty,
      extract(epoch from clock_timestamp() - read_at)::float8 / 60 as minutes from rate_readings`.execute(db)
  return FIAT_CURRENCIES.flatMap((fiatCurrency) =>
    sourcesOf(fiatCurrency).flatMap((configured) => {
      const adapter = adapterOf(configured)
      if (!adapter) return []
      const last = rows.find((row) => row.fiatCurrency === fiatCurrency && row.source === configured.source)
      const every = last?.isFaulty ? Math.min(adapter.everyMinutes, RETRY_MINUTES) : adapter.everyMinutes
      // A round that comes some seconds early still asks.
      return last && last.minutes < every - 0.25 ? [] : [{ fiatCurrency, source: configured.source, adapter }]
    }),
  )
}

function adapterOf({ source, url, path }: ConfiguredSource): RateAdapter | null {
  if (source === MANUAL) return null
  if (url !== undefined && path) return ownAddress(url, path)
  return isRateService(source) ? ADAPTERS[source] : null
}

/** An address that several currencies need is asked once. */
async function askAll(due: readonly Asked[], reader: PublicReader, stopping?: AbortSignal): Promise<Answer[]> {
  const texts = new Map<string, Promise<string>>()
  return Promise.all(
    due.map(async ({ fiatCurrency, source, adapter }): Promise<Answer> => {
      const url = adapter.url(fiatCurrency)
      const text = texts.get(url) ?? textOf(reader, url, stopping)
      texts.set(url, text)
      try {
        return { fiatCurrency, source, ...valueOf(adapter, await text, fiatCurrency) }
      } catch (error) {
        return { fiatCurrency, source, fault: wordOf(error) }
      }
    }),
  )
}

async function textOf(reader: PublicReader, url: string, stopping?: AbortSignal): Promise<string> {
  const { status, text } = await reader({ url, maxBytes: ANSWER_BYTES, ...(stopping && { signal: stopping }) })
  if (status !== 200) throw new Refused(status)
  return text
}

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`answered ${status}`)
    this.status = status
  }
}
class Unreadable extends Error {}

function valueOf(adapter: RateAdapter, text: string, fiatCurrency: FiatCurrency): { rateE6: bigint; asOf: Date } {
  const now = new Date()
  let value
  try {
    value = adapter.read(text, fiatCurrency, now)
  } catch (error) {
    throw new Unreadable('the answer has another form', { cause: error })
  }
  const { rate, asOf } = value
  const scaled = Math.round(rate * 1e6)
  if (!(scaled >= Number(LEAST_RATE_E6) && scaled <= Number(MOST_RATE_E6))) throw new Unreadable('no rate')
  if (!(asOf.getTime() - now.getTime() <= AHEAD_MS)) throw new Unreadable('no time, or one in the future')
  return { rateE6: BigInt(scaled), asOf: asOf < now ? asOf : now }
}

/** The word by which the admins' page explains it. */
function wordOf(error: unknown): string {
  if (error instanceof Unreadable) return 'wrong_answer'
  if (error instanceof Refused) return error.status >= 300 && error.status < 400 ? 'redirected' : 'refused'
  if (error instanceof TimedOut) return 'timed_out'
  if (error instanceof TooLarge) return 'too_large'
  if (error instanceof PrivateAddress) return 'private_address'
  return 'no_connection'
}

/** A fault leaves the last value, which counts while it is fresh. */
async function storeAnswers(tx: Tx, answers: readonly Answer[]): Promise<void> {
  for (const answer of answers) {
    const { fiatCurrency, source } = answer
    const [rateE6, asOf, fault] = 'fault' in answer ? [null, null, answer.fault] : [answer.rateE6, answer.asOf, null]
    await sql`
      insert into rate_readings as r (fiat_currency, source, rate_e6, as_of, read_at, read_fault)
      values (${fiatCurrency}, ${source}, ${rateE6}, ${asOf}, clock_timestamp(), ${fault})
      on conflict (fiat_currency, source) do update set read_at = excluded.read_at, read_fault = excluded.read_fault,
        rate_e6 = coalesce(excluded.rate_e6, r.rate_e6), as_of = coalesce(excluded.as_of, r.as_of)`.execute(tx)
  }
}
