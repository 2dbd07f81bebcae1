import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ASSET } from '../../../domain/asset.ts'
import { formatPrice, formatUsdt, parseFiat } from '../../../domain/money.ts'
import { takerRole, type OfferType } from '../../../domain/offers/offers.ts'
import { type OfferInput } from '../../../domain/offers/offer-form.ts'
import { feeFor, settlement, usdtFor } from '../../../domain/trades/quote.ts'
import { FeeRule } from '../../trades/Fee.tsx'
import { useFormats } from '../../formats.ts'
import { RateNote } from '../rates/RateNote.tsx'
import { useRates } from '../rates/rates.ts'
import { Skeleton } from '../../ui/notices/Skeleton.tsx'
import { priceAt } from '../price-at.ts'

/** The price at the present reference rate, and what a trade at each limit gives both parties. */
export function OfferPreview({ offer }: { offer: OfferInput }) {
  const formats = useFormats()
  const { rate, price } = useFormPrice(offer)
  return (
    <>
      <h2 className="text-sm font-medium text-muted">
        <Trans>Your price</Trans>
      </h2>
      <div aria-live="polite">
        <p className="board mt-2 text-[clamp(2.25rem,4vw,3rem)]">
          {rate === undefined ? (
            <Skeleton className="h-10 w-32" />
          ) : price === null ? (
            '–'
          ) : (
            formats.price(formatPrice(price))
          )}
        </p>
        <p className="mt-2 text-muted">
          <Trans>{offer.fiatCurrency} per USDT</Trans>
        </p>
        <RateNote currency={offer.fiatCurrency} className="text-sm text-muted" />
        {price !== null && <Worths offer={offer} price={price} className="mt-5 border-t border-line pt-4" />}
      </div>
      <PriceNotes className="mt-5 border-t border-line pt-4" />
    </>
  )
}

/** The same below the offer's row, which has the price. */
export function BriefPreview({ offer }: { offer: OfferInput }) {
  const { price } = useFormPrice(offer)
  return (
    <>
      {price !== null && <Worths offer={offer} price={price} className="text-sm" />}
      <PriceNotes />
    </>
  )
}

function PriceNotes({ className = '' }: { className?: string }) {
  return (
    <div className={`grid gap-2 text-sm text-muted ${className}`}>
      <p>
        <Trans>The price follows the reference rate. A trade keeps the price it was opened at.</Trans>
      </p>
      <p>
        <Trans>Platform fee:</Trans> <FeeRule />
      </p>
    </div>
  )
}

/** `rate` is undefined while it loads, `price` null without a percentage that an offer may have. */
export function useFormPrice({ fiatCurrency, pricePercentage }: OfferInput): {
  rate: string | undefined
  price: bigint | null
} {
  const { data } = useRates()
  const rate = data?.rates.find((each) => each.fiatCurrency === fiatCurrency)?.rate
  return { rate, price: rate === undefined ? null : priceAt(rate, pricePercentage) }
}

/** The limits that are typed so far. */
export function limitsOf({ minAmount, maxAmount }: OfferInput): string[] {
  return [minAmount, maxAmount].filter((limit) => (parseFiat(limit) ?? 0n) > 0n)
}

/** What each party pays and receives at the two limits. */
function Worths({ offer, price, className }: { offer: OfferInput; price: bigint; className: string }) {
  const limits = limitsOf(offer)
  if (limits.length === 0) return null
  return (
    <ul className={`num grid gap-2 ${className}`}>
      {limits.map((limit, at) => (
        <li key={at}>
          <Worth offer={offer} fiat={limit} price={price} />
        </li>
      ))}
    </ul>
  )
}

/** 0.01 USDT */
const HUNDREDTH_MICRO = 10_000n

type WorthProps = {
  offer: OfferInput
  fiat: string
  price: bigint
  /** The USDT with two decimals: what is received is cut, what is released is rounded up. */
  isShort?: boolean
}

export function Worth({ offer, fiat, price, isShort = false }: WorthProps): ReactNode {
  const formats = useFormats()
  const paid = onOneLine(formats.fiat(fiat, offer.fiatCurrency))
  const { sellerLocksMicro, buyerReceivesMicro } = settlementOf(offer.type, parseFiat(fiat) ?? 0n, price)
  const amountOf = (micro: bigint) => {
    const amount = formatUsdt(micro)
    return onOneLine(isShort ? formats.fiat(amount.slice(0, -4), ASSET) : formats.usdt(amount))
  }
  const released = amountOf(isShort ? sellerLocksMicro + HUNDREDTH_MICRO - 1n : sellerLocksMicro)
  const usdt = amountOf(buyerReceivesMicro)
  return offer.type === 'sell' ? (
    <>
      <Trans>
        You release {released} and get <strong>{paid}</strong>.
      </Trans>
      {!isShort && (
        <>
          {' '}
          <Trans>The buyer gets {usdt} after the fee.</Trans>
        </>
      )}
    </>
  ) : (
    <Trans>
      You pay {paid} and get <strong>{usdt}</strong>.
    </Trans>
  )
}

/** An amount and its unit, which do not end up on two lines. */
function onOneLine(amount: string): string {
  return amount.replaceAll(' ', '\u00A0')
}

/** What the seller releases, and what the buyer receives after the taker's fee: the amounts of a quote for this limit. */
function settlementOf(type: OfferType, fiatMilli: bigint, price: bigint) {
  const usdtMicro = usdtFor(fiatMilli, price)
  return settlement(usdtMicro, feeFor(usdtMicro), takerRole(type))
}
