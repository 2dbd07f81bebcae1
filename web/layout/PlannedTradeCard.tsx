import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getTradeEstimate } from '../../domain/api/trades/trade-estimate.ts'
import type { Offer } from '../../domain/api/offers/offers.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import { call, errorText } from '../client.ts'
import { useFormats } from '../formats.ts'
import { Link } from './Link.tsx'
import { useOffer } from '../one-offer.ts'
import { paths } from '../paths.ts'
import { Skeleton } from '../ui/notices/Skeleton.tsx'
import type { PlannedTrade } from '../session/planned-trade.ts'

/** The price of an offer follows the market. */
const ASK_AGAIN_MS = 60_000

/**
 * The trade that a visitor is about to open, above the forms of sign-in and sign-up: with whom, and what they pay and receive by
 * the server's present price.
 */
export default function PlannedTradeCard({ trade }: { trade: PlannedTrade }) {
  const { t } = useLingui()
  const { data: offer, error } = useOffer(trade.offerId)
  return (
    <section
      aria-label={t`Your trade`}
      className="sticky top-2 z-10 mb-4 grid min-h-20 content-center rounded-panel border border-s-4 border-line border-s-accent bg-raised px-4 py-2.5 shadow-popup"
    >
      <Content trade={trade} offer={offer} error={error} />
    </section>
  )
}

type ContentProps = { trade: PlannedTrade; offer: Offer | null | undefined; error: Error | null }

function Content({ trade, offer, error }: ContentProps) {
  if (offer === undefined && error) return <p>{errorText(error)}</p>
  if (offer === undefined) return <Shape />
  if (offer === null || offer.status !== 'active') {
    return (
      <>
        <p className="font-semibold">
          <Trans>The offer you chose is no longer open.</Trans>
        </p>
        <p className="text-sm">
          <OtherOffers offer={offer} trade={trade} />
        </p>
      </>
    )
  }
  return <OpenOffer offer={offer} trade={trade} />
}

function Shape() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}

function OpenOffer({ offer, trade: { offerId, amount } }: { offer: Offer; trade: PlannedTrade }) {
  const formats = useFormats()
  // The method is chosen after the sign-in; the amounts are the same by each.
  const [paymentMethod] = offer.paymentMethods
  const { data, error } = useQuery({
    queryKey: ['offers', 'estimate', offerId, amount, paymentMethod],
    queryFn: ({ signal }) =>
      call(getTradeEstimate, { params: { offerId }, query: { amount: amount ?? '', paymentMethod } }, { signal }),
    enabled: amount !== undefined,
    refetchInterval: ASK_AGAIN_MS,
    retry: false,
  })
  if (amount !== undefined && !data && !error) return <Shape />
  const price = formats.fullPrice(data?.price ?? offer.price)
  const { fiatCurrency } = offer
  const { username } = offer.owner
  const isBuying = takerRole(offer.type) === 'buyer'
  return (
    <>
      <p className="num text-pretty">
        {data ? (
          <WithAmounts
            isBuying={isBuying}
            username={username}
            fiat={formats.fiat(data.amountFiat, data.fiatCurrency)}
            usdt={formats.usdt(data.takerUsdt)}
          />
        ) : isBuying ? (
          <Trans>
            Your trade: you buy USDT from <bdi className="font-semibold">{username}</bdi>.
          </Trans>
        ) : (
          <Trans>
            Your trade: you sell USDT to <bdi className="font-semibold">{username}</bdi>.
          </Trans>
        )}
      </p>
      <p className="num text-sm text-muted">
        {error ? (
          <span className="font-medium text-sell">{errorText(error)}</span>
        ) : (
          <Trans>
            {price} {fiatCurrency} per USDT now, fixed when you open the trade.
          </Trans>
        )}{' '}
        <OtherOffers offer={offer} trade={{ offerId, amount }} />
      </p>
    </>
  )
}

type Amounts = { isBuying: boolean; username: string; fiat: string; usdt: string }

function WithAmounts({ isBuying, username, fiat, usdt }: Amounts) {
  return isBuying ? (
    <Trans>
      Your trade: you pay <bdi className="font-semibold">{username}</bdi> <strong>{fiat}</strong> and receive{' '}
      <strong>{usdt}</strong>.
    </Trans>
  ) : (
    <Trans>
      Your trade: you send <bdi className="font-semibold">{username}</bdi> <strong>{usdt}</strong> and are paid{' '}
      <strong>{fiat}</strong>.
    </Trans>
  )
}

/** Leads back to the offers on the same side of the market, with the amount. */
function OtherOffers({ offer, trade }: { offer: Offer | null; trade: PlannedTrade }) {
  const search = new URLSearchParams(offer ? { currency: offer.fiatCurrency } : {})
  if (offer && trade.amount !== undefined) search.set('amount', trade.amount)
  const pathname = offer ? (takerRole(offer.type) === 'buyer' ? paths.buyOffers : paths.sellOffers) : paths.offers
  return (
    <Link to={{ pathname, search: search.toString() }} className="text-ink underline underline-offset-4">
      <Trans>Choose another offer</Trans>
    </Link>
  )
}
