import { queryOptions, useQuery } from '@tanstack/react-query'
import { LANDING_OFFERS } from '../../../../domain/market.ts'
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

/** The newest offers, of the landing page. */
export const latestOffersQuery = queryOptions({
  queryKey: ['offers', { limit: LANDING_OFFERS }],
  queryFn: ({ signal }) => call('listOffers', { query: { sort: 'created_at', limit: LANDING_OFFERS } }, { signal }),
})
