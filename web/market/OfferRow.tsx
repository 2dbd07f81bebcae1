import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { Offer } from '../../domain/api.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { formatUsdt, parseFiat, parsePrice } from '../../domain/money.ts'
import { parsePercentage, takerAdvantage, takerRole } from '../../domain/offers.ts'
import { takerUsdt, usdtFor } from '../../domain/quote.ts'
import { useFormats } from '../formats.ts'
import { Link } from '../layout/Link.tsx'
import { TraderRecord } from '../profiles/TraderRecord.tsx'
import { OfferRequirements } from '../relations/OfferRequirements.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Badge } from '../ui/Badge.tsx'
import { usePaymentWindow } from '../offers/payment-window.ts'
import { VsMarket } from './VsMarket.tsx'

type Props = {
  offer: Offer
  /** The target of the row's one button. */
  to: string
  label: string
  /** The fiat amount of the filter: the row says what the reader receives or sends for it. */
  amount?: string | undefined
}

/**
 * One offer as a line of the board: who, at what price, within which limits, how to pay (spec-coverage 2 Browse). Texts are
 * strings: each `Trans` is two more components, in every row.
 */
export const OfferRow = memo(function OfferRow({ offer, to, label, amount }: Props) {
  const { t } = useLingui()
  const { username, avatar } = offer.owner
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-3 px-4 py-4 md:gap-x-5 md:gap-y-1 md:grid-cols-[2.1fr_0.9fr_1.25fr_1.3fr_auto] md:px-5">
      <div className="col-span-2 flex items-center justify-between gap-2 md:contents">
        <div className="flex min-w-0 items-center gap-2 md:gap-3">
          <Avatar name={username} picture={avatar} />
          <div className="min-w-0">
            <p className="truncate font-semibold">
              <bdi>{username === '' ? t`Anonymous` : username}</bdi>
            </p>
            <p className="text-sm text-muted">{offer.type === 'sell' ? t`You buy USDT` : t`You sell USDT`}</p>
          </div>
        </div>
        <OfferPrice offer={offer} />
      </div>
      <p className="num col-span-2 text-sm text-muted md:col-span-1 md:col-start-1 md:row-start-2">
        <TraderRecord trader={offer.owner} isSeller={offer.type === 'sell'} />
      </p>
      <OfferLimits offer={offer} amount={amount} />
      <OfferPayment offer={offer} />
      <Link
        to={to}
        className={buttonClass(
          offer.type === 'sell' ? 'buy' : 'sell',
          'row',
          'col-span-2 md:col-span-1 md:row-span-2 md:row-start-1 md:min-w-28',
        )}
      >
        {label}
        <span className="sr-only">
          {offer.type === 'sell' ? t`: buy USDT from ${username}` : t`: sell USDT to ${username}`}
        </span>
      </Link>
      <OfferRequirements offer={offer} className="col-span-full -mt-1" />
    </li>
  )
})

function OfferPrice({ offer }: { offer: Offer }) {
  const formats = useFormats()
  return (
    <div className="num max-w-32 shrink-0 text-end md:row-span-2 md:row-start-1 md:max-w-none md:text-start">
      <p className="text-xl leading-tight font-semibold">
        {formats.price(offer.price)} <span className="text-sm font-normal text-muted">{offer.fiatCurrency}</span>
      </p>
      <p className="text-sm text-muted">
        <VsMarket percentage={offer.pricePercentage} className={isBetter(offer) ? 'text-buy' : 'text-ink'} />
      </p>
    </div>
  )
}

function OfferLimits({ offer, amount }: Pick<Props, 'offer' | 'amount'>) {
  const { t } = useLingui()
  const { range } = useFormats()
  const exchanged = useExchanged(offer, amount)
  return (
    <div className="num text-sm text-balance md:row-span-2 md:row-start-1">
      {exchanged !== null && <p className="font-semibold">{exchanged}</p>}
      <p className="sr-only">{t`Limits`}</p>
      <p>{`${range(offer.minAmount, offer.maxAmount, 2)} ${offer.fiatCurrency}`}</p>
      {exchanged === null && <p className="text-muted">{`${range(offer.minUsdt, offer.maxUsdt, 2)} USDT`}</p>}
    </div>
  )
}

/** The USDT that the reader receives or sends for the amount, after the fee; null without an amount. */
function useExchanged({ type, price }: Offer, amount: string | undefined): string | null {
  const { t } = useLingui()
  const { usdt } = useFormats()
  const fiatMilli = amount === undefined ? null : parseFiat(amount)
  if (fiatMilli === null) return null
  const moved = usdt(formatUsdt(takerUsdt(takerRole(type), usdtFor(fiatMilli, parsePrice(price)))))
  return type === 'sell' ? t`You receive ${moved}` : t`You send ${moved}`
}

function OfferPayment({ offer }: { offer: Offer }) {
  const { t, i18n } = useLingui()
  const paymentWindow = usePaymentWindow()
  return (
    <div className="max-w-40 text-end text-sm md:row-span-2 md:row-start-1 md:max-w-none md:text-start">
      <p className="flex flex-wrap justify-end gap-1.5 md:justify-start">
        <Badge>{i18n._(PAYMENT_METHOD_NAMES[offer.paymentMethod])}</Badge>
      </p>
      <p className="mt-1 text-muted">{t`Pay within ${paymentWindow(offer.paymentWindowMinutes)}`}</p>
    </div>
  )
}

function isBetter({ type, pricePercentage }: Offer): boolean {
  return takerAdvantage(type, parsePercentage(pricePercentage) ?? 0) > 0
}
