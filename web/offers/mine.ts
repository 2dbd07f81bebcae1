import { useQuery, type QueryClient } from '@tanstack/react-query'
import { listMyOffers, type MyOffer } from '../../domain/api.ts'
import { call } from '../client.ts'

const myOffersKey = ['my-offers'] as const

/** The signed-in trader's offers in every status, newest first. */
export function useMyOffers(enabled = true) {
  return useQuery({
    enabled,
    queryKey: myOffersKey,
    queryFn: async ({ signal }) => (await call(listMyOffers, {}, { signal })).offers,
  })
}

/** Shows an offer as the server has it after a change. */
export function keepMyOffer(client: QueryClient, offer: MyOffer): void {
  client.setQueryData<MyOffer[]>(myOffersKey, (offers) => offers?.map((each) => (each.id === offer.id ? offer : each)))
  readOffersAgain(client)
}

export function dropMyOffer(client: QueryClient, offerId: string): void {
  client.setQueryData<MyOffer[]>(myOffersKey, (offers) => offers?.filter(({ id }) => id !== offerId))
  readOffersAgain(client)
}

/** Refreshes the trader's list and the market after a change. */
export function readOffersAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: myOffersKey })
  void client.invalidateQueries({ queryKey: ['offers'] })
}
