/** Where reference rates come from (decisions: Money). The operator chooses by the setting RATES, in server/offers/rates/settings.ts. */
import type { FiatCurrency } from '../currencies.ts'

/** `currencies`: those that the source has a rate for. `freshHours`: a value that is older is left out. */
type SourceRule = { name: string; currencies: readonly FiatCurrency[]; freshHours: number }

/** The services with an adapter in server/offers/rates/sources/. */
export const RATE_SERVICES = {
  kraken: { name: 'Kraken', currencies: ['EUR', 'USD'], freshHours: 0.25 },
  coinbase: { name: 'Coinbase', currencies: ['EUR', 'USD'], freshHours: 0.25 },
  // Each working day at 16:00 in Frankfurt; the longest gap is Easter, from Thursday to Tuesday.
  ecb: { name: 'ECB', currencies: ['EUR'], freshHours: 6 * 24 },
  'open-er-api': { name: 'ExchangeRate-API', currencies: ['TND', 'EUR', 'MAD', 'DZD'], freshHours: 48 },
  'currency-api': { name: 'Currency API', currencies: ['TND', 'EUR', 'MAD', 'DZD'], freshHours: 48 },
} as const satisfies Record<string, SourceRule>
export type RateService = keyof typeof RATE_SERVICES

/** How often the sources that are due are asked, and how often an open page reads the rates. */
export const RATE_ROUND_SECONDS = 30
export const RATES_READ_SECONDS = 15

/** The periods for which the history is drawn: a week by the hour, a month by the day; and the points of the longer list. */
export const HISTORY_DAYS = ['7', '30'] as const
export const HISTORY_POINTS = 24 * 7 + 1

/** The sources that one currency can have. */
export const RATE_SOURCES_MAX = 20

/** What staff set by hand stands for as long as this. */
export const MANUAL_RATE_HOURS = 24

/** How far what staff set may be from the rates of the last 24 hours; the database has the same number. */
export const MANUAL_RATE_PERCENT = 20

/** What an operator's own address has said counts for as long as this. */
const OWN_RATE_HOURS = 0.25

/** The sources that are no service. An operator's own address is named `json:` and its host. */
export const FIXED = 'fixed'
export const MANUAL = 'manual'
export const JSON_PREFIX = 'json:'

/** The name of a source in the language of services: brands are not translated. Null for those that a page has words for. */
export function serviceName(source: string): string | null {
  if (source === FIXED || source === MANUAL) return null
  if (source.startsWith(JSON_PREFIX)) return source.slice(JSON_PREFIX.length)
  return isRateService(source) ? RATE_SERVICES[source].name : source
}

/** How old a value of the source may be, in hours. */
export function freshHoursOf(source: string): number {
  if (source === MANUAL) return MANUAL_RATE_HOURS
  return isRateService(source) ? RATE_SERVICES[source].freshHours : OWN_RATE_HOURS
}

export function isRateService(source: string): source is RateService {
  return Object.hasOwn(RATE_SERVICES, source)
}
