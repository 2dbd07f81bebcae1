/** Saved searches, which only their user reads. */
import * as z from 'zod/mini'
import { LIMITS } from '../../limits.ts'
import { PAYMENT_METHODS } from '../../payments/methods.ts'
import { searchEditSchema, searchSchema } from '../../offers/saved-searches.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { fiatCurrency, offerType, paymentMethod } from './market-values.ts'

const endpoint = endpointsOf('Saved searches')

export const savedSearch = named(
  'SavedSearch',
  z.object({
    id,
    type: described(
      z.nullable(offerType),
      'The type of the offers; null for both. To buy USDT, you search offers to sell.',
    ),
    fiatCurrency: described(z.nullable(fiatCurrency), 'Null for every currency.'),
    paymentMethods: described(
      listOf(paymentMethod, PAYMENT_METHODS.length),
      'Offers that are paid by any of them; empty for every payment method.',
    ),
    amount: described(z.nullable(decimal), 'Fiat that the offer’s limits contain; null for any amount.'),
    pricePercentage: described(
      z.nullable(decimal),
      'How far the price may be from the market rate, in percent: at most this for offers to sell, at least this for offers to buy.',
    ),
    price: described(z.nullable(decimal), 'The same as fiat for 1 USDT.'),
    trader: described(
      z.nullable(z.string()),
      'The username of the trader whose offers are searched; null for every trader.',
    ),
    isPaused: described(z.boolean(), 'A paused search matches nothing.'),
    createdAt: moment,
  }),
)
export type SavedSearch = z.infer<typeof savedSearch>

const searchParams = z.strictObject({ searchId: id })

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/api/saved-searches',
  summary: 'List your saved searches, the latest first',
  scope: 'read',
  response: z.object({ searches: listOf(savedSearch, LIMITS.saved_searches) }),
})

export const createSavedSearch = endpoint({
  method: 'POST',
  path: '/api/saved-searches',
  summary: 'Save a search',
  description: `You are notified when an offer that you can take newly matches it: once per offer in 24 hours, up to ${LIMITS.search_matches_by_trader_per_day} times in 24 hours for the offers of one trader, and up to ${LIMITS.search_matches_per_day} times in all. An amount, percentage or price is empty for none.`,
  scope: 'offers',
  needsIdempotencyKey: true,
  body: named('SavedSearchFilters', searchSchema),
  response: savedSearch,
  statuses: [201],
  errors: ['not_found', 'saved_searches_limit', 'saved_search_exists', 'search_of_yourself'],
})

export const editSavedSearch = endpoint({
  method: 'POST',
  path: '/api/saved-searches/:searchId',
  summary: 'Update, pause or resume a saved search',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: searchParams,
  body: named('SavedSearchChanges', searchEditSchema),
  response: savedSearch,
  errors: ['not_found', 'saved_search_exists', 'search_of_yourself'],
})

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/api/saved-searches/:searchId',
  summary: 'Delete a saved search',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: searchParams,
  response: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
})
