/** The setting RATES: where the reference rate of each currency comes from. */
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import {
  FIXED,
  JSON_PREFIX,
  MANUAL,
  RATE_SERVICES,
  RATE_SOURCES_MAX,
  isRateService,
} from '../../../domain/offers/rates/sources.ts'
import { OperatorError } from '../../setting-values.ts'

/** A source by its name in the database and in answers; `url` and `path` are of an operator's own address only. */
export type ConfiguredSource = { source: string; url?: string; path?: string[] }
export type RateSettings = typeof FIXED | Readonly<Record<FiatCurrency, readonly ConfiguredSource[]>>

/** Also in docs/operations.md and in the files of deploy/. */
export const RATES_EXAMPLE = 'EUR kraken coinbase ecb; USD kraken coinbase; TND manual'

/**
 * `fixed`, or for each currency its sources, as in the example. An operator's own source is `json:https://host/path#path.of.rate`,
 * whose number is the fiat for 1 USDT. Throws an error for the operator.
 */
export function rateSettings(name: string, text: string): RateSettings {
  if (text.trim() === FIXED) return FIXED
  const lists = new Map<string, ConfiguredSource[]>()
  for (const entry of text.split(';').filter((part) => part.trim() !== '')) {
    const [currency = '', ...sources] = entry.trim().split(/\s+/)
    if (!isCurrency(currency) || lists.has(currency)) {
      throw new OperatorError(`${name} names each of ${FIAT_CURRENCIES.join(', ')} once, as in "${RATES_EXAMPLE}"`)
    }
    lists.set(
      currency,
      sources.map((source) => configured(name, currency, source)),
    )
  }
  for (const currency of FIAT_CURRENCIES) {
    const sources = (lists.get(currency) ?? []).map(({ source }) => source)
    if (sources.length === 0) throw new OperatorError(`${name} names no source for ${currency}: see "${RATES_EXAMPLE}"`)
    if (sources.length > RATE_SOURCES_MAX)
      throw new OperatorError(`${name} names more than ${RATE_SOURCES_MAX} sources for ${currency}`)
    if (new Set(sources).size < sources.length)
      throw new OperatorError(`${name} names a source of ${currency} twice: ${sources.join(', ')}`)
  }
  return Object.fromEntries(lists) as Record<FiatCurrency, ConfiguredSource[]>
}

function isCurrency(text: string): text is FiatCurrency {
  return FIAT_CURRENCIES.some((currency) => currency === text)
}

function configured(name: string, currency: FiatCurrency, text: string): ConfiguredSource {
  if (text === MANUAL) return { source: MANUAL }
  if (text.startsWith(JSON_PREFIX)) return ownSource(name, text.slice(JSON_PREFIX.length))
  if (!isRateService(text)) {
    const names = [...Object.keys(RATE_SERVICES), MANUAL, `${JSON_PREFIX}https://…`].join(', ')
    // An address whose prefix is missing may hold a key.
    const shown = /^[\w-]+$/.test(text) ? JSON.stringify(text) : `a source of ${currency}`
    throw new OperatorError(`${name}: ${shown} is none of ${names}`)
  }
  const { currencies } = RATE_SERVICES[text]
  if (!currencies.some((each) => each === currency)) {
    throw new OperatorError(`${name}: ${text} has no rate of ${currency}, only of ${currencies.join(' and ')}`)
  }
  return { source: text }
}

/** The address is not repeated in errors: it may hold a key. */
function ownSource(name: string, text: string): ConfiguredSource {
  const url = URL.parse(text)
  const path = url && pathOf(url)
  if (url?.protocol !== 'https:' || !path) {
    throw new OperatorError(
      `${name}: a source of your own is ${JSON_PREFIX}https://host/path#path.of.rate, with https and the path of the rate in the answer`,
    )
  }
  const source = `${JSON_PREFIX}${url.host}`
  url.hash = ''
  return { source, url: url.href, path }
}

/** Null where there is none, or one that is not written as in an address. */
function pathOf({ hash }: URL): string[] | null {
  try {
    return hash.length < 2 ? null : decodeURIComponent(hash.slice(1)).split('.')
  } catch {
    return null
  }
}
