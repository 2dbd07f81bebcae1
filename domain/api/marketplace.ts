/** Searching, ordering and counting the offers of others. */
import * as z from 'zod/mini'
import { NUMBERED_PAGES, marketplaceFilters } from '../listing.ts'
import { count, endpointsOf, moment } from './endpoint.ts'
import { offer } from './offers.ts'

const endpoint = endpointsOf('Offers')

const marketplacePage = z.object({
  offers: z.array(offer),
  total: count,
  /** Leads to the pages around this one; null where there is none. */
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()),
  /** The database's clock, to reckon the offers' age by. */
  now: moment,
})
export type MarketplacePage = z.infer<typeof marketplacePage>

const marketplaceStatistics = z.object({ offers: count, traders: count, buy: count, sell: count, newToday: count })
export type MarketplaceStatistics = z.infer<typeof marketplaceStatistics>

const marketplaceQuery = z.strictObject({
  ...marketplaceFilters,
  /** One of the numbered pages; further ones have a cursor. */
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(NUMBERED_PAGES))),
  cursor: z.optional(z.string().check(z.maxLength(120))),
})
export type MarketplaceQuery = z.infer<typeof marketplaceQuery>

export const listMarketplace = endpoint({
  method: 'GET',
  path: '/api/marketplace',
  summary: 'List other traders’ open offers, filtered and sorted, ten to a page',
  scope: 'read',
  isPublic: true,
  query: marketplaceQuery,
  response: marketplacePage,
})

export const getMarketplaceStatistics = endpoint({
  method: 'GET',
  path: '/api/marketplace/stats',
  summary: 'Get marketplace counts, excluding the caller',
  scope: 'read',
  isPublic: true,
  response: marketplaceStatistics,
})
