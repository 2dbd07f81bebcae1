/** The currencies that USDT is traded against, from their files (spec-coverage 5 and 9; decisions: Money). */
import type { CurrencyDefinition } from './currencies/currency.ts'
import { dzd } from './currencies/dzd.ts'
import { eur } from './currencies/eur.ts'
import { mad } from './currencies/mad.ts'
import { tnd } from './currencies/tnd.ts'
import { usd } from './currencies/usd.ts'

const DEFINITIONS = [tnd, eur, usd, mad, dzd] as const

export type FiatCurrency = (typeof DEFINITIONS)[number]['code']
export type Country = (typeof DEFINITIONS)[number]['country']
export type Currency = CurrencyDefinition<FiatCurrency, Country>

/** All that the product knows, also those that the market does not have. */
export const CURRENCIES = Object.fromEntries<Currency>(
  DEFINITIONS.map((currency) => [currency.code, currency]),
) as Readonly<Record<FiatCurrency, Currency>>

/** Those of the demonstration and, without a setting, of the market. */
export const USUAL_CURRENCIES = ['TND', 'EUR', 'USD'] as const satisfies readonly FiatCurrency[]

/** Those of the market, in the order in which they are listed. The build writes the setting's value into the client. */
export const FIAT_CURRENCIES = codesIn(process.env.CURRENCIES || USUAL_CURRENCIES.join(' ')).filter(isCurrency)
/** The one of a new offer and of examples: that in which most readers can pay, where the market has it. */
export const DEFAULT_CURRENCY: FiatCurrency = FIAT_CURRENCIES.find((code) => code === 'EUR') ?? FIAT_CURRENCIES[0]!
export const COUNTRIES: readonly Country[] = FIAT_CURRENCIES.map((code) => CURRENCIES[code].country)

/** Throws unless the setting names known currencies, each once: "TND EUR USD". */
export function assertCurrencies(setting: string): void {
  const codes = codesIn(setting)
  if (codes.every(isCurrency) && new Set(codes).size === codes.length) return
  const known = Object.keys(CURRENCIES).join(' ')
  throw new Error(`CURRENCIES must name some of ${known}, each once and with a blank between two, not "${setting}"`)
}

function codesIn(setting: string): string[] {
  return setting.trim().split(/\s+/)
}

function isCurrency(code: string): code is FiatCurrency {
  return Object.hasOwn(CURRENCIES, code)
}
