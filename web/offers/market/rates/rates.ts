import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../client.ts'

/** The reference rates on which prices are based. */
export const marketQuery = queryOptions({
  queryKey: ['market'],
  queryFn: ({ signal }) => call('getMarket', {}, { signal }),
  staleTime: 60_000,
})

export const statisticsQuery = queryOptions({
  queryKey: ['market', 'statistics'],
  queryFn: ({ signal }) => call('getMarketStatistics', {}, { signal }),
  staleTime: 60_000,
})

export function useMarket() {
  return useQuery(marketQuery)
}

/** The offers of the landing page. */
export const landingOffersQuery = queryOptions({
  queryKey: ['offers', 'landing'],
  queryFn: ({ signal }) => call('listLandingOffers', {}, { signal }),
})
