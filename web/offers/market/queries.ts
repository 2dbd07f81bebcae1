import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getMarketCounts } from '../../../domain/api/offers/market.ts'
import { listOffers, type OfferQuery } from '../../../domain/api/offers/offers.ts'
import { call } from '../../client.ts'

export function offersQuery(query: OfferQuery) {
  return queryOptions({
    queryKey: ['offers', 'market', query],
    queryFn: ({ signal }) => call(listOffers, { query }, { signal }),
  })
}

/**
 * One page at a time; the previous page stays while the next one loads. The rows of a list do not move under the reader’s finger:
 * LiveSlot keeps them up to date in their places.
 */
export function useOffers(query: OfferQuery) {
  return useQuery({
    ...offersQuery(query),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export const marketCountsQuery = queryOptions({
  queryKey: ['offers', 'market-counts'],
  queryFn: ({ signal }) => call(getMarketCounts, {}, { signal }),
})
