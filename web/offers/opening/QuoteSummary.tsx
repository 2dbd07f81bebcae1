import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import type { Quote } from '../../../domain/api/trades/trades.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { expectedArrival } from '../../../domain/payments/arrival.ts'
import { takerRole } from '../../../domain/offers/offers.ts'
import { BondRule } from '../../trades/Bond.tsx'
import { Fee } from '../../trades/Fee.tsx'
import { ApiError, errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { RateNote } from '../rates/RateNote.tsx'
import { usePaymentWindow } from '../payment-window.ts'
import { LimitsLink } from '../../accounts/tiers/LimitsLink.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { Skeleton } from '../../ui/notices/Skeleton.tsx'
import type { useQuote } from './use-quote.ts'

const MINUTE_MS = 60_000

type Props = {
  offer: Offer
  /** By which the taker pays or is paid; null before it is chosen. */
  method: PaymentMethod | null
  quoting: ReturnType<typeof useQuote>
  /** The displayed price. */
  agreedPrice: string
  /** Whether the typed amount is valid, so that a missing quote is loading. */
  isQuoteExpected: boolean
}

/** Another request gets the same answer. */
function isLasting(error: Error): boolean {
  return error instanceof ApiError && error.status === 403
}

/** The trade by the server's quote, and how long its price is valid (spec-coverage 2 New trade). */
export function QuoteSummary({ offer, method, quoting, agreedPrice, isQuoteExpected }: Props) {
  const formats = useFormats()
  const paymentWindow = usePaymentWindow()
  const { quote, error, askAgain } = quoting
  const isBuying = takerRole(offer.type) === 'buyer'
  const hasBond = quote !== undefined && Number(quote.bond) > 0
  const price = quote?.price ?? agreedPrice
  const known = (show: (quote: Quote) => string) =>
    quote ? show(quote) : isQuoteExpected && !error ? <Skeleton className="h-5 w-32" /> : '–'
  return (
    <section aria-busy={quoting.isAsking}>
      {/* Above the figures: below them, the bar with the button would cover it on a phone. */}
      {error && (
        <ErrorNote onRetry={isLasting(error) ? undefined : askAgain} className="mb-5">
          {errorText(error)}
          <LimitsLink error={error} />
        </ErrorNote>
      )}
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg">
          <Trans>Trade summary</Trans>
        </h2>
        <Holds quoting={quoting} />
      </div>
      {/* Above the figures, for the same reason. */}
      <div role="status">
        {hasBond && (
          <p className="mt-2 text-sm text-muted">
            <BondRule />
          </p>
        )}
      </div>
      <DescriptionList className="mt-2 [&_dd]:shrink-0 [&_dt]:shrink">
        <DescriptionRow
          label={
            <>
              <span>
                <Trans>Price</Trans>
              </span>
              <div className="text-xs">
                <RateNote currency={offer.fiatCurrency} quoted={quote?.rate} />
              </div>
            </>
          }
        >
          <Trans>
            {formats.fullPrice(price)} {offer.fiatCurrency} per USDT
          </Trans>
        </DescriptionRow>
        <DescriptionRow label={isBuying ? <Trans>You pay</Trans> : <Trans>You are paid</Trans>}>
          {known(({ amountFiat }) => formats.fiat(amountFiat, offer.fiatCurrency))}
        </DescriptionRow>
        {quote && Number(quote.amountTail) !== 0 && (
          <DescriptionRow label={<Trans>Included to make the amount unique</Trans>}>
            <span dir="ltr">{formats.fiat(quote.amountTail, offer.fiatCurrency)}</span>
          </DescriptionRow>
        )}
        <DescriptionRow label={<Trans>USDT amount</Trans>}>
          {known(({ amountUsdt }) => formats.usdt(amountUsdt))}
        </DescriptionRow>
        <DescriptionRow
          label={
            <Trans>
              Platform fee (<Fee />)
            </Trans>
          }
        >
          {known(({ fee }) => formats.usdt(fee))}
        </DescriptionRow>
        {hasBond && (
          <DescriptionRow label={<Trans>You lock as a bond</Trans>}>{formats.usdt(quote.bond)}</DescriptionRow>
        )}
        <DescriptionRow isTotal label={isBuying ? <Trans>You will receive</Trans> : <Trans>Total to send</Trans>}>
          {known(({ takerUsdt }) => formats.usdt(takerUsdt))}
        </DescriptionRow>
        <DescriptionRow label={<Trans>Payment window</Trans>}>
          {paymentWindow(offer.paymentWindowMinutes)}
        </DescriptionRow>
        {method && <ArrivalRow offer={offer} method={method} quotedAt={quote?.expiresAt} />}
      </DescriptionList>
    </section>
  )
}

type ArrivalProps = { offer: Offer; method: PaymentMethod; quotedAt: string | undefined }

/** Where banks book on working days only: the day on which a payment at the end of the window arrives. Each quote looks at the clock. */
function ArrivalRow({ offer, method, quotedAt }: ArrivalProps) {
  const dates = useDates()
  const [openedAt] = useState(() => Date.now())
  const from = quotedAt === undefined ? openedAt : Date.parse(quotedAt)
  const arrival = expectedArrival(method, new Date(from + offer.paymentWindowMinutes * MINUTE_MS))
  if (arrival === null) return null
  return (
    <DescriptionRow
      label={
        <>
          <span>
            <Trans>Should arrive by</Trans>
          </span>
          <div className="text-xs">
            <Trans>Banks book on working days. The trade waits at least until noon on the day after.</Trans>
          </div>
        </>
      }
    >
      {dates.calendarDay(arrival.toISOString())}
    </DescriptionRow>
  )
}

function Holds({ quoting }: Pick<Props, 'quoting'>): ReactNode {
  const { quote, isLive, clockOffsetMs, runOut } = quoting
  if (!quote) return null
  if (!isLive) {
    return (
      <span className="text-sm text-muted">
        <Trans>Getting your quote…</Trans>
      </span>
    )
  }
  return (
    <span className="text-sm text-muted">
      <Trans>Quote expires in</Trans>{' '}
      <Countdown key={quote.id} deadline={quote.expiresAt} clockOffsetMs={clockOffsetMs} onEnd={runOut} />
    </span>
  )
}
