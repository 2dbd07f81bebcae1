/** Templates of offers: what was typed in the offer form, under a name, for new offers to begin with (decisions: Offers). */
import * as z from 'zod/mini'
import { isBlank } from '../reading/characters.ts'
import { freeText, inCurrency, nameText, readsNumber } from '../reading/fields.ts'
import { FIAT_CURRENCIES } from './currencies.ts'
import { PAYMENT_METHODS } from '../payments/methods.ts'
import type { PaymentMethod } from '../payments/methods.ts'
import {
  methodsAllowed,
  OFFER_TYPES,
  OPEN_TRADES_MAX,
  PAYMENT_WINDOWS,
  paymentWindowFor,
  REFERENCE_POLICIES,
} from './offers.ts'
import { FIRST_MESSAGE_MAX, OFFER_DEFAULTS, TERMS_MAX, offerMethods } from './offer-form.ts'
import { NEW_TAKER_SHARES } from './new-takers.ts'
import { requirementsSchema } from '../profiles/relations.ts'

export const TEMPLATE_NAME_MAX = 60

/** As typed: the form of the new offer says what is missing, or no longer possible. */
const typedAmount = readsNumber('amount').check(z.maxLength(30))
const typedPercentage = readsNumber('percentage').check(z.maxLength(30))
const typedAsset = readsNumber('assetAmount').check(z.maxLength(30))

const fields = z.strictObject({
  type: z._default(z.enum(OFFER_TYPES), OFFER_DEFAULTS.type),
  fiatCurrency: z._default(z.enum(FIAT_CURRENCIES), OFFER_DEFAULTS.fiatCurrency),
  paymentMethods: z._default(offerMethods, OFFER_DEFAULTS.paymentMethods),
  minAmount: z._default(typedAmount, ''),
  maxAmount: z._default(typedAmount, ''),
  pricePercentage: z._default(typedPercentage, '0'),
  terms: z._default(freeText().check(z.maxLength(2 * TERMS_MAX)), ''),
  paymentWindowMinutes: z._default(z.literal(PAYMENT_WINDOWS), OFFER_DEFAULTS.paymentWindowMinutes),
  maxOpenTrades: z._default(z.int().check(z.minimum(1), z.maximum(OPEN_TRADES_MAX)), OFFER_DEFAULTS.maxOpenTrades),
  availableUsdt: z._default(typedAsset, ''),
  referencePolicy: z._default(z.enum(REFERENCE_POLICIES), OFFER_DEFAULTS.referencePolicy),
  amountTail: z._default(z.boolean(), OFFER_DEFAULTS.amountTail),
  trustedOnly: z._default(z.boolean(), OFFER_DEFAULTS.trustedOnly),
  newTakerShare: z._default(z.enum(NEW_TAKER_SHARES), OFFER_DEFAULTS.newTakerShare),
  requirements: z._default(requirementsSchema, OFFER_DEFAULTS.requirements),
  firstMessage: z._default(freeText().check(z.maxLength(2 * FIRST_MESSAGE_MAX)), OFFER_DEFAULTS.firstMessage),
  hoursOnly: z._default(z.boolean(), OFFER_DEFAULTS.hoursOnly),
})

const amountsFit = inCurrency<'minAmount' | 'maxAmount', z.infer<typeof fields>>(
  ['minAmount', 'maxAmount'],
  ({ fiatCurrency }) => fiatCurrency,
)
/** The fields of the offer form, without the payment accounts: a template holds no money. */
export const templateContentSchema = fields.check(amountsFit)
export type TemplateContent = z.infer<typeof templateContentSchema>

export const templateName = nameText().check((ctx) => {
  const message = nameError(ctx.value)
  if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
})

function nameError(name: string): string | null {
  if (isBlank(name)) return /*i18n*/ 'Enter a name for the template.'
  return [...name].length > TEMPLATE_NAME_MAX ? /*i18n*/ 'A name can have at most 60 characters.' : null
}

/**
 * A stored template as the present form has it: a field that it no longer knows is left out, and a value has its default. The
 * payment methods are those that its currency has, and the payment window is long enough for them.
 */
export function readTemplate(content: Record<string, unknown>): TemplateContent {
  const valid = Object.entries(templateContentSchema.shape).flatMap(([name, field]) => {
    const { success, data } = z.safeParse(field, content[name])
    return success ? [[name, data] as const] : []
  })
  const read = z.parse(templateContentSchema, Object.fromEntries(valid))
  const paymentMethods = methodsAllowed(read.fiatCurrency, knownMethods(content.paymentMethods))
  return {
    ...read,
    paymentMethods,
    paymentWindowMinutes: paymentWindowFor(paymentMethods, read.paymentWindowMinutes),
  }
}

function knownMethods(stored: unknown): PaymentMethod[] {
  const names: unknown[] = Array.isArray(stored) ? stored : OFFER_DEFAULTS.paymentMethods
  return names.flatMap((name) => PAYMENT_METHODS.find((method) => method === name) ?? [])
}
