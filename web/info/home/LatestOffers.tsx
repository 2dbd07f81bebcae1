import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { LANDING_OFFERS } from '../../../domain/offers/listing.ts'
import { parseFiat } from '../../../domain/money.ts'
import { isServed } from '../../../domain/offers/largest-trade.ts'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { Loaded } from '../../Loaded.tsx'
import { OfferRow } from '../../offers/market/rows/OfferRow.tsx'
import { QUICK_TRADE_START, quickTradeKey, type QuickTradeInput } from '../../offers/rates/QuickTrade.tsx'
import { landingOffersQuery } from '../../offers/rates/rates.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'

/** Up to six offers that are open now (spec-coverage 2 Landing). */
export function LatestOffers() {
  return (
    <section className="wrap pt-4 pb-8 md:py-12">
      <div className="mb-3 flex md:mb-5 flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-2xl md:text-3xl">
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
  return (
    <Loaded query={useQuery(landingOffersQuery)} rows={LANDING_OFFERS} label={t`Loading offers…`} hidesLaterErrors>
      {({ offers }) => (offers.length > 0 ? <Rows offers={offers} /> : <NoOffers />)}
    </Loaded>
  )
}

function Rows({ offers }: { offers: Offer[] }) {
  const amountFor = useQuickTradeAmount()
  const isReadOnly = useDeferredValue(!canOpenTrades(useSession()))
  return (
    <ul className="panel divide-y divide-line">
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} amount={amountFor(offer)} isReadOnly={isReadOnly} />
      ))}
    </ul>
  )
}

/**
 * The amount that the reader has typed in the calculator above, for the offers that serve it now: in its currency, on its side,
 * within the limits. What the calculator begins with is not the reader's, and would change the rows after the page is shown.
 */
function useQuickTradeAmount(): (offer: Offer) => string | undefined {
  const { data } = useQuery<QuickTradeInput>({ queryKey: quickTradeKey, enabled: false })
  // The rows hydrate after the calculator, and begin as the server wrote them.
  const isHydrated = useDeferredValue(true, false)
  const milli = parseFiat(data?.amount ?? '')
  return (offer) => {
    if (!isHydrated || !data || isStart(data) || milli === null || offer.fiatCurrency !== data.currency)
      return undefined
    if (offer.type !== (data.side === 'buy' ? 'sell' : 'buy')) return undefined
    return isServed(offer, milli) ? data.amount : undefined
  }
}

function isStart({ side, amount, currency }: QuickTradeInput): boolean {
  const start = QUICK_TRADE_START
  return side === start.side && amount === start.amount && currency === start.currency
}

function NoOffers() {
  const session = useSession()
  return (
    <EmptyState
      title={<Trans>No offers found</Trans>}
      action={
        session.user &&
        canCreateOffers(session) && (
          <Link to={paths.createOffer} className={buttonClass('accent')}>
            <Trans>Create your first offer</Trans>
          </Link>
        )
      }
    />
  )
}
