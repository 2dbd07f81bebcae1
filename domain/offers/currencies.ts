/** The currencies that USDT is traded against, from their files (spec-coverage 5 and 9; decisions: Money). */
import type { CurrencyDefinition } from './currencies/currency.ts'
import { eur } from './currencies/eur.ts'
import { tnd } from './currencies/tnd.ts'
import { usd } from './currencies/usd.ts'

/** In the order in which they are listed. */
const DEFINITIONS = [tnd, eur, usd] as const

export type FiatCurrency = (typeof DEFINITIONS)[number]['code']
export type Country = (typeof DEFINITIONS)[number]['country']
export type Currency = CurrencyDefinition<FiatCurrency, Country>

export const FIAT_CURRENCIES: readonly FiatCurrency[] = DEFINITIONS.map(({ code }) => code)
export const COUNTRIES: readonly Country[] = DEFINITIONS.map(({ country }) => country)

export const CURRENCIES = Object.fromEntries<Currency>(
  DEFINITIONS.map((currency) => [currency.code, currency]),
) as Readonly<Record<FiatCurrency, Currency>>
