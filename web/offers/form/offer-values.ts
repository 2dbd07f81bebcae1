/** What the fields of the form hold. */
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { PAYMENT_WINDOWS } from '../../../domain/offers/offers.ts'
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
  const { type, fiatCurrency, paymentMethod, minAmount, maxAmount, pricePercentage, terms, maxOpenTrades } = offer
  return {
    type,
    fiatCurrency,
    paymentMethod,
    minAmount,
    maxAmount,
    pricePercentage,
    terms,
    paymentWindowMinutes:
      PAYMENT_WINDOWS.find((minutes) => minutes === offer.paymentWindowMinutes) ?? OFFER_DEFAULTS.paymentWindowMinutes,
    maxOpenTrades,
    availableUsdt: offer.inventoryUsdt ?? '',
    paymentAccountId: offer.paymentAccountId,
    referencePolicy: offer.referencePolicy,
    amountTail: offer.amountTail,
    trustedOnly: offer.trustedOnly,
    requirements: offer.requirements,
    newTakerShare: offer.newTakerShare,
    firstMessage: offer.firstMessage,
    hoursOnly: offer.hoursOnly,
  }
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
