import { Trans, useLingui } from '@lingui/react/macro'
import type { MyOffer } from '../../domain/api.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { errorText } from '../client.ts'
import { useFormats } from '../formats.ts'
import { Link } from '../layout/Link.tsx'
import { VsMarket } from '../market/VsMarket.tsx'
import { useMyOffers } from '../offers/mine.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { Translated } from '../ui/Translated.tsx'

/** The user's active offers. */
export function OffersTab() {
  const { t } = useLingui()
  // As many as a user can have active fit on one page.
  const { offers: active, error, refetch, isFetching } = useMyOffers('active')
  if (!active && !error) return <SkeletonRows rows={3} label={t`Loading offers…`} />
  return (
    <div className="grid grid-cols-1 gap-4">
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </ErrorNote>
      )}
      {active?.length === 0 && <NoActiveOffers />}
      {active && active.length > 0 && (
        <ul className="panel divide-y divide-line">
          {active.map((offer) => (
            <Line key={offer.id} offer={offer} />
          ))}
        </ul>
      )}
      <Link to={paths.myOffers} className={buttonClass('line', 'normal', 'justify-self-start')}>
        <Trans>All my offers</Trans>
      </Link>
    </div>
  )
}

function Line({ offer }: { offer: MyOffer }) {
  const formats = useFormats()
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-4 md:grid-cols-[1fr_1.4fr_1fr_1fr] md:items-center md:px-5">
      <p className="font-semibold">
        {offer.type === 'sell' ? <Trans>Selling USDT</Trans> : <Trans>Buying USDT</Trans>}
      </p>
      <p className="num">
        {formats.range(offer.minAmount, offer.maxAmount, 2)} {offer.fiatCurrency}
      </p>
      <p>
        <Translated text={PAYMENT_METHOD_NAMES[offer.paymentMethod]} />
      </p>
      <p className="num text-muted md:text-end">
        <VsMarket percentage={offer.pricePercentage} />
      </p>
    </li>
  )
}

function NoActiveOffers() {
  return (
    <EmptyState
      title={<Trans>No active offers</Trans>}
      action={
        <Link to={paths.createOffer} className={buttonClass('accent')}>
          <Trans>Create offer</Trans>
        </Link>
      }
    >
      <Trans>Offers that others can accept now are listed here.</Trans>
    </EmptyState>
  )
}
