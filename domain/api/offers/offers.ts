/** The offers of the market. */
import * as z from 'zod/mini'
import { exact } from '../../reading/fields.ts'
import { usernameField } from '../../accounts/usernames.ts'
import { LIMITS } from '../../limits.ts'
import { LANDING_OFFERS } from '../../offers/listing.ts'
import { NEW_TAKER_SHARES } from '../../offers/new-takers.ts'
import { BOND_LEAST_USDT, BOND_PERCENT } from '../../trades/bonds.ts'
import { NUMBERED_PAGES, OFFERS_PAGE_MAX, amountFits, listingFilters, listingOrder } from '../../offers/listing.ts'
import { OFFER_METHODS_MAX } from '../../offers/offers.ts'
import { avatar, count, decimal, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { rating } from '../profiles/rating-values.ts'
import { fiatCurrency, offerStatus, offerType, paymentMethod, referencePolicy } from './market-values.ts'

const endpoint = endpointsOf('Offers')

export const trader = named(
  'Trader',
  z.object({
    username: z.string(),
    avatar,
    isVerified: described(z.boolean(), 'The email address is confirmed; the identity is not checked.'),
    isDemo: described(z.boolean(), 'Invented by the demonstration, with the whole record.'),
    completedTrades: z.int(),
    completionRate: described(
      z.nullable(decimal),
      'Completed trades out of these and those that the trader cancelled or did not pay in time, in percent with one decimal.',
    ),
    medianSeconds: described(
      z.nullable(z.int()),
      'As the buyer of an offer or trade: from the opening of a trade to its payment mark. As the seller: from the payment mark to the confirmation. The median of the latest trades.',
    ),
    rating: described(z.nullable(rating), 'Null without ratings.'),
    memberSince: moment,
  }),
  'A trader with the record that listings show; the trader’s profile has the whole record.',
)

export type Trader = z.infer<typeof trader>

/** What an offer shows on the market and to its owner. */
export const offerFields = {
  id,
  version: described(z.int(), 'Counts the changes of the offer.'),
  type: offerType,
  fiatCurrency,
  paymentMethods: described(
    listOf(paymentMethod, OFFER_METHODS_MAX),
    'In the owner’s order. A taker chooses one of them.',
  ),
  minAmount: described(decimal, 'The smallest amount of a trade, in fiat.'),
  maxAmount: described(decimal, 'The largest amount of a trade, in fiat.'),
  minUsdt: described(decimal, 'The same in USDT at the present price.'),
  maxUsdt: described(decimal, 'The same in USDT at the present price.'),
  tradableUsdt: described(
    decimal,
    'The largest trade that the offer and its owner can serve now by one of the payment methods, in USDT: `maxUsdt`, or what open trades leave of the offer’s USDT or the limits of its owner where that is less; for a caller without a completed trade `newTakerUsdt`. The caller’s own limits may leave less.',
  ),
  newTakerShare: described(
    z.enum(NEW_TAKER_SHARES),
    'Which part of the offer’s open trades and USDT, and of its owner’s limits, takers without a completed trade may use together.',
  ),
  newTakerUsdt: described(
    decimal,
    'The largest trade that the offer and its owner can serve now to a taker without a completed trade, in USDT.',
  ),
  newTakerUsdtWithoutBond: described(
    decimal,
    'The same without a bond. A larger trade needs one, and any trade of a taker whose network has all the open trades that its new takers share.',
  ),
  allowsBond: described(
    z.boolean(),
    `A buyer without a completed trade can lock a bond while the trade is open: ${BOND_PERCENT} percent of the USDT, at least ${BOND_LEAST_USDT} USDT and no more than the trade. It is asked for where takers without a completed trade have used what the owner chose for them; with bonds they may use two thirds of the offer together where that is a third or half.`,
  ),
  pricePercentage: described(decimal, 'How far the price is from the market rate, in percent.'),
  price: described(decimal, 'Fiat for 1 USDT, with all its decimals.'),
  terms: z.string(),
  status: offerStatus,
  paymentWindowMinutes: z.int(),
  referencePolicy,
  amountTail: described(z.boolean(), 'Whether a quote changes the sum by some cents, which make it unique.'),
  trustedOnly: described(z.boolean(), 'Only traders whom the owner trusts see and take the offer.'),
  requirements: described(
    z.object({
      accountDays: described(z.int(), 'The age of the account in days.'),
      completedTrades: z.int(),
      completionRate: described(z.int(), 'In percent.'),
    }),
    'What the taker’s account and record must have at least; 0 requires nothing.',
  ),
  opensAt: described(
    z.nullable(moment),
    'The offer is closed now, outside its owner’s business hours, until this moment: it is not on the market, and no trade can be opened on it. Null otherwise.',
  ),
  createdAt: moment,
}

/** As in a problem document. */
const refusal = named(
  'OfferRefusal',
  z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
  'The refusal that a quote for the offer would get, with its figures.',
)

export const offer = named(
  'Offer',
  z.object({
    ...offerFields,
    owner: trader,
    isMine: z.boolean(),
    isNewTaker: described(z.boolean(), 'You have no completed trade yet.'),
    refusal: described(
      z.nullable(refusal),
      'Why you cannot take the offer: its currency is switched off, you and the owner do not trade with each other, you do not meet a requirement, or open trades leave less than its smallest amount. Null where you can; a caller who is signed out is told only what applies to everyone.',
    ),
  }),
)
export type Offer = z.infer<typeof offer>

const offerPage = named(
  'OfferPage',
  z.object({
    offers: listOf(offer, OFFERS_PAGE_MAX),
    total: described(count, 'The number of offers on all pages.'),
    nextCursor: described(z.nullable(z.string()), 'The `cursor` of the next page; null on the last.'),
    previousCursor: described(z.nullable(z.string()), 'The `cursor` of the page before; null on the first.'),
    searched: described(
      z.nullable(z.int()),
      'The number of offers after which the search stopped: `nextCursor` continues it. Null if it covered all offers, or filled the page.',
    ),
    now: described(moment, 'When this was written, for the age of the offers.'),
  }),
)
export type OfferPage = z.infer<typeof offerPage>

export const offerParams = z.strictObject({ offerId: id })

/** Which offers a list has, and in which order. */
export const offerScope = {
  ...listingFilters.shape,
  country: described(listingFilters.shape.country, 'The same as the currency of the country.'),
  method: described(
    listingFilters.shape.method,
    'The payment methods, with commas between them: offers that are paid by any of them.',
  ),
  amount: described(listingFilters.shape.amount, 'In fiat: the offers whose limits include it.'),
  trader: described(
    listingFilters.shape.trader,
    'Part of the owner’s username, in any case; one or two characters are its beginning.',
  ),
  minTrades: described(listingFilters.shape.minTrades, 'The least completed trades of the owner.'),
  minCompletion: described(listingFilters.shape.minCompletion, 'The least completion rate of the owner, in percent.'),
  search: described(
    listingFilters.shape.search,
    'Part of the owner’s username, the payment method or the terms, in any case.',
  ),
  ...listingOrder.shape,
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(OFFERS_PAGE_MAX))),
}

