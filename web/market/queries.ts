import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getMarketplaceStatistics, listMarketplace, type MarketplaceQuery } from '../../domain/api.ts'
import { call } from '../client.ts'

/** A page of other traders' offers; the former page stays until the next one is here. */
export function useMarketplace(query: MarketplaceQuery) {
  return useQuery({
    queryKey: ['offers', 'marketplace', query],
    queryFn: ({ signal }) => call(listMarketplace, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useMarketplaceStatistics() {
  return useQuery({
    queryKey: ['offers', 'marketplace-statistics'],
    queryFn: ({ signal }) => call(getMarketplaceStatistics, {}, { signal }),
  })
}
