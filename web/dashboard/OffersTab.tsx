import { Trans, useLingui } from '@lingui/react/macro'
import { canCreateOffers, useSession } from '../session/session.ts'
import { Link } from '../layout/Link.tsx'
import { useMyOffers } from '../offers/mine.ts'
import { MyOfferRow } from '../offers/MyOfferRow.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { Loaded } from '../Loaded.tsx'

/** The user's active offers, with the menu that they have on My Offers. */
export function OffersTab() {
  const { t } = useLingui()
  // As many as a user can have active fit on one page.
  const query = useMyOffers('active')
  if (!query.data && !query.error) return <SkeletonRows rows={3} label={t`Loading offers…`} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <Loaded query={query}>
        {(active) =>
          active.length === 0 ? (
            <NoActiveOffers />
          ) : (
            <ul className="panel divide-y divide-line">
              {active.map((offer) => (
                <MyOfferRow key={offer.id} offer={offer} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Link to={paths.myOffers} className={buttonClass('line', 'normal', 'justify-self-start')}>
        <Trans>All my offers</Trans>
      </Link>
    </div>
  )
}

function NoActiveOffers() {
  const session = useSession()
  return (
    <EmptyState
      title={<Trans>No active offers</Trans>}
      action={
        canCreateOffers(session) && (
          <Link to={paths.createOffer} className={buttonClass('accent')}>
            <Trans>Create offer</Trans>
          </Link>
        )
      }
    >
      <Trans>Offers that others can accept now are listed here.</Trans>
    </EmptyState>
  )
}
