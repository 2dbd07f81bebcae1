import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { getOffer } from '../../domain/api.ts'
import { ERRORS } from '../../domain/errors.ts'
import { SignedIn } from '../accounts/SignedIn.tsx'
import { ApiError, call, errorText } from '../client.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { NewTrade } from './NewTrade.tsx'

/** Opening a trade on an offer (spec section 2, New trade): signed in, on somebody else's offer that is open. */
export default function NewTradePage() {
  const { t } = useLingui()
  const offerId = useSearchParams()[0].get('offer') ?? ''
  return (
    <SignedIn>
      {() => (
        <div className="wrap py-8 md:py-12">
          <PageTitle title={t`New trade`} />
          {offerId === '' ? <OfferNotFound /> : <Guarded key={offerId} offerId={offerId} />}
        </div>
      )}
    </SignedIn>
  )
}

function Guarded({ offerId }: { offerId: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['offers', 'one', offerId],
    queryFn: ({ signal }) => call(getOffer, { params: { offerId } }, { signal }),
  })
  if (data?.isMine) return <OwnOffer />
  if (data?.status === 'active') return <NewTrade offer={data} />
  if (data || isMissing(error)) return <OfferNotFound />
  if (!error) return <SkeletonRows rows={4} label={t`Loading offer…`} />
  return (
    <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
      {errorText(error)}
    </ErrorNote>
  )
}

/** An id that leads nowhere, or is none. */
function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

function OfferNotFound() {
  return (
    <EmptyState
      title={<Trans>Offer Not Found</Trans>}
      action={
        <Link to={paths.offers} className={buttonClass('accent')}>
          <Trans>Browse Other Offers</Trans>
        </Link>
      }
    >
      <Trans>The offer you're looking for doesn't exist or has been removed</Trans>
    </EmptyState>
  )
}

function OwnOffer() {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      isOpen
      onClose={() => void navigate(paths.offers, { replace: true })}
      title={<Trans>This is your offer</Trans>}
    >
      {ERRORS.own_offer.text}
    </ConfirmDialog>
  )
}
