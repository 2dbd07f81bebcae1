import { queryOptions, useQuery } from '@tanstack/react-query'
import { getOffer } from '../../domain/api.ts'
import { call, nullIfMissing } from '../client.ts'

/** One public offer; null for an id that is unknown or malformed. */
export function offerQuery(offerId: string) {
  return queryOptions({
    queryKey: ['offers', 'one', offerId],
    queryFn: ({ signal }) => call(getOffer, { params: { offerId } }, { signal }).catch(nullIfMissing),
  })
}

export function useOffer(offerId: string) {
  return useQuery(offerQuery(offerId))
}
