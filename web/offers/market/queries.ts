import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getMarketCounts } from '../../../domain/api/offers/market.ts'
import { listOffers, type OfferQuery } from '../../../domain/api/offers/offers.ts'
import { call } from '../../client.ts'
import { pagedQuery } from '../../paged-query.ts'

export function offersQuery(query: OfferQuery) {
  const inputOf = (cursor?: string) => ({ query: { ...query, cursor } })
  return pagedQuery(['offers', 'browse', query], listOffers, inputOf, query.cursor)
}

/** The rows of a list do not move under the reader’s finger: LiveSlot keeps them up to date in their places. */
const STAYING = {
  placeholderData: keepPreviousData,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** Browse: pages are appended; those of the previous filters stay while the new ones load. */
export function useOffers(query: OfferQuery) {
  return useInfiniteQuery({ ...offersQuery(query), ...STAYING })
}

export function marketplacePageQuery(query: OfferQuery) {
  return queryOptions({
    queryKey: ['offers', 'marketplace', query],
    queryFn: ({ signal }) => call(listOffers, { query }, { signal }),
  })
}

/** Marketplace: one page at a time; the previous page stays while the next one loads. */
export function useMarketplace(query: OfferQuery) {
  return useQuery({ ...marketplacePageQuery(query), ...STAYING })
}

export const marketCountsQuery = queryOptions({
  queryKey: ['offers', 'market-counts'],
  queryFn: ({ signal }) => call(getMarketCounts, {}, { signal }),
})
