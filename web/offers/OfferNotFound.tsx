import { Link } from '../layout/Link.tsx'
import { Trans } from '@lingui/react/macro'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/notices/EmptyState.tsx'

/** Shown for an offer that does not exist or was deleted (spec-coverage 2 New trade). */
export function OfferNotFound() {
  return (
    <EmptyState
      title={
        <h1>
          <Trans>Offer not found</Trans>
        </h1>
      }
      action={
        <Link to={paths.offers} className={buttonClass('accent')}>
          <Trans>Browse other offers</Trans>
        </Link>
      }
    >
      <Trans>The offer you’re looking for doesn’t exist or has been removed</Trans>
    </EmptyState>
  )
}
