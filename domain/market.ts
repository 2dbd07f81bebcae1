/**
 * What can be traded against what (spec-coverage 5 and 9; decisions: Money, Offers).
 * The database holds the same rows, and a test keeps the two equal.
 */

/** The offers on the landing page. */
export const LANDING_OFFERS = 6

/** The chain that a trade's demonstration address is labelled with (spec-coverage 9). */
export const CHAIN = 'polygon'

export const FIAT_CURRENCIES = ['TND', 'EUR', 'USD'] as const
export type FiatCurrency = (typeof FIAT_CURRENCIES)[number]

export const PAYMENT_METHODS = [
  'flouci',
  'd17',
  'tn_bank_transfer',
  'sepa_instant',
  'revolut',
  'paysera',
  'wire_transfer',
  'paypal',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const PAYMENT_METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  flouci: /*i18n*/ 'Flouci',
  d17: /*i18n*/ 'D17',
  tn_bank_transfer: /*i18n*/ 'Tunisian bank transfer',
  sepa_instant: /*i18n*/ 'SEPA Instant',
  revolut: /*i18n*/ 'Revolut',
  paysera: /*i18n*/ 'Paysera',
  wire_transfer: /*i18n*/ 'Wire Transfer',
  paypal: /*i18n*/ 'PayPal',
}

export const COUNTRIES = [/*i18n*/ 'Tunisia', /*i18n*/ 'Europe', /*i18n*/ 'United States'] as const
export type Country = (typeof COUNTRIES)[number]

export type Currency = {
  country: Country
  /** The methods an offer in this currency may name; the first is the form's default. */
  methods: readonly PaymentMethod[]
  /** The smallest step of an amount, in milli units. */
  stepMilli: bigint
  /** The fixed reference rate, fiat per 1 USDT, in 10^-6. */
  referenceRateE6: bigint
}

export const CURRENCIES: Readonly<Record<FiatCurrency, Currency>> = {
  TND: {
    country: 'Tunisia',
    methods: ['flouci', 'd17', 'tn_bank_transfer'],
    stepMilli: 10n,
    referenceRateE6: 3_210_000n,
  },
  EUR: {
    country: 'Europe',
    methods: ['sepa_instant', 'revolut', 'paysera'],
    stepMilli: 10n,
    referenceRateE6: 920_000n,
  },
  USD: {
    country: 'United States',
    methods: ['wire_transfer', 'paypal'],
    stepMilli: 10n,
    referenceRateE6: 1_000_000n,
  },
}

/** Payment methods that no offer can name yet (spec-coverage 2 Static). */
export const PLANNED_METHODS: Readonly<Record<FiatCurrency, readonly string[]>> = {
  TND: [/*i18n*/ 'Cash in person'],
  EUR: [/*i18n*/ 'Bank transfer'],
  USD: [/*i18n*/ 'Zelle', /*i18n*/ 'Cash in person'],
}

/** Quick Trade estimates buying this much above the reference rate and selling as much below it: 0.2% (spec-coverage 9). */
export const QUICK_TRADE_SPREAD_TENTHS = 2
