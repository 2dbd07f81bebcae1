/** Offers: limits, texts and the moves of their owners (spec-coverage 5; decisions: Offers). */
import * as z from 'zod/mini'
import { freeText, isBlank } from './clean-text.ts'
import { SMALLEST_TRADE_MILLI } from './limits.ts'
import { CURRENCIES, FIAT_CURRENCIES, PAYMENT_METHODS } from './market.ts'
import type { FiatCurrency, PaymentMethod } from './market.ts'
import { isTooLarge, parseFiat, parseUsdt } from './money.ts'
import { NO_REQUIREMENTS, requirementsSchema } from './relations.ts'

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

export const PERCENTAGE_LIMIT_TENTHS = 100
export const TERMS_MIN = 10
export const TERMS_MAX = 500
export const FIRST_MESSAGE_MAX = 500
export const OPEN_TRADES_DEFAULT = 5
export const OPEN_TRADES_MAX = 20
export const PAYMENT_WINDOWS = [15, 30, 60, 120, 360] as const
export const PAYMENT_WINDOW_DEFAULT = 30
/** An offer without a trade, an edit or a re-activation for this long expires. */
export const OFFER_LIFE_DAYS = 30
export const MY_OFFERS_PAGE_SIZE = 20

export const OFFER_DEFAULTS = {
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  paymentWindowMinutes: PAYMENT_WINDOW_DEFAULT,
  maxOpenTrades: OPEN_TRADES_DEFAULT,
  paymentAccountId: null,
  referencePolicy: 'optional',
  amountTail: false,
  trustedOnly: false,
  requirements: NO_REQUIREMENTS,
  firstMessage: '',
  hoursOnly: false,
} as const

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

const AMOUNT_TEXTS = {
  minimum: {
    missing: /*i18n*/ 'Minimum amount is required',
    notAnAmount: /*i18n*/ 'Minimum amount must be a number with at most 2 decimals',
    tooLarge: /*i18n*/ 'Minimum amount must be less than 1,000,000,000',
    notPositive: /*i18n*/ 'Minimum amount must be greater than 0',
    tooSmall: /*i18n*/ 'Minimum amount must be at least 1',
  },
  maximum: {
    missing: /*i18n*/ 'Maximum amount is required',
    notAnAmount: /*i18n*/ 'Maximum amount must be a number with at most 2 decimals',
    tooLarge: /*i18n*/ 'Maximum amount must be less than 1,000,000,000',
    notPositive: /*i18n*/ 'Maximum amount must be greater than 0',
    // Above the minimum, which has its own text.
    tooSmall: null,
  },
} as const

