import { queryOptions, useQuery, type QueryKey } from '@tanstack/react-query'
import type { Market, MarketRate } from '../../../domain/api/offers/market.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { FIXED, RATES_READ_SECONDS } from '../../../domain/offers/rates/sources.ts'
import { call } from '../../client.ts'

/** The reference rates on which prices are based. Those of sources are read again while the page is open. */
export const ratesQuery = queryOptions({
  queryKey: ['market'],
  async queryFn({ signal, client }) {
    const former = client.getQueryData<Market>(['market'])
    const market = await call('getMarket', {}, { signal })
    // An open list of the market follows by itself (market/live/watch-offers.ts), in the places of its rows.
    if (former && pricesOf(former) !== pricesOf(market)) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => isPriced(queryKey) })
    }
    return market
  },
  staleTime: 60_000,
  refetchInterval: ({ state: { data } }) => (data && !isFixed(data.rates) ? RATES_READ_SECONDS * 1000 : false),
})

function pricesOf({ rates }: Market): string {
  return rates.map(({ rate, unavailableSince }) => `${rate} ${unavailableSince === null}`).join()
}

/** What has prices and is not read again by itself. */
function isPriced([kind, list]: QueryKey): boolean {
  return kind === 'my-offers' || (kind === 'offers' && ['one', 'trader', 'landing'].includes(String(list)))
}

export const statisticsQuery = queryOptions({
  queryKey: ['market', 'statistics'],
  queryFn: ({ signal }) => call('getMarketStatistics', {}, { signal }),
  staleTime: 60_000,
})

export function useRates() {
  return useQuery(ratesQuery)
}

/** Undefined while the rates are read. */
export function useRate(currency: FiatCurrency): MarketRate | undefined {
  return useRates().data?.rates.find(({ fiatCurrency }) => fiatCurrency === currency)
}

/** Whether the rates are the fixed table, which follows no market. Before its sources have answered, a market has its rates, too. */
export function isFixed(rates: readonly Pick<MarketRate, 'sources' | 'unavailableSince'>[]): boolean {
  return rates.every(({ sources, unavailableSince }) => sources.includes(FIXED) && unavailableSince === null)
}

/** The offers of the landing page. */
export const landingOffersQuery = queryOptions({
  queryKey: ['offers', 'landing'],
  queryFn: ({ signal }) => call('listLandingOffers', {}, { signal }),
})
