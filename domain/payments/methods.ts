/**
 * The payment methods, from their files (spec-coverage 5; decisions: Offers). `migrate` writes them into the database. What every page
 * needs of the currencies is in `domain/offers/currencies.ts`, so that a page without methods loads none of them.
 */
import { CURRENCIES, FIAT_CURRENCIES, type FiatCurrency } from '../offers/currencies.ts'
import { baridimob } from './methods/baridimob.ts'
import { cashTnd, cashUsd } from './methods/cash.ts'
import { d17 } from './methods/d17.ts'
import { flouci } from './methods/flouci.ts'
import { maInstantTransfer } from './methods/ma-instant-transfer.ts'
import type { MethodDefinition } from './methods/method.ts'
import { paypal } from './methods/paypal.ts'
import { paysera } from './methods/paysera.ts'
import { revolut } from './methods/revolut.ts'
import { sepaInstant } from './methods/sepa-instant.ts'
import { sepaTransfer } from './methods/sepa-transfer.ts'
import { tnBankTransfer } from './methods/tn-bank-transfer.ts'
import { usBankTransfer } from './methods/us-bank-transfer.ts'
import { wireTransfer } from './methods/wire-transfer.ts'
import { wiseEur, wiseUsd } from './methods/wise.ts'
import { zelle } from './methods/zelle.ts'

/** In the order in which they are listed. The first of a currency is the default of its offers. */
const DEFINITIONS = {
  TND: [flouci, d17, tnBankTransfer, cashTnd],
  EUR: [sepaInstant, revolut, paysera, sepaTransfer, wiseEur],
  USD: [wireTransfer, paypal, zelle, wiseUsd, usBankTransfer, cashUsd],
  MAD: [maInstantTransfer],
  DZD: [baridimob],
} as const satisfies Readonly<Record<FiatCurrency, readonly MethodDefinition[]>>

/** The methods as types: their codes, and the names of their fields. */
export type AnyMethod = (typeof DEFINITIONS)[FiatCurrency][number]
export type PaymentMethod = AnyMethod['code']

/** `isInPerson`: the parties meet, and a code of each takes the place of the payer’s name (domain/payments/meeting-codes.ts). */
export type Method = MethodDefinition & { currency: FiatCurrency; isInPerson: boolean }

/** Each belongs to one currency. */
export const METHODS = Object.fromEntries(
  (Object.keys(CURRENCIES) as FiatCurrency[]).flatMap((currency) =>
    DEFINITIONS[currency].map((method: MethodDefinition) => [
      method.code,
      { ...method, currency, isInPerson: method.risk === 'in_person' },
    ]),
  ),
) as Readonly<Record<PaymentMethod, Method>>

/** Those of the market’s currencies, in the order in which they are listed. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = FIAT_CURRENCIES.flatMap((currency) =>
  DEFINITIONS[currency].map(({ code }) => code),
)

export const PAYMENT_METHOD_NAMES = Object.fromEntries(
  Object.entries(METHODS).map(([method, { name }]) => [method, name]),
) as Readonly<Record<PaymentMethod, string>>

/** The payment methods of a currency, or all. */
export function methodsOf(currency: FiatCurrency | undefined): readonly PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) => currency === undefined || METHODS[method].currency === currency)
}