const offerQuery = z
  .strictObject({
    ...offerScope,
    page: described(
      z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(NUMBERED_PAGES))),
      'The number of a page near the beginning; a `cursor` takes precedence.',
    ),
    cursor: described(z.optional(exact().check(z.maxLength(120))), 'The `nextCursor` or `previousCursor` of a page.'),
  })
  .check(amountFits)
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

export const listLandingOffers = endpoint({
  method: 'GET',
  path: '/api/market/offers',
  summary: 'List the newest open offers of the landing page, those of traders with a completed trade first',
  scope: 'read',
  isPublic: true,
  response: z.object({ offers: listOf(offer, LANDING_OFFERS) }),
})

export const listTraderOffers = endpoint({
  method: 'GET',
  path: '/api/traders/:username/open-offers',
  summary: 'List a trader’s open offers, newest first',
  scope: 'read',
  isPublic: true,
  params: z.strictObject({ username: usernameField }),
  response: z.object({ offers: listOf(offer, LIMITS.active_offers) }),
  errors: ['not_found'],
})

export const getOffer = endpoint({
  method: 'GET',
  path: '/api/offers/:offerId',
  summary: 'Get an offer',
  scope: 'read',
  isPublic: true,
  params: offerParams,
  response: offer,
  errors: ['not_found'],
})
