import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getMarketCounts, listOffers, type OfferQuery } from '../../domain/api.ts'
import { call } from '../client.ts'

/** Browse: pages are appended; those of the previous filters stay while the new ones load. */
export function useOffers(query: OfferQuery) {
  return useInfiniteQuery({
    queryKey: ['offers', 'browse', query],
    queryFn: ({ pageParam, signal }) => call(listOffers, { query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Marketplace: one page at a time; the previous page stays while the next one loads. */
export function useMarketplace(query: OfferQuery) {
  return useQuery({
    queryKey: ['offers', 'marketplace', query],
    queryFn: ({ signal }) => call(listOffers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useMarketCounts() {
  return useQuery({
    queryKey: ['offers', 'market-counts'],
    queryFn: ({ signal }) => call(getMarketCounts, {}, { signal }),
  })
}
