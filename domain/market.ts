/**
 * What can be traded against what (spec-coverage 5 and 9; decisions: Money, Offers), from the files of the currencies and of the
 * payment methods. The database has the same rows: a test compares the currencies, and `migrate` writes the methods.
 */
import type { CurrencyDefinition } from './offers/currencies/currency.ts'
import { eur } from './offers/currencies/eur.ts'
import { tnd } from './offers/currencies/tnd.ts'
import { usd } from './offers/currencies/usd.ts'
import type { MethodDefinition } from './payments/methods/method.ts'

/** The offers on the landing page. */
export const LANDING_OFFERS = 6

/** The chain that a trade's demonstration address is labelled with (spec-coverage 9). */
export const CHAIN = 'polygon'

/** In the order in which they are listed. */
const DEFINITIONS = [tnd, eur, usd] as const

export type FiatCurrency = (typeof DEFINITIONS)[number]['code']
export type Country = (typeof DEFINITIONS)[number]['country']
/** The methods as types: their codes, and the names of their fields. */
export type AnyMethod = (typeof DEFINITIONS)[number]['methods'][number]
export type PaymentMethod = AnyMethod['code']

export const FIAT_CURRENCIES: readonly FiatCurrency[] = DEFINITIONS.map(({ code }) => code)
export const COUNTRIES: readonly Country[] = DEFINITIONS.map(({ country }) => country)

export type Currency = Omit<CurrencyDefinition<FiatCurrency, Country>, 'methods'> & {
  methods: readonly PaymentMethod[]
}

export const CURRENCIES = Object.fromEntries<Currency>(
  DEFINITIONS.map((currency) => [currency.code, { ...currency, methods: currency.methods.map(({ code }) => code) }]),
) as Readonly<Record<FiatCurrency, Currency>>

/** `isInPerson`: the parties meet, and a code of each takes the place of the payer’s name (domain/payments/meeting-codes.ts). */
export type Method = MethodDefinition & { currency: FiatCurrency; isInPerson: boolean }

/** In the order in which they are listed: each belongs to one currency, in whose file it is named. */
export const METHODS = Object.fromEntries(
  DEFINITIONS.flatMap(({ code: fiatCurrency, methods }) =>
    methods.map((method: MethodDefinition) => [
      method.code,
      { ...method, currency: fiatCurrency, isInPerson: method.risk === 'in_person' },
    ]),
  ),
) as Readonly<Record<PaymentMethod, Method>>

export const PAYMENT_METHODS = Object.keys(METHODS) as PaymentMethod[]

export const PAYMENT_METHOD_NAMES = Object.fromEntries(
  PAYMENT_METHODS.map((method) => [method, METHODS[method].name]),
) as Readonly<Record<PaymentMethod, string>>

/** The payment methods of a currency, or all. */
export function methodsOf(currency: FiatCurrency | undefined): readonly PaymentMethod[] {
  return currency ? CURRENCIES[currency].methods : PAYMENT_METHODS
}

/** Quick Trade estimates buying this much above the reference rate and selling as much below it: 0.2% (spec-coverage 9). */
export const QUICK_TRADE_SPREAD_TENTHS = 2
