import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Offer } from '../../domain/api.ts'
import { LANDING_OFFERS } from '../../domain/market.ts'
import { useSession } from '../accounts/session.ts'
import { errorText } from '../client.ts'
import { Link } from '../layout/Link.tsx'
import { OfferRow } from '../market/OfferRow.tsx'
import { latestOffersQuery } from '../market/rates.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'

/** Up to six offers that are open now (spec-coverage 2 Landing). */
export function LatestOffers() {
  return (
    <section className="wrap py-8 md:py-12">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-3xl">
          <Trans>Open offers</Trans>
        </h2>
        <Link to={paths.offers} className="text-muted underline underline-offset-4 hover:text-ink">
          <Trans>Browse all offers</Trans>
        </Link>
      </div>
      <OfferList />
    </section>
  )
}

function OfferList() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(latestOffersQuery)
  if (data && data.offers.length > 0) return <Rows offers={data.offers} />
  if (data) return <NoOffers />
  if (error) {
    return (
      <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
        {errorText(error)}
      </ErrorNote>
    )
  }
  return <SkeletonRows rows={LANDING_OFFERS} label={t`Loading offers…`} />
}

function Rows({ offers }: { offers: Offer[] }) {
  const { t } = useLingui()
  return (
    <ul className="panel divide-y divide-line">
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} to={paths.newTrade(offer.id)} label={t`Open trade`} />
      ))}
    </ul>
  )
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
    />
  )
}
