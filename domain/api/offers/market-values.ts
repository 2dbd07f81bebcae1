/** The vocabularies of the market as schemas, named in the OpenAPI document. */
import * as z from 'zod/mini'
import { FIAT_CURRENCIES } from '../../offers/currencies.ts'
import { PAYMENT_METHODS } from '../../payments/methods.ts'
import { OFFER_STATUSES, OFFER_TYPES, REFERENCE_POLICIES } from '../../offers/offers.ts'
import { described, named } from '../endpoint.ts'

export const fiatCurrency = named('FiatCurrency', z.enum(FIAT_CURRENCIES), 'An ISO 4217 code.')
export const paymentMethod = named('PaymentMethod', z.enum(PAYMENT_METHODS), 'How the fiat money is paid.')
export const chosenMethod = described(
  z.optional(paymentMethod),
  'One of the offer’s payment methods; it can be left out where the offer has one only.',
)
export const offerType = named('OfferType', z.enum(OFFER_TYPES), 'What the owner of the offer does with USDT.')
export const offerStatus = named('OfferStatus', z.enum(OFFER_STATUSES))
export const referencePolicy = named(
  'ReferencePolicy',
  z.enum(REFERENCE_POLICIES),
  'Whether the buyer writes the reference of the trade on the payment.',
)
