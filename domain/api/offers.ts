/** Offers: on the market and one’s own. */
import * as z from 'zod/mini'
import { NUMBERED_PAGES, OFFERS_PAGE_MAX, listingFilters, listingOrder } from '../listing.ts'
import { FIAT_CURRENCIES, PAYMENT_METHODS } from '../market.ts'
import { OFFER_STATUSES, OFFER_TYPES, offerEditSchema, offerSchema } from '../offers.ts'
import { avatar, count, decimal, endpointsOf, id, moment, nothing } from './endpoint.ts'

const endpoint = endpointsOf('Offers')

export const trader = z.object({ username: z.string(), avatar, completedTrades: z.int(), memberSince: moment })

const offerFields = {
  id,
  version: z.int(),
  type: z.enum(OFFER_TYPES),
  fiatCurrency: z.enum(FIAT_CURRENCIES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  minAmount: decimal,
  maxAmount: decimal,
  /** The limits in USDT at the present price, for reading only. */
  minUsdt: decimal,
  maxUsdt: decimal,
  pricePercentage: decimal,
  /** Fiat per 1 USDT, in full. */
  price: decimal,
  terms: z.string(),
  status: z.enum(OFFER_STATUSES),
  paymentWindowMinutes: z.int(),
  createdAt: moment,
}

export const offer = z.object({ ...offerFields, owner: trader, isMine: z.boolean() })
export type Offer = z.infer<typeof offer>

export const myOffer = z.object({
  ...offerFields,
  maxOpenTrades: z.int(),
  openTrades: z.int(),
  /** What is left to sell or buy, or null without a limit. */
  availableUsdt: z.nullable(decimal),
  /** The same with what open trades hold, as the form names it. */
  inventoryUsdt: z.nullable(decimal),
})
export type MyOffer = z.infer<typeof myOffer>

const offerPage = z.object({
  offers: z.array(offer),
  /** Of all pages. */
  total: count,
  /** Leads to the pages around this one; null where there is none. */
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()),
  /** The database's clock, for the age of the offers. */
  now: moment,
})
export type OfferPage = z.infer<typeof offerPage>

const offerParams = z.strictObject({ offerId: id })

const offerQuery = z.strictObject({
  ...listingFilters.shape,
  ...listingOrder.shape,
  /** One of the numbered pages; further ones have a cursor, which goes before. */
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(NUMBERED_PAGES))),
  cursor: z.optional(z.string().check(z.maxLength(120))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(OFFERS_PAGE_MAX))),
})
export type OfferQuery = z.infer<typeof offerQuery>

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/offers',
  summary: 'List other traders’ open offers, filtered and sorted',
  scope: 'read',
  isPublic: true,
  query: offerQuery,
  response: offerPage,
})

export const getOffer = endpoint({
  method: 'GET',
  path: '/api/offers/:offerId',
  summary: 'Get an offer',
  scope: 'read',
  isPublic: true,
  params: offerParams,
  response: offer,
})

export const createOffer = endpoint({
  method: 'POST',
  path: '/api/offers',
  summary: 'Create an offer',
  scope: 'offers',
  needsKey: true,
  body: offerSchema,
  response: myOffer,
  statuses: [201],
})

/** A stale form (another version, another amount left in all) gets `offer_wrong_status`. */
export const editOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId',
  summary: 'Update an offer and renew it for 30 days',
  description:
    'Open trades keep the price and terms they were opened with. An outdated form is refused with `offer_wrong_status`.',
  scope: 'offers',
  needsKey: true,
  params: offerParams,
  body: offerEditSchema,
  response: myOffer,
})

export const listMyOffers = endpoint({
  method: 'GET',
  path: '/api/my-offers',
  summary: 'List your offers, newest first',
  scope: 'read',
  response: z.object({ offers: z.array(myOffer) }),
})

export const pauseOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId/pause',
  summary: 'Pause an offer',
  scope: 'offers',
  needsKey: true,
  params: offerParams,
  body: nothing,
  response: myOffer,
})

export const activateOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId/activate',
  summary: 'Activate an offer',
  scope: 'offers',
  needsKey: true,
  params: offerParams,
  body: nothing,
  response: myOffer,
})

export const deleteOffer = endpoint({
  method: 'DELETE',
  path: '/api/offers/:offerId',
  summary: 'Delete an offer',
  description: 'Its trades keep their own copy of price and terms.',
  scope: 'offers',
  needsKey: true,
  params: offerParams,
  response: z.object({ deleted: z.literal(true) }),
})
