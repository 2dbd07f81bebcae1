import { useLingui } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import { addressIn, namedIn, SOURCE_LANGUAGE, withoutLanguage } from '../../../domain/languages.ts'
import { useCurrencyList } from '../../layout/currency-list.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { readSwitch } from '../currencies/read-switch.ts'
import type { PageHandle } from '../../layout/document/page-data.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { HydratedApart } from '../../ui/hydration/HydratedApart.tsx'
import { currencyOf, filtersOf, marketQuery, placeOf, sideOf, useListAddress } from './filters/filters.ts'
import { openedAt, type Side } from './filters/kept-market.ts'
import { MarketFilters } from './filters/MarketFilters.tsx'
import { MarketHead } from './MarketHead.tsx'
import { OfferBoard } from './OfferBoard.tsx'
import { marketCountsQuery, offersQuery } from './queries.ts'
import { ratesQuery } from '../rates/rates.ts'

export const handle: PageHandle = {
  read: (client, address) => [
    readOffers(client, address),
    client.ensureQueryData(marketCountsQuery),
    client.ensureQueryData(ratesQuery),
  ],
}

async function readOffers(client: QueryClient, address: URL): Promise<void> {
  const { filters, query } = marketOf(openedHere(address))
  const { offers } = await client.ensureQueryData(offersQuery(query))
  await readSwitch(client, address, { currency: currencyOf(filters), isEmpty: offers.length === 0 })
}

/** In the browser a link is read ahead with the side and the filters with which it opens. The server knows none. */
function openedHere(address: URL): string {
  if (import.meta.env.SSR) return address.href
  const { pathname, search } = address
  const opened = openedAt(withoutLanguage(pathname), search)
  return new URL(addressIn(namedIn(pathname) ?? SOURCE_LANGUAGE, opened), address).href
}

function marketOf(address: string) {
  const { pathname, searchParams } = new URL(address)
  const side = sideOf(pathname, searchParams)
  const filters = filtersOf(address)
  const place = placeOf(address, filters.sort)
  return { side, filters, place, query: marketQuery(side, filters, place) }
}

/** The market: other traders' offers on one side, searched, ordered and paged (spec-coverage 2 Browse and Marketplace). */
export default function OffersPage() {
  const { t } = useLingui()
  const currencies = useCurrencyList('conjunction')
  const { side, filters, place, query } = marketOf(useListAddress())
  const { title, pageTitle } = useTitles(side, filters.currency)
  return (
    <div className="wrap py-3 md:py-10">
      <PageTitle title={pageTitle} description={t`Buy and sell USDT directly, for ${currencies}.`} />
      <HydratedApart>
        <MarketHead title={title} currency={currencyOf(filters)} />
      </HydratedApart>
      <HydratedApart>
        <MarketFilters side={side} filters={filters} />
      </HydratedApart>
      <HydratedApart>
        <OfferBoard side={side} filters={filters} query={query} page={place.page} />
      </HydratedApart>
    </div>
  )
}

/** Search engines list the offers of one currency as a page of its own. */
function useTitles(side: Side, fiatCurrency: FiatCurrency | undefined) {
  const { t } = useLingui()
  const title = side === 'buy' ? t`Buy USDT` : t`Sell USDT`
  if (fiatCurrency === undefined) return { title, pageTitle: title }
  return { title, pageTitle: side === 'buy' ? t`Buy USDT for ${fiatCurrency}` : t`Sell USDT for ${fiatCurrency}` }
}
