import { queryOptions, useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
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

function findListed(client: QueryClient, offerId: string): Offer | undefined {
  return client
    .getQueriesData({ queryKey: ['offers'] })
    .flatMap(([, data]) => pagesOf(data))
    .flatMap(({ offers = [] }) => offers)
    .find(({ id }) => id === offerId)
}

/** Other queries under the key hold one offer, the user's own offers or counts. */
function pagesOf(data: unknown): Partial<OfferPage>[] {
  const { pages } = (data ?? {}) as Partial<InfiniteData<Partial<OfferPage>>>
  return pages ?? [(data ?? {}) as Partial<OfferPage>]
}
