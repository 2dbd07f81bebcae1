/** The user's own offers. */
import * as z from 'zod/mini'
import { LIMITS } from '../../limits.ts'
import { offerChangesSchema, refillSchema } from '../../offers/offer-changes.ts'
import { offerEditSchema, offerSchema } from '../../offers/offer-form.ts'
import { MY_OFFERS_PAGE_SIZE, OFFER_METHODS_MAX, OFFER_LIFE_DAYS } from '../../offers/offers.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named, nothing } from '../endpoint.ts'
import { offerStatus } from './market-values.ts'
import { offerFields, offerParams } from './offers.ts'

const endpoint = endpointsOf('Offers')

export const myOffer = named(
  'MyOffer',
  z.object({
    ...offerFields,
    hidden: described(
      z.nullable(z.object({ at: moment, reason: z.string() })),
      'Our staff have hidden the offer: it is shown to you only, and no trade can be opened on it. Null otherwise.',
    ),
    isCurrencyAvailable: described(
      z.boolean(),
      'False while the currency is switched off: the offer keeps its status, but is not on the market.',
    ),
    paymentAccountIds: described(
      listOf(id, OFFER_METHODS_MAX),
      'The account on which you are paid by each payment method, in their order; none in an offer to buy.',
    ),
    firstMessage: described(
      z.string(),
      'What you say first in the chat of each trade, marked as automatic; empty for nothing.',
    ),
    hoursOnly: described(z.boolean(), 'Whether the offer can be traded within your business hours only.'),
    maxOpenTrades: z.int(),
    openTrades: z.int(),
    availableUsdt: described(z.nullable(decimal), 'The USDT left to trade; null without a limit.'),
    inventoryUsdt: described(z.nullable(decimal), 'The same with the USDT that open trades reserve.'),
    stats: described(
      z.object({
        tradesOpened: z.int(),
        tradesCompleted: z.int(),
        completionRate: described(
          z.nullable(decimal),
          'Completed trades out of those that are closed, in percent with one decimal; null before the first.',
        ),
        volumeUsdt: described(decimal, 'The USDT that its completed trades released.'),
        lastTradeAt: described(z.nullable(moment), 'When the latest trade was opened.'),
      }),
      'What the offer has brought since it was posted.',
    ),
  }),
)
export type MyOffer = z.infer<typeof myOffer>

const myOfferPage = named(
  'MyOfferPage',
  z.object({
    offers: listOf(myOffer, MY_OFFERS_PAGE_SIZE),
    nextCursor: described(z.nullable(id), 'The `before` of the next page; null on the last.'),
  }),
)
export type MyOfferPage = z.infer<typeof myOfferPage>

export const createOffer = endpoint({
  method: 'POST',
  path: '/api/offers',
  summary: 'Create an offer',
  team: ['offers'],
  scope: 'offers',
  needsVerifiedEmail: true,
  needsIdempotencyKey: true,
  body: offerSchema,
  response: myOffer,
  statuses: [201],
  errors: [
    'arbiter_may_not_trade',
    'currency_unavailable',
    'active_offers_limit',
    'offers_limit',
    'payment_account_required',
    'payment_account_mismatch',
    'business_hours_missing',
  ],
})

/** A stale form (another version, another total amount) is refused with `offer_wrong_status`. */
export const editOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId',
  summary: `Update an offer and renew it for ${OFFER_LIFE_DAYS} days`,
  team: ['offers'],
  description:
    'Open trades keep the price and terms they were opened with. An outdated form is refused with `offer_wrong_status`.',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: offerParams,
  body: offerEditSchema,
  response: myOffer,
  errors: [
    'not_found',
    'offer_wrong_status',
    'offer_type_fixed',
    'offer_trades_open',
    'offer_usdt_reserved',
    'currency_unavailable',
    'payment_account_required',
    'payment_account_mismatch',
    'business_hours_missing',
  ],
})

export const listMyOffers = endpoint({
  method: 'GET',
  path: '/api/my-offers',
  summary: 'List your offers, newest first, twenty to a page',
  team: ['offers'],
  scope: 'read',
  query: z.strictObject({
    before: described(z.optional(id), 'The `nextCursor` of the page before.'),
    status: z.optional(offerStatus),
  }),
  response: myOfferPage,
})

export const getMyOffer = endpoint({
  method: 'GET',
  path: '/api/my-offers/:offerId',
  summary: 'Get one of your offers',
  team: ['offers'],
  scope: 'read',
  params: offerParams,
  response: myOffer,
  errors: ['not_found'],
})

export const pauseOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId/pause',
  summary: 'Pause an offer',
  team: ['offers'],
  scope: 'offers',
  needsIdempotencyKey: true,
  params: offerParams,
  body: nothing,
  response: myOffer,
  errors: ['not_found', 'offer_wrong_status'],
})

export const activateOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId/activate',
  summary: 'Activate an offer',
  team: ['offers'],
  scope: 'offers',
  needsVerifiedEmail: true,
  needsIdempotencyKey: true,
  params: offerParams,
  body: nothing,
  response: myOffer,
  errors: [
    'not_found',
    'arbiter_may_not_trade',
    'currency_unavailable',
    'offer_hidden',
    'offer_wrong_status',
    'active_offers_limit',
  ],
})

export const deleteOffer = endpoint({
  method: 'DELETE',
  path: '/api/offers/:offerId',
  summary: 'Delete an offer',
  team: ['offers'],
  description: 'Its trades keep their own copy of price and terms.',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: offerParams,
  response: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
})

export const changeOffers = endpoint({
  method: 'POST',
  path: '/api/my-offers/changes',
  summary: 'Update the prices or statuses of several offers',
  team: ['offers'],
  description: `All of them are changed, or none: \`offers_unchanged\` names each refused offer in \`details.refused\`, with its code. A new price renews an offer for ${OFFER_LIFE_DAYS} days.`,
  scope: 'offers',
  needsVerifiedEmail: true,
  needsIdempotencyKey: true,
  body: offerChangesSchema,
  response: z.object({ offers: listOf(myOffer, LIMITS.offers) }),
  errors: ['offers_unchanged', 'arbiter_may_not_trade', 'active_offers_limit'],
})

export const refillOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId/refill',
  summary: 'Add USDT to an offer, or set what is left',
  team: ['offers'],
  description:
    'Quotes stay valid. To set what is left is refused with `offer_wrong_status` where it has changed since the caller read it.',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: offerParams,
  body: refillSchema,
  response: myOffer,
  errors: ['not_found', 'offer_wrong_status'],
})