const amount = (limit: keyof typeof AMOUNT_TEXTS) =>
  z.string().check((ctx) => {
    const message = amountError(AMOUNT_TEXTS[limit], ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  })

function amountError(texts: (typeof AMOUNT_TEXTS)[keyof typeof AMOUNT_TEXTS], text: string): string | null {
  if (text.trim() === '') return texts.missing
  if (isTooLarge(text)) return texts.tooLarge
  const milli = parseFiat(text)
  if (milli === null) return text.startsWith('-') ? texts.notPositive : texts.notAnAmount
  if (milli <= 0n) return texts.notPositive
  return milli < SMALLEST_TRADE_MILLI ? texts.tooSmall : null
}

export const percentage = z.string().check((ctx) => {
  const message = percentageError(ctx.value)
  if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
})

export const PERCENTAGE_OUTSIDE = /*i18n*/ 'Price percentage must be between -10% and +10%'

function percentageError(text: string): string | null {
  if (text.trim() === '') return /*i18n*/ 'Price percentage is required'
  const tenths = parsePercentage(text)
  if (tenths === null) return /*i18n*/ 'Price percentage must be a number in steps of 0.1'
  return Math.abs(tenths) > PERCENTAGE_LIMIT_TENTHS ? PERCENTAGE_OUTSIDE : null
}

const terms = freeText().check((ctx) => {
  const message = termsError(ctx.value)
  if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
})

function termsError(text: string): string | null {
  const { length } = [...text]
  if (length === 0) return /*i18n*/ 'Terms are required'
  if (length < TERMS_MIN) return /*i18n*/ 'Terms must be at least 10 characters long'
  return length > TERMS_MAX ? /*i18n*/ 'Terms must be at most 500 characters long' : null
}

/** Empty, or invisible characters only: there is none. */
const firstMessage = freeText().check(
  z.overwrite((text) => (isBlank(text) ? '' : text)),
  z.refine((text) => [...text].length <= FIRST_MESSAGE_MAX, {
    message: /*i18n*/ 'The automatic message can have at most 500 characters.',
  }),
)

const inventory = z.string().check((ctx) => {
  const micro = parseUsdt(ctx.value)
  if (ctx.value === '' || (micro !== null && micro > 0n)) return
  const message = /*i18n*/ 'Available USDT must be a number greater than 0'
  ctx.issues.push({ code: 'custom', input: ctx.value, message })
})

const form = z.strictObject({
  type: z.enum(OFFER_TYPES),
  fiatCurrency: z.enum(FIAT_CURRENCIES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  minAmount: amount('minimum'),
  maxAmount: amount('maximum'),
  pricePercentage: percentage,
  terms,
  paymentWindowMinutes: z.literal(PAYMENT_WINDOWS),
  maxOpenTrades: z.int().check(z.minimum(1), z.maximum(OPEN_TRADES_MAX)),
  availableUsdt: inventory,
  paymentAccountId: z._default(z.nullable(z.uuid()), OFFER_DEFAULTS.paymentAccountId),
  referencePolicy: z._default(z.enum(REFERENCE_POLICIES), OFFER_DEFAULTS.referencePolicy),
  amountTail: z._default(z.boolean(), OFFER_DEFAULTS.amountTail),
  trustedOnly: z._default(z.boolean(), OFFER_DEFAULTS.trustedOnly),
  requirements: z._default(requirementsSchema, OFFER_DEFAULTS.requirements),
  /** What the owner says first in the chat of each trade. */
  firstMessage: z._default(firstMessage, OFFER_DEFAULTS.firstMessage),
  /** Whether it can be traded within the owner's business hours only. */
  hoursOnly: z._default(z.boolean(), OFFER_DEFAULTS.hoursOnly),
})
export type OfferInput = z.infer<typeof form>

const methodFits = z.refine<OfferInput>((offer) => methodAllowed(offer.fiatCurrency, offer.paymentMethod), {
  path: ['paymentMethod'],
  message: /*i18n*/ 'This payment method isn’t available for this currency',
})
const maxAboveMin = z.refine<OfferInput>(
  (offer) => (parseFiat(offer.maxAmount) ?? 0n) > (parseFiat(offer.minAmount) ?? 0n),
  {
    path: ['maxAmount'],
    message: /*i18n*/ 'Maximum amount must be greater than minimum amount',
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'minAmount' || path?.[0] === 'maxAmount'),
  },
)

const accountOfSeller = z.refine<OfferInput>((offer) => offer.type === 'sell' || offer.paymentAccountId === null, {
  path: ['paymentAccountId'],
  message:
    /*i18n*/ 'Only an offer to sell names a payment account. In an offer to buy, the other party chooses theirs.',
})

/**
 * The create-offer form as it is typed and sent: amounts and percentage as text, `availableUsdt` empty for no limit,
 * else all that the offer trades, open trades included. An offer to sell names the account on which its owner is paid.
 */
export const offerSchema = form.check(methodFits, maxAboveMin, accountOfSeller)

/** The same form for an existing offer, with the version and amount its owner saw. */
export const offerEditSchema = z
  .extend(form, {
    // Without their defaults, which would replace the offer's own.
    paymentAccountId: z.nullable(z.uuid()),
    referencePolicy: z.enum(REFERENCE_POLICIES),
    amountTail: z.boolean(),
    trustedOnly: z.boolean(),
    requirements: requirementsSchema,
    firstMessage,
    hoursOnly: z.boolean(),
    seenVersion: z.int().check(z.minimum(1)),
    /** `inventoryUsdt` as the owner saw it, empty for no limit. */
    seenInventoryUsdt: z.string().check(z.maxLength(30)),
  })
  .check(methodFits, maxAboveMin, accountOfSeller)
export type OfferEdit = z.infer<typeof offerEditSchema>

export function methodAllowed(currency: FiatCurrency, method: PaymentMethod): boolean {
  return CURRENCIES[currency].methods.includes(method)
}
