/**
 * What can be traded against what (spec-coverage 5 and 9; decisions: Money, Offers).
 * The database has the same rows: a test compares the currencies, and `migrate` writes the methods.
 */

/** The offers on the landing page. */
export const LANDING_OFFERS = 6

/** The chain that a trade's demonstration address is labelled with (spec-coverage 9). */
export const CHAIN = 'polygon'

export const FIAT_CURRENCIES = ['TND', 'EUR', 'USD'] as const
export type FiatCurrency = (typeof FIAT_CURRENCIES)[number]

/**
 * The payment methods in the order in which they are listed: each belongs to one currency, and the first of a currency is the default of
 * the offer form. `risk`: whether the sender can have a payment returned after the release (accounts/tiers.ts).
 */
export const METHODS = {
  flouci: { name: /*i18n*/ 'Flouci', currency: 'TND', risk: 'final' },
  d17: { name: /*i18n*/ 'D17', currency: 'TND', risk: 'final' },
  tn_bank_transfer: { name: /*i18n*/ 'Tunisian bank transfer', currency: 'TND', risk: 'final' },
  sepa_instant: { name: /*i18n*/ 'SEPA Instant', currency: 'EUR', risk: 'final' },
  revolut: { name: /*i18n*/ 'Revolut', currency: 'EUR', risk: 'reversible' },
  paysera: { name: /*i18n*/ 'Paysera', currency: 'EUR', risk: 'reversible' },
  wire_transfer: { name: /*i18n*/ 'Wire Transfer', currency: 'USD', risk: 'final' },
  paypal: { name: /*i18n*/ 'PayPal', currency: 'USD', risk: 'reversible' },
} as const satisfies Record<string, { name: string; currency: FiatCurrency; risk: 'final' | 'reversible' }>
export type PaymentMethod = keyof typeof METHODS

export const PAYMENT_METHODS = Object.keys(METHODS) as PaymentMethod[]

export const PAYMENT_METHOD_NAMES = Object.fromEntries(
  PAYMENT_METHODS.map((method) => [method, METHODS[method].name]),
) as Readonly<Record<PaymentMethod, string>>

export const COUNTRIES = [/*i18n*/ 'Tunisia', /*i18n*/ 'Europe', /*i18n*/ 'United States'] as const
export type Country = (typeof COUNTRIES)[number]

export type Currency = {
  country: Country
  /** The methods that an offer in this currency may name; the first is the form's default. */
  methods: readonly PaymentMethod[]
  /** The smallest step of an amount, in milli units. */
  stepMilli: bigint
  /** The fixed reference rate, fiat per 1 USDT, in 10^-6. */
  referenceRateE6: bigint
}

export const CURRENCIES: Readonly<Record<FiatCurrency, Currency>> = {
  TND: {
    country: 'Tunisia',
    methods: methodsOf('TND'),
    stepMilli: 10n,
    referenceRateE6: 3_210_000n,
  },
  EUR: {
    country: 'Europe',
    methods: methodsOf('EUR'),
    stepMilli: 10n,
    referenceRateE6: 920_000n,
  },
  USD: {
    country: 'United States',
    methods: methodsOf('USD'),
    stepMilli: 10n,
    referenceRateE6: 1_000_000n,
  },
}

function methodsOf(currency: FiatCurrency): PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) => METHODS[method].currency === currency)
}

/** Payment methods that no offer can name yet (spec-coverage 2 Static). */
export const PLANNED_METHODS: Readonly<Record<FiatCurrency, readonly string[]>> = {
  TND: [/*i18n*/ 'Cash in person'],
  EUR: [/*i18n*/ 'Bank transfer'],
  USD: [/*i18n*/ 'Zelle', /*i18n*/ 'Cash in person'],
}

/** Quick Trade estimates buying this much above the reference rate and selling as much below it: 0.2% (spec-coverage 9). */
export const QUICK_TRADE_SPREAD_TENTHS = 2
