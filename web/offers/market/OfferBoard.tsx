import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Offer, OfferQuery } from '../../../domain/api/offers/offers.ts'
import { DEFAULT_SORT, type Sort } from '../../../domain/offers/listing.ts'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { NoOffersSlot } from '../currencies/NoOffersSlot.tsx'
import { Link } from '../../layout/Link.tsx'
import { ShowMoreLink } from '../../layout/ShowMoreLink.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { BROWSE_FILTERS, currencyOf, cursorAddress, isNarrowed } from './filters/filters.ts'
import { WidenSearch } from './filters/WidenSearch.tsx'
import { LiveSlot } from './live/LiveSlot.tsx'
import { OfferRow } from './rows/OfferRow.tsx'
import { OfferTable } from './rows/OfferTable.tsx'
import { offersQuery, useOffers } from './queries.ts'
import { SearchNote } from './paging/SearchNote.tsx'
import { RetryNote } from '../../RetryNote.tsx'

/** The offers that pass the filters, in the chosen order, a page at a time. */
export function OfferBoard({ query, action }: { query: OfferQuery; action?: ReactNode }) {
  const { t } = useLingui()
  const board = useOffers(query)
  const [search] = useSearchParams()
  const offers = board.data?.pages.flatMap((page) => page.offers)
  const previousCursor = board.data?.pages.at(0)?.previousCursor
  const nextCursor = board.data?.pages.at(-1)?.nextCursor

  return (
    <section>
      <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-4 max-lg:justify-between">
        <LiveSlot queryKey={offersQuery(query).queryKey} query={query}>
          {offers && !board.isPlaceholderData && (
            <Count
              offers={offers.length}
              hasMore={board.hasNextPage}
              isFirst={query.cursor === undefined}
              sort={query.sort ?? DEFAULT_SORT}
            />
          )}
        </LiveSlot>
        {action && (
          <div className="hidden has-[*]:block max-md:basis-full signed-in:block signed-in:min-h-11">{action}</div>
        )}
      </div>
      {previousCursor && (
        <div className="mb-5 flex justify-center">
          <Link to={{ search: cursorAddress(search, previousCursor) }} className={buttonClass()}>
            <Trans>Previous</Trans>
          </Link>
        </div>
      )}
      {!board.isFetchNextPageError && <RetryNote query={board} className="mb-3" />}
      {board.isPending && <SkeletonRows rows={6} label={t`Loading offers…`} />}
      {offers?.length === 0 && !board.hasNextPage && (
        <NoOffersSlot currency={currencyOf(query)}>
          <NoOffers query={query} />
        </NoOffersSlot>
      )}
      {offers && offers.length > 0 && <Rows offers={offers} query={query} isOld={board.isPlaceholderData} />}
      <SearchNote searched={board.data?.pages.at(-1)?.searched} />
      {board.isFetchNextPageError && <RetryNote query={{ ...board, refetch: board.fetchNextPage }} className="mt-3" />}
      {nextCursor && !board.isFetchNextPageError && (
        <div className="mt-5 flex justify-center">
          <ShowMoreLink
            to={{ search: cursorAddress(search, nextCursor) }}
            isLoading={board.isFetchingNextPage}
            onShowMore={() => void board.fetchNextPage()}
          />
        </div>
      )}
    </section>
  )
}

type CountProps = { offers: number; hasMore: boolean; isFirst: boolean; sort: Sort }

function Count({ offers, hasMore, isFirst, sort }: CountProps) {
  if (!isFirst) return <Plural value={offers} one="# offer on this page" other="# offers on this page" />
  if (hasMore && sort === 'created_at') return <Trans>The newest {offers} offers. There are more.</Trans>
  if (hasMore) return <Trans>The first {offers} offers. There are more.</Trans>
  return <Plural value={offers} _0="" one="# offer" other="# offers" />
}

/** Rows of the previous filters stay, faded, while the new ones load. */
function Rows({ offers, query, isOld }: { offers: Offer[]; query: OfferQuery; isOld: boolean }) {
  const { amount, type } = query
  // The title of a page with one side of the market says it.
  const known = type && 'side'
  // The rows of a visitor's page are drawn again in pieces, once the session is known.
  const session = useSession()
  const isSignedOut = useDeferredValue(session.status === 'signed-out')
  const isReadOnly = useDeferredValue(!canOpenTrades(session))
  return (
    <OfferTable isOld={isOld}>
      {offers.map((offer) => (
        <OfferRow key={offer.id} {...{ offer, amount, isSignedOut, isReadOnly, known }} isTable />
      ))}
    </OfferTable>
  )
}

function NoOffers({ query }: { query: OfferQuery }) {
  const session = useSession()
  // The side is not a filter: its own links are above the list.
  const filters = { ...query, type: undefined }
  const canWiden = isNarrowed(filters)
  return (
    <EmptyState
      title={<Trans>No offers found</Trans>}
      action={
        <>
          {canWiden && <WidenSearch filters={filters} names={BROWSE_FILTERS} />}
          {session.user && canCreateOffers(session) && (
            <Link to={paths.createOffer} className={buttonClass(canWiden ? 'line' : 'accent')}>
              <Trans>Create your first offer</Trans>
            </Link>
          )}
        </>
      }
    >
      <Trans>Try adjusting your search criteria</Trans>
    </EmptyState>
  )
}
