/** The setting RATES: where the reference rate of each currency comes from. */
import { FIAT_CURRENCIES } from '../../../domain/market.ts'
import type { FiatCurrency } from '../../../domain/market.ts'
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

const EXAMPLE = '"EUR kraken coinbase ecb; USD kraken coinbase; TND manual"'

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
      throw new OperatorError(`${name} names each of ${FIAT_CURRENCIES.join(', ')} once, as in ${EXAMPLE}`)
    }
    lists.set(
      currency,
      sources.map((source) => configured(name, currency, source)),
    )
  }
  for (const currency of FIAT_CURRENCIES) {
    const sources = (lists.get(currency) ?? []).map(({ source }) => source)
    if (sources.length === 0) throw new OperatorError(`${name} names no source for ${currency}: see ${EXAMPLE}`)
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
  if (text.startsWith(JSON_PREFIX)) return ownAddress(name, text.slice(JSON_PREFIX.length))
  const names = [...Object.keys(RATE_SERVICES), MANUAL, `${JSON_PREFIX}https://…`].join(', ')
  if (!isRateService(text)) throw new OperatorError(`${name}: ${JSON.stringify(text)} is none of ${names}`)
  const { currencies } = RATE_SERVICES[text]
  if (!currencies.some((each) => each === currency)) {
    throw new OperatorError(`${name}: ${text} has no rate of ${currency}, only of ${currencies.join(' and ')}`)
  }
  return { source: text }
}

/** The address is not repeated in errors: it may hold a key. */
function ownAddress(name: string, text: string): ConfiguredSource {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.hash.length < 2) {
    throw new OperatorError(
      `${name}: a source of your own is ${JSON_PREFIX}https://host/path#path.of.rate, with https and the path of the rate in the answer`,
    )
  }
  const path = decodeURIComponent(url.hash.slice(1)).split('.')
  const source = `${JSON_PREFIX}${url.host}`
  url.hash = ''
  return { source, url: url.href, path }
}
