import { queryOptions, useQuery } from '@tanstack/react-query'
import { getTrader } from '../../domain/api/profiles/traders.ts'
import { listTraderOffers } from '../../domain/api/offers/offers.ts'
import { call, nullIfMissing } from '../client.ts'

/** A trader's public profile; null where no account has the name. */
export function traderQuery(username: string) {
  return queryOptions({
    queryKey: ['trader', username],
    queryFn: ({ signal }) => call(getTrader, { params: { username } }, { signal }).catch(nullIfMissing),
  })
}

/** The trader's open offers; null where no account has the name. */
export function traderOffersQuery(username: string) {
  return queryOptions({
    queryKey: ['offers', 'trader', username],
    queryFn: ({ signal }) => call(listTraderOffers, { params: { username } }, { signal }).catch(nullIfMissing),
  })
}

export function useTrader(username: string) {
  return useQuery(traderQuery(username))
}
