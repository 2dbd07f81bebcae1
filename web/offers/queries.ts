import { useInfiniteQuery, useQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { getMyOffer, listMyOffers, type MyOffer, type MyOfferPage } from '../../domain/api/offers/my-offers.ts'
import { call } from '../client.ts'
import { pagedQuery } from '../paged-query.ts'

const myOffersKey = ['my-offers'] as const
const myOfferKey = (offerId: string) => ['my-offer', offerId] as const

/** The signed-in trader's offers, newest first, page by page. */
export function useMyOffers() {
  return useInfiniteQuery({
    ...pagedQuery([...myOffersKey, 'all'], listMyOffers, (before) => ({ query: { before } })),
    select: ({ pages }) => pages.flatMap(({ offers }) => offers),
  })
}

/** One of the signed-in trader's offers; nothing is read without an id. */
export function useMyOffer(offerId: string | null) {
  return useQuery({
    enabled: offerId !== null,
    queryKey: myOfferKey(offerId ?? ''),
    queryFn: ({ signal }) => call(getMyOffer, { params: { offerId: offerId ?? '' } }, { signal }),
  })
}

/** Shows an offer as the server has it after a change. */
export function keepMyOffer(client: QueryClient, offer: MyOffer): void {
  client.setQueryData(myOfferKey(offer.id), offer)
  changePages(client, (offers) => offers.map((each) => (each.id === offer.id ? offer : each)))
  readOffersAgain(client)
}

export function dropMyOffer(client: QueryClient, offerId: string): void {
  client.removeQueries({ queryKey: myOfferKey(offerId) })
  changePages(client, (offers) => offers.filter(({ id }) => id !== offerId))
  readOffersAgain(client)
}

function changePages(client: QueryClient, change: (offers: MyOffer[]) => MyOffer[]): void {
  client.setQueriesData<InfiniteData<MyOfferPage>>(
    { queryKey: myOffersKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, offers: change(page.offers) })) },
  )
}

/** Refreshes the trader's list and the market after a change. */
export function readOffersAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: myOffersKey })
  void client.invalidateQueries({ queryKey: ['my-offer'] })
  void client.invalidateQueries({ queryKey: ['offers'] })
}
