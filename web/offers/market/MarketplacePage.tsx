import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Count } from '../../../domain/api/endpoint.ts'
import type { Offer, OfferPage, OfferQuery } from '../../../domain/api/offers/offers.ts'
import { MARKETPLACE_PAGE_SIZE } from '../../../domain/offers/listing.ts'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { NoOffersSlot } from '../currencies/NoOffersSlot.tsx'
import { readSwitch } from '../currencies/read-switch.ts'
import { Link } from '../../layout/Link.tsx'
import type { PageHandle } from '../../layout/page-data.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { TradeDialog } from '../opening/TradeDialog.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { HydratedApart } from '../../ui/hydration/HydratedApart.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import {
  MARKETPLACE_FILTERS,
  currencyOf,
  filtersOf,
  isNarrowed,
  marketplaceQuery,
  placeOf,
  useListAddress,
  type Filters,
} from './filters/filters.ts'
import { LiveSlot } from './live/LiveSlot.tsx'
import { MarketRow } from './rows/MarketRow.tsx'
import { MarketplaceFilters } from './filters/MarketplaceFilters.tsx'
import { MarketplaceHead } from './MarketplaceHead.tsx'
import { OfferTable } from './rows/OfferTable.tsx'
import { Pager } from './paging/Pager.tsx'
import { marketCountsQuery, marketplacePageQuery, useMarketplace } from './queries.ts'
import { SaveSearchSlot } from './filters/SaveSearchSlot.tsx'
import { WidenSearch } from './filters/WidenSearch.tsx'
import { SearchNote } from './paging/SearchNote.tsx'
import { useCount } from './paging/use-count.ts'
import { RetryNote } from '../../RetryNote.tsx'

export const handle: PageHandle = {
  read: (client, address) => [readOffers(client, address), client.ensureQueryData(marketCountsQuery)],
}

async function readOffers(client: QueryClient, address: URL): Promise<void> {
  const { filters, query } = marketplaceOf(address.href)
  const { offers } = await client.ensureQueryData(marketplacePageQuery(query))
  await readSwitch(client, address, { currency: currencyOf(filters), isEmpty: offers.length === 0 })
}

function marketplaceOf(address: string) {
  const filters = filtersOf(address, MARKETPLACE_FILTERS)
  const place = placeOf(address, filters.sort)
  return { filters, place, query: marketplaceQuery(filters, place) }
}

/** Other traders' offers, searched, ordered and paged (spec-coverage 2 Marketplace). */
export default function MarketplacePage() {
  const { t } = useLingui()
  const { filters, place, query } = marketplaceOf(useListAddress())
  return (
    <div className="wrap py-3 md:py-12">
      <PageTitle title={t`Marketplace`} description={t`Search and sort every offer to buy or sell USDT.`} />
      <HydratedApart>
        <MarketplaceHead />
      </HydratedApart>
      <HydratedApart>
        <MarketplaceFilters filters={filters} />
      </HydratedApart>
      <HydratedApart>
        <Results filters={filters} query={query} page={place.page} />
      </HydratedApart>
    </div>
  )
}

type ResultsProps = { filters: Filters; query: OfferQuery; page: number }

/** Apart from the filters, which an answer does not change. */
function Results({ filters, query, page }: ResultsProps) {
  const { t } = useLingui()
  const market = useMarketplace(query)
  const { data, error, isPlaceholderData } = market
  return (
    <>
      <div className="mb-1 flex min-h-11 flex-wrap items-center gap-x-4 max-lg:justify-between md:mb-2">
        <LiveSlot queryKey={marketplacePageQuery(query).queryKey} query={query}>
          {data && !isPlaceholderData && <Total total={data.total} />}
        </LiveSlot>
        <SaveSearchSlot query={query} />
      </div>
      <RetryNote query={market} className="mb-3" />
      {!data && !error && <SkeletonRows rows={MARKETPLACE_PAGE_SIZE} label={t`Loading marketplace…`} />}
      {data?.offers.length === 0 && data.searched === null && (
        <NoOffersSlot currency={currencyOf(filters)}>
          <NoOffers filters={filters} />
        </NoOffersSlot>
      )}
      {data && data.offers.length > 0 && (
        <HydratedApart>
          <Rows result={data} amount={query.amount} isOld={isPlaceholderData} />
        </HydratedApart>
      )}
      {data && !isPlaceholderData && <SearchNote searched={data.searched} />}
      {data && !isPlaceholderData && <Pager result={data} page={page} />}
    </>
  )
}

function Total({ total }: { total: Count }) {
  const count = useCount()(total)
  return <Plural value={total.count} one={`${count} offer`} other={`${count} offers`} />
}

/** Rows of the previous page stay, faded, while the next one loads. */
type RowsProps = { result: OfferPage; amount: string | undefined; isOld: boolean }

function Rows({ result, amount, isOld }: RowsProps) {
  // The rows are drawn again in pieces: a visitor's once the session is known, and all with each answer, whose time differs.
  const session = useSession()
  const isSignedOut = useDeferredValue(session.status !== 'signed-in')
  const isReadOnly = useDeferredValue(!canOpenTrades(session))
  const { offers, now } = useDeferredValue(result)
  const areOld = useDeferredValue(isOld)
  const [taken, setTaken] = useState<Offer | null>(null)
  return (
    <>
      <OfferTable isOld={areOld}>
        {offers.map((offer) => (
          <MarketRow
            key={offer.id}
            offer={offer}
            now={now}
            amount={amount}
            isSignedOut={isSignedOut}
            isReadOnly={isReadOnly}
            onStart={setTaken}
          />
        ))}
      </OfferTable>
      <TradeDialog offer={taken} amount={amount} onClose={() => setTaken(null)} />
    </>
  )
}

function NoOffers({ filters }: { filters: Filters }) {
  const session = useSession()
  const canWiden = isNarrowed(filters)
  return (
    <EmptyState
      title={<Trans>No offers available</Trans>}
      action={
        <>
          {canWiden && <WidenSearch filters={filters} names={MARKETPLACE_FILTERS} />}
          {canCreateOffers(session) && (
            <Link to={paths.createOffer} className={buttonClass(canWiden ? 'line' : 'accent')}>
              <Trans>Create your first offer</Trans>
            </Link>
          )}
        </>
      }
    >
      {canWiden ? (
        <Trans>No offers match your current filters. Try adjusting your search criteria.</Trans>
      ) : (
        <Trans>There are currently no active offers from other traders. Be the first to create an offer!</Trans>
      )}
    </EmptyState>
  )
}
