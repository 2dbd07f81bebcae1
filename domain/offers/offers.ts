/** Offers: their limits, prices and the moves of their owners (spec-coverage 5; decisions: Offers). Without schemas, which rows of offers do not need. */
import { METHODS, methodsOf } from '../payments/methods.ts'
import type { FiatCurrency } from './currencies.ts'
import type { PaymentMethod } from '../payments/methods.ts'

export const OFFER_TYPES = ['buy', 'sell'] as const
/** From the owner's point of view: in a sell offer the owner sells USDT. */
export type OfferType = (typeof OFFER_TYPES)[number]

export const OFFER_STATUSES = ['active', 'paused', 'expired'] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

/** Whether the buyer writes the trade's reference on the payment; some banks refuse a payment with words. */
export const REFERENCE_POLICIES = ['optional', 'required', 'none'] as const
export type ReferencePolicy = (typeof REFERENCE_POLICIES)[number]

export const REFERENCE_POLICY_LABELS: Readonly<Record<ReferencePolicy, string>> = {
  optional: /*i18n*/ 'Reference optional',
  required: /*i18n*/ 'Reference required',
  none: /*i18n*/ 'No reference',
}

export const OFFER_STATUS_LABELS: Readonly<Record<OfferStatus, string>> = {
  active: /*i18n*/ 'Active',
  paused: /*i18n*/ 'Paused',
  expired: /*i18n*/ 'Expired',
}

export const PERCENTAGE_LIMIT = 10
export const PERCENTAGE_LIMIT_TENTHS = PERCENTAGE_LIMIT * 10
export const isWithinPercentageLimit = (tenths: number): boolean => Math.abs(tenths) <= PERCENTAGE_LIMIT_TENTHS

export const OPEN_TRADES_DEFAULT = 5
export const OPEN_TRADES_MAX = 20
export const PAYMENT_WINDOWS = [15, 30, 60, 120, 360] as const
export const PAYMENT_WINDOW_DEFAULT = 30
/** Where the parties have to come to a place. */
export const MEETING_WINDOW_MIN = 120

type PaymentWindow = (typeof PAYMENT_WINDOWS)[number]

/** The most payment methods that an offer can have. */
export const OFFER_METHODS_MAX = 5

/** The payment windows that an offer by these methods can have. */
export function paymentWindowsOf(methods: readonly PaymentMethod[]): readonly PaymentWindow[] {
  return methods.some((method) => METHODS[method].isInPerson)
    ? PAYMENT_WINDOWS.filter((minutes) => minutes >= MEETING_WINDOW_MIN)
    : PAYMENT_WINDOWS
}

/** The shortest of them that is no shorter than the one chosen for other methods. */
export function paymentWindowFor(methods: readonly PaymentMethod[], chosen: PaymentWindow): PaymentWindow {
  return paymentWindowsOf(methods).find((minutes) => minutes >= chosen) ?? chosen
}

/** An offer without a trade, an edit or a re-activation for this long expires. */
export const OFFER_LIFE_DAYS = 30
export const MY_OFFERS_PAGE_SIZE = 20

/** The status changes that the owner makes; the system expires offers. */
const OWNER_MOVES = {
  pause: { from: ['active'], to: 'paused' },
  activate: { from: ['paused', 'expired'], to: 'active' },
} as const
export type OfferMove = keyof typeof OWNER_MOVES

/** The status that an owner's move leads to, or null when the move is not allowed from this status. */
export function offerAfter(status: OfferStatus, move: OfferMove): OfferStatus | null {
  const rule = OWNER_MOVES[move]
  return (rule.from as readonly OfferStatus[]).includes(status) ? rule.to : null
}

/** The role of the trader who opens a trade on the offer (spec-coverage 4 Roles). */
export function takerRole(type: OfferType): 'buyer' | 'seller' {
  return type === 'sell' ? 'buyer' : 'seller'
}

/**
 * How good an offer's price is for its taker, in tenths of a percent against the reference rate; the order by best
 * price starts with the largest. A taker pays a sell offer and is paid by a buy offer, so -1.5% is 15 on a sell offer and
 * -15 on a buy offer. Within a currency this is the order by price itself, lowest first for sell offers and highest first
 * for buy offers; across currencies, where prices cannot be compared, the percentage replaces them.
 */
export function takerAdvantage(type: OfferType, percentageTenths: number): number {
  return type === 'sell' ? -percentageTenths : percentageTenths
}

/** Reads "-1.5" as -15 tenths; null when it is not a percentage in steps of 0.1. */
export function parsePercentage(text: string): number | null {
  const match = /^([+-]?)(\d{1,3})(?:\.(\d))?$/.exec(text)
  if (!match) return null
  const tenths = Number(match[2]) * 10 + Number(match[3] ?? 0)
  return match[1] === '-' && tenths > 0 ? -tenths : tenths
}

/** -15 tenths is "-1.5". */
export function formatPercentage(tenths: number): string {
  return (tenths / 10).toFixed(1)
}

export function methodAllowed(currency: FiatCurrency, method: PaymentMethod): boolean {
  return METHODS[method].currency === currency
}

/** Those that the currency allows, each once and no more than an offer can have, or else the currency's first one. */
export function methodsAllowed(currency: FiatCurrency, methods: readonly PaymentMethod[]): PaymentMethod[] {
  const allowed = [...new Set(methods)].filter((method) => methodAllowed(currency, method)).slice(0, OFFER_METHODS_MAX)
  return allowed.length > 0 ? allowed : methodsOf(currency).slice(0, 1)
}
