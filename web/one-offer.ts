import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { getOffer, type Offer, type OfferPage } from '../domain/api/offers/offers.ts'
import { call, nullIfMissing } from './client.ts'

/** One public offer; null for an id that is unknown or malformed. */
export function offerQuery(offerId: string) {
  return queryOptions({
    queryKey: ['offers', 'one', offerId],
    queryFn: ({ signal }) => call(getOffer, { params: { offerId } }, { signal }).catch(nullIfMissing),
  })
}

/** The offer as a list has shown it, until it has been read. */
export function useOffer(offerId: string) {
  const client = useQueryClient()
  return useQuery({ ...offerQuery(offerId), placeholderData: () => findListed(client, offerId) })
}

/** Other queries under the key hold one offer or counts. */
function findListed(client: QueryClient, offerId: string): Offer | undefined {
  return client
    .getQueriesData<Partial<OfferPage> | null>({ queryKey: ['offers'] })
    .flatMap(([, data]) => data?.offers ?? [])
    .find(({ id }) => id === offerId)
}
