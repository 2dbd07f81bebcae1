/** The form of an offer, as it is typed, checked and sent (spec-coverage 5). */
import * as z from 'zod/mini'
import { isBlank } from '../reading/characters.ts'
import { exact, freeText, inCurrency, numberOf, readsNumber } from '../reading/fields.ts'
import { SMALLEST_TRADE_MILLI } from '../limits.ts'
import { DEFAULT_CURRENCY, FIAT_CURRENCIES } from './currencies.ts'
import { methodsOf, PAYMENT_METHODS } from '../payments/methods.ts'
import { isTooLarge, parseFiat, parseUsdt } from '../money.ts'
import {
  isWithinPercentageLimit,
  methodAllowed,
  OFFER_METHODS_MAX,
  OFFER_TYPES,
  OPEN_TRADES_DEFAULT,
  OPEN_TRADES_MAX,
  parsePercentage,
  PAYMENT_WINDOW_DEFAULT,
  PAYMENT_WINDOWS,
  paymentWindowsOf,
  REFERENCE_POLICIES,
} from './offers.ts'
import { NEW_TAKER_SHARE_DEFAULT, NEW_TAKER_SHARES } from './new-takers.ts'
import { NO_REQUIREMENTS, requirementsSchema } from '../profiles/relations.ts'

export const TERMS_MIN = 10
export const TERMS_MAX = 500
export const FIRST_MESSAGE_MAX = 500

