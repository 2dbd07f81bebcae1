import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Offer, OfferQuery } from '../../domain/api.ts'
import { DEFAULT_SORT, type Sort } from '../../domain/listing.ts'
import { useSession } from '../accounts/session.ts'
import { errorText } from '../client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { OfferRow } from './OfferRow.tsx'
import { useOffers } from './queries.ts'
import { SearchNote } from './SearchNote.tsx'

/** The offers that pass the filters, in the chosen order, a page at a time. */
export function OfferBoard({ query }: { query: OfferQuery }) {
  const { t } = useLingui()
  const board = useOffers(query)
  const offers = board.data?.pages.flatMap((page) => page.offers)
  return (
    <section aria-label={t`Offers`}>
      <p role="status" className="mb-2 min-h-6 text-sm text-muted">
        {offers && !board.isPlaceholderData && (
          <Count offers={offers.length} hasMore={board.hasNextPage} sort={query.sort ?? DEFAULT_SORT} />
        )}
      </p>
      {board.error && !board.isFetchNextPageError && (
        <ErrorNote onRetry={() => void board.refetch()} isRetrying={board.isFetching} className="mb-3">
          {errorText(board.error)}
        </ErrorNote>
      )}
      {board.isPending && <SkeletonRows rows={6} label={t`Loading offers…`} />}
      {offers?.length === 0 && !board.hasNextPage && <NoOffers />}
      {offers && offers.length > 0 && <Rows offers={offers} isOld={board.isPlaceholderData} />}
      <SearchNote searched={board.data?.pages.at(-1)?.searched} />
      {board.isFetchNextPageError && (
        <ErrorNote onRetry={() => void board.fetchNextPage()} isRetrying={board.isFetchingNextPage} className="mt-3">
          {errorText(board.error)}
        </ErrorNote>
      )}
      {board.hasNextPage && !board.isFetchNextPageError && (
        <div className="mt-5 flex justify-center">
          <Button busy={board.isFetchingNextPage} onClick={() => void board.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

function Count({ offers, hasMore, sort }: { offers: number; hasMore: boolean; sort: Sort }) {
  if (hasMore && sort === 'created_at') return <Trans>The newest {offers} offers. There are more.</Trans>
  if (hasMore) return <Trans>The first {offers} offers. There are more.</Trans>
  return <Plural value={offers} _0="" one="# offer" other="# offers" />
}

/** Rows of the previous filters stay, faded, while the new ones load. */
function Rows({ offers, isOld }: { offers: Offer[]; isOld: boolean }) {
  const session = useSession()
  return (
    <ul
      aria-busy={isOld}
      className={`panel divide-y divide-line transition-opacity duration-150 ${isOld ? 'opacity-60' : ''}`}
    >
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} action={actionOn(offer, session.status === 'signed-out')} />
      ))}
    </ul>
  )
}

function actionOn(offer: Offer, isSignedOut: boolean) {
  const to = paths.newTrade(offer.id)
  return isSignedOut
    ? { to: paths.loginThen(to), label: <Trans>Sign in to trade</Trans> }
    : { to, label: <Trans context="open a trade">Trade</Trans> }
}

function NoOffers() {
  const session = useSession()
  return (
    <EmptyState
      title={<Trans>No offers found</Trans>}
      action={
        session.user && (
          <Link to={paths.createOffer} className={buttonClass('accent')}>
            <Trans>Create your first offer</Trans>
          </Link>
        )
      }
    >
      <Trans>Try adjusting your search criteria</Trans>
    </EmptyState>
  )
}
