/** What the fields of the form hold. */
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { methodsAllowed, PAYMENT_WINDOWS, paymentWindowFor } from '../../../domain/offers/offers.ts'
import { OFFER_DEFAULTS, type OfferInput } from '../../../domain/offers/offer-form.ts'

export const EMPTY: OfferInput = {
  ...OFFER_DEFAULTS,
  minAmount: '',
  maxAmount: '',
  pricePercentage: '0',
  terms: '',
  availableUsdt: '',
}

/** The values of an existing offer. */
export function valuesOf(offer: MyOffer): OfferInput {
  const { type, fiatCurrency, paymentMethods, minAmount, maxAmount, pricePercentage, terms, maxOpenTrades } = offer
  return {
    type,
    fiatCurrency,
    paymentMethods,
    minAmount,
    maxAmount,
    pricePercentage,
    terms,
    paymentWindowMinutes:
      PAYMENT_WINDOWS.find((minutes) => minutes === offer.paymentWindowMinutes) ?? OFFER_DEFAULTS.paymentWindowMinutes,
    maxOpenTrades,
    availableUsdt: offer.inventoryUsdt ?? '',
    paymentAccountIds: offer.paymentAccountIds,
    referencePolicy: offer.referencePolicy,
    amountTail: offer.amountTail,
    trustedOnly: offer.trustedOnly,
    requirements: offer.requirements,
    newTakerShare: offer.newTakerShare,
    firstMessage: offer.firstMessage,
    hoursOnly: offer.hoursOnly,
  }
}

/** With these payment methods: each keeps its account, and the payment window is long enough for all. */
export function withMethods(offer: OfferInput, paymentMethods: PaymentMethod[]): OfferInput {
  return {
    ...offer,
    paymentMethods,
    paymentAccountIds: paymentMethods.map((method) => accountOf(offer, method)),
    paymentWindowMinutes: paymentWindowFor(paymentMethods, offer.paymentWindowMinutes),
  }
}

/** The form has no box for a method of another currency, so that nothing could remove it. */
export function withAllowedMethods(offer: OfferInput): OfferInput {
  return withMethods(offer, methodsAllowed(offer.fiatCurrency, offer.paymentMethods))
}

/** With this account for one of its payment methods. */
export function withAccount(offer: OfferInput, of: PaymentMethod, accountId: string | null): OfferInput {
  const paymentAccountIds = offer.paymentMethods.map((method) => (method === of ? accountId : accountOf(offer, method)))
  return { ...offer, paymentAccountIds }
}

/** One for each payment method, null before it is chosen. */
export function accountsOf(offer: OfferInput): (string | null)[] {
  return offer.paymentMethods.map((method) => accountOf(offer, method))
}

/** Null before one is chosen. */
export function accountOf(offer: OfferInput, method: PaymentMethod): string | null {
  return offer.paymentAccountIds[offer.paymentMethods.indexOf(method)] ?? null
}

/** Those behind "More settings". */
export const FOLDED = [
  'paymentWindowMinutes',
  'availableUsdt',
  'maxOpenTrades',
  'referencePolicy',
  'amountTail',
  'trustedOnly',
  'requirements',
  'newTakerShare',
  'hoursOnly',
  'firstMessage',
] as const satisfies readonly (keyof OfferInput)[]

/** Whether one of them is not as most offers have it. */
export function hasMoreSettings(values: OfferInput): boolean {
  return FOLDED.some((name) => JSON.stringify(values[name]) !== JSON.stringify(EMPTY[name]))
}