export const OFFER_DEFAULTS = {
  type: 'sell',
  fiatCurrency: DEFAULT_CURRENCY,
  paymentMethods: methodsOf(DEFAULT_CURRENCY).slice(0, 1),
  paymentWindowMinutes: PAYMENT_WINDOW_DEFAULT,
  maxOpenTrades: OPEN_TRADES_DEFAULT,
  paymentAccountIds: [] as (string | null)[],
  referencePolicy: 'optional',
  amountTail: false,
  trustedOnly: false,
  newTakerShare: NEW_TAKER_SHARE_DEFAULT,
  requirements: NO_REQUIREMENTS,
  firstMessage: '',
  hoursOnly: false,
} as const

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
  readsNumber('amount').check((ctx) => {
    const message = amountError(AMOUNT_TEXTS[limit], ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  })

function amountError(texts: (typeof AMOUNT_TEXTS)[keyof typeof AMOUNT_TEXTS], typed: string): string | null {
  const text = numberOf(typed)
  if (text.trim() === '') return texts.missing
  if (isTooLarge(text)) return texts.tooLarge
  const milli = parseFiat(text)
  if (milli === null) return text.startsWith('-') ? texts.notPositive : texts.notAnAmount
  if (milli <= 0n) return texts.notPositive
  return milli < SMALLEST_TRADE_MILLI ? texts.tooSmall : null
}

export const percentage = readsNumber('percentage').check((ctx) => {
  const message = percentageError(ctx.value)
  if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
})

export const PERCENTAGE_OUTSIDE = /*i18n*/ 'Price percentage must be between -10% and +10%'

function percentageError(text: string): string | null {
  if (text.trim() === '') return /*i18n*/ 'Price percentage is required'
  const tenths = parsePercentage(text)
  if (tenths === null) return /*i18n*/ 'Price percentage must be a number in steps of 0.1'
  return isWithinPercentageLimit(tenths) ? null : PERCENTAGE_OUTSIDE
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

const inventory = readsNumber('assetAmount').check((ctx) => {
  const micro = parseUsdt(ctx.value)
  if (ctx.value === '' || (micro !== null && micro > 0n)) return
  const message = /*i18n*/ 'Available USDT must be a number greater than 0'
  ctx.issues.push({ code: 'custom', input: ctx.value, message })
})

/** In the owner's order. */
export const offerMethods = z.array(z.enum(PAYMENT_METHODS)).check(
  z.minLength(1, /*i18n*/ 'Choose at least one payment method.'),
  z.maxLength(OFFER_METHODS_MAX, /*i18n*/ 'An offer can have at most 5 payment methods.'),
  z.refine((methods) => new Set(methods).size === methods.length, {
    error: /*i18n*/ 'Choose each payment method only once.',
  }),
)

/** Where the owner of an offer to sell is paid: an account for each method, in the same order. */
const accounts = z.array(z.nullable(z.uuid())).check(z.maxLength(OFFER_METHODS_MAX))

/** What is traded, at what price and within which amounts. */
const priceFields = {
  type: z.enum(OFFER_TYPES),
  fiatCurrency: z.enum(FIAT_CURRENCIES),
  paymentMethods: offerMethods,
  minAmount: amount('minimum'),
  maxAmount: amount('maximum'),
  pricePercentage: percentage,
}
const price = z.object(priceFields)
type OfferPrice = z.infer<typeof price>

const form = z.strictObject({
  ...priceFields,
  terms,
  paymentWindowMinutes: z.literal(PAYMENT_WINDOWS),
  maxOpenTrades: z.int().check(z.minimum(1), z.maximum(OPEN_TRADES_MAX)),
  availableUsdt: inventory,
  paymentAccountIds: z._default(accounts, OFFER_DEFAULTS.paymentAccountIds),
  referencePolicy: z._default(z.enum(REFERENCE_POLICIES), OFFER_DEFAULTS.referencePolicy),
  amountTail: z._default(z.boolean(), OFFER_DEFAULTS.amountTail),
  trustedOnly: z._default(z.boolean(), OFFER_DEFAULTS.trustedOnly),
  /** Which part of it takers without a completed trade may use together. */
  newTakerShare: z._default(z.enum(NEW_TAKER_SHARES), OFFER_DEFAULTS.newTakerShare),
  requirements: z._default(requirementsSchema, OFFER_DEFAULTS.requirements),
  /** What the owner says first in the chat of each trade. */
  firstMessage: z._default(firstMessage, OFFER_DEFAULTS.firstMessage),
  /** Whether it can be traded within the owner's business hours only. */
  hoursOnly: z._default(z.boolean(), OFFER_DEFAULTS.hoursOnly),
})
export type OfferInput = z.infer<typeof form>

const amountsFit = inCurrency<'minAmount' | 'maxAmount', OfferPrice>(
  ['minAmount', 'maxAmount'],
  ({ fiatCurrency }) => fiatCurrency,
)
const methodsFit = z.refine<OfferPrice>(
  ({ fiatCurrency, paymentMethods }) => paymentMethods.every((method) => methodAllowed(fiatCurrency, method)),
  {
    path: ['paymentMethods'],
    message: /*i18n*/ 'This payment method isn’t available for this currency',
  },
)
const maxAboveMin = z.refine<OfferPrice>(
  (offer) => (parseFiat(offer.maxAmount) ?? 0n) > (parseFiat(offer.minAmount) ?? 0n),
  {
    path: ['maxAmount'],
    message: /*i18n*/ 'Maximum amount must be greater than minimum amount',
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'minAmount' || path?.[0] === 'maxAmount'),
  },
)

const windowOfMeeting = z.refine<OfferInput>(
  ({ paymentMethods, paymentWindowMinutes }) => paymentWindowsOf(paymentMethods).includes(paymentWindowMinutes),
  {
    path: ['paymentWindowMinutes'],
    message: /*i18n*/ 'Give a buyer who has to come to a place at least 2 hours.',
  },
)

const accountsOfSeller = z.refine<OfferInput>(
  (offer) => offer.type === 'sell' || offer.paymentAccountIds.length === 0,
  {
    path: ['paymentAccountIds'],
    message:
      /*i18n*/ 'Only an offer to sell names a payment account. In an offer to buy, the other party chooses theirs.',
  },
)

/** The first step of the form. Other fields are left out. */
export const offerPriceSchema = price.check(amountsFit, methodsFit, maxAboveMin)

/**
 * The create-offer form as it is typed and sent: amounts and percentage as text, `availableUsdt` empty for no limit,
 * else all that the offer trades, open trades included. An offer to sell names the accounts on which its owner is paid.
 */
export const offerSchema = form.check(amountsFit, methodsFit, maxAboveMin, windowOfMeeting, accountsOfSeller)

/** The same form for an existing offer, with the version and amount its owner saw. */
export const offerEditSchema = z
  .extend(form, {
    // Without their defaults, which would replace the offer's own.
    paymentAccountIds: accounts,
    referencePolicy: z.enum(REFERENCE_POLICIES),
    amountTail: z.boolean(),
    trustedOnly: z.boolean(),
    newTakerShare: z.enum(NEW_TAKER_SHARES),
    requirements: requirementsSchema,
    firstMessage,
    hoursOnly: z.boolean(),
    seenVersion: z.int().check(z.minimum(1)),
    /** `inventoryUsdt` as the owner saw it, empty for no limit. */
    seenInventoryUsdt: exact().check(z.maxLength(30)),
  })
  .check(amountsFit, methodsFit, maxAboveMin, windowOfMeeting, accountsOfSeller)
export type OfferEdit = z.infer<typeof offerEditSchema>
