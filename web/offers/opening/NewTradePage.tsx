import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { parseFiat } from '../../../domain/money.ts'
import { methodsIn } from '../../../domain/offers/listing.ts'
import { useSession } from '../../session/session.ts'
import { SignedIn } from '../../session/SignedIn.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { OfferNotFound } from '../OfferNotFound.tsx'
import { useOffer } from '../../one-offer.ts'
import { paths } from '../../paths.ts'
import { NewTrade } from './NewTrade.tsx'
import { Loaded } from '../../Loaded.tsx'

// Few readers act for the owner of a team.
const OwnAccount = lazy(async () => ({ default: (await import('../../accounts/teams/OwnAccount.tsx')).OwnAccount }))
// Few readers press the button of their own offer.
const OwnOffer = lazy(async () => ({ default: (await import('./OwnOffer.tsx')).OwnOffer }))

/** Opens a trade on another trader's open offer, for signed-in users (spec-coverage 2 New trade). */
export default function NewTradePage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const offerId = search.get('offer') ?? ''
  const start = { amount: search.get('amount') ?? '', method: search.get('method') ?? '' }
  return (
    <SignedIn>
      {() => (
        <div className="wrap py-4 md:py-12">
          <PageTitle title={t`New trade`} />
          {offerId === '' ? (
            <Navigate to={paths.offers} replace />
          ) : (
            <Guarded key={offerId} offerId={offerId} {...start} />
          )}
        </div>
      )}
    </SignedIn>
  )
}

type Start = { offerId: string; amount: string; method: string }

function Guarded({ offerId, amount, method }: Start) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useOffer(offerId)
  const { actingFor } = useSession()

  /** The address keeps what was typed and chosen, for a reload and for a sign-in in between. */
  function keepInAddress(changed: { amount?: string; method?: string }) {
    const next = { amount, method, ...changed }
    if (next.amount === amount && next.method === method) return
    void navigate(paths.newTrade(offerId, next), { replace: true, preventScrollReset: true })
  }

  if (actingFor) {
    return (
      <Suspense>
        <OwnAccount>{null}</OwnAccount>
      </Suspense>
    )
  }
  return (
    <Loaded query={query} rows={4} label={t`Loading offer…`} hidesLaterErrors>
      {(offer) => {
        if (offer === null) return <OfferNotFound />
        if (offer.isMine) {
          return (
            <Suspense>
              <OwnOffer />
            </Suspense>
          )
        }
        const typed = parseFiat(amount) === null ? '' : amount
        return (
          <NewTrade
            offer={offer}
            amount={typed}
            methods={methodsIn(method)}
            onAmount={(fiat) => keepInAddress({ amount: fiat })}
            onMethod={(chosen) => keepInAddress({ method: chosen })}
          />
        )
      }}
    </Loaded>
  )
}
