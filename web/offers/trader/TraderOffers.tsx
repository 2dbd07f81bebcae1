import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { RatesNote } from '../rates/RateNote.tsx'
import { OfferRow } from '../market/rows/OfferRow.tsx'
import { paths } from '../../paths.ts'
import { traderOffersQuery } from '../../profiles/trader.ts'
import { Loaded } from '../../Loaded.tsx'

/** The trader's open offers, with the button of each. */
export function TraderOffers({ username }: { username: string }) {
  const { t } = useLingui()
  const query = useQuery(traderOffersQuery(username))
  return (
    <section className="mt-8" aria-labelledby="trader-offers">
      <h2 id="trader-offers" className="mb-4 text-xl">
        <Trans>Open offers</Trans>
      </h2>
      <RatesNote className="mb-3 text-sm text-muted" />
      <Loaded query={query} rows={2} label={t`Loading offers…`}>
        {(answer) => answer && (answer.offers.length > 0 ? <Rows offers={answer.offers} /> : <NoOffers />)}
      </Loaded>
    </section>
  )
}

function NoOffers() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      <Trans>This trader has no open offers.</Trans>
      <Link to={paths.offers} className="touch-area text-ink underline underline-offset-4">
        <Trans>Browse other offers</Trans>
      </Link>
    </p>
  )
}

function Rows({ offers }: { offers: Offer[] }) {
  const session = useSession()
  // Deferred: once the session is known, the rows of a prerendered page are rendered again without blocking input.
  const isSignedOut = useDeferredValue(session.status === 'signed-out')
  const isReadOnly = useDeferredValue(!canOpenTrades(session))
  return (
    <ul className="panel divide-y divide-line">
      {offers.map((offer) => (
        <OfferRow
          key={offer.id}
          offer={offer}
          isSignedOut={isSignedOut}
          isReadOnly={isReadOnly}
          isMine={offer.owner.username === session.user?.username}
          known="trader"
        />
      ))}
    </ul>
  )
}
