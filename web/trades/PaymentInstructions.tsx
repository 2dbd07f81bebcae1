import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readPaymentDetails, type Trade, type TradePaymentDetails } from '../../domain/api.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { inGroups, PAYMENT_FIELD_NAMES, type PaymentDetail } from '../../domain/payment-fields.ts'
import { OPEN_STATUSES, paymentReference, type TradeStatus } from '../../domain/trades.ts'
import { call, errorText } from '../client.ts'
import { useFormats } from '../formats.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DescriptionList, DescriptionRow } from '../ui/DescriptionList.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Translated } from '../ui/Translated.tsx'

/** What is paid, where and with which reference, for both parties until the end (spec-coverage 2 Trade). */
export function PaymentInstructions({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const formats = useFormats()
  if (!(OPEN_STATUSES as readonly TradeStatus[]).includes(trade.status)) return null
  const isBuyer = trade.role === 'buyer'
  const reference = paymentReference(trade.id)
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-6">
      <h2 className="text-xl">{isBuyer ? <Trans>Payment instructions</Trans> : <Trans>Where you are paid</Trans>}</h2>
      <DescriptionList className="mt-2">
        <DescriptionRow
          label={isBuyer ? <Trans>Amount to pay</Trans> : <Trans>Amount you are paid</Trans>}
          aside={<CopyButton text={trade.amountFiat} label={t`Copy the amount`} />}
        >
          <strong className="text-xl">{formats.fiat(trade.amountFiat, trade.fiatCurrency)}</strong>
        </DescriptionRow>
        <DescriptionRow label={<Trans>Payment method</Trans>}>
          <Translated text={PAYMENT_METHOD_NAMES[trade.paymentMethod]} />
        </DescriptionRow>
        {trade.referencePolicy === 'none' ? (
          <DescriptionRow label={<Trans>Payment reference</Trans>}>
            <Trans>None: leave it empty</Trans>
          </DescriptionRow>
        ) : (
          <DescriptionRow
            label={
              trade.referencePolicy === 'required' ? (
                <Trans>Payment reference (required)</Trans>
              ) : (
                <Trans>Payment reference</Trans>
              )
            }
            aside={<CopyButton text={reference} label={t`Copy the reference`} />}
          >
            <span dir="ltr">{reference}</span>
          </DescriptionRow>
        )}
      </DescriptionList>
      <Details trade={trade} />
    </section>
  )
}

/** The seller's account. It is read when the user asks for it, since each reading by the buyer is recorded. */
function Details({ trade }: { trade: Trade }) {
  const [isAsked, setIsAsked] = useState(false)
  const { data, error, refetch, isFetching } = useQuery({
    enabled: isAsked,
    queryKey: ['payment-details', trade.id],
    queryFn: ({ signal }) => call(readPaymentDetails, { params: { tradeId: trade.id } }, { signal }),
    // They never change, and each reading is recorded.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (data) return <Shown trade={trade} details={data} />
  return (
    <div className="mt-3 grid gap-3">
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </ErrorNote>
      )}
      {!error && (
        <div>
          <Button
            variant={trade.role === 'buyer' ? 'accent' : 'line'}
            busy={isFetching}
            onClick={() => setIsAsked(true)}
          >
            {trade.role === 'buyer' ? <Trans>Show payment details</Trans> : <Trans>Show your account</Trans>}
          </Button>
        </div>
      )}
      {trade.role === 'buyer' && (
        <p className="text-sm text-muted">
          <Trans>The seller’s account is shown to you here. Never pay to details sent in the chat.</Trans>
        </p>
      )}
    </div>
  )
}

function Shown({ trade, details: { details, isRecent } }: { trade: Trade; details: TradePaymentDetails }) {
  const isBuyer = trade.role === 'buyer'
  return (
    <>
      <DescriptionList className="border-t border-line">
        {details.map((detail) => (
          <DetailRow key={detail.name} detail={detail} />
        ))}
      </DescriptionList>
      {isRecent && isBuyer && (
        <p role="note" className="mt-3 rounded-control border-s-4 border-sell bg-sell-soft px-4 py-3 text-sm">
          <Trans>
            The seller added or changed this account less than an hour before the trade. If anything looks wrong, ask in
            the chat before you pay.
          </Trans>
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        {isBuyer ? (
          <Trans>Pay the exact amount from an account in your own name, then mark the trade as paid.</Trans>
        ) : (
          <Trans>The buyer sees the same details. A change of your account applies to later trades only.</Trans>
        )}
      </p>
    </>
  )
}

function DetailRow({ detail }: { detail: PaymentDetail }) {
  const { t, i18n } = useLingui()
  const label = i18n._(PAYMENT_FIELD_NAMES[detail.name])
  return (
    <DescriptionRow label={label} aside={<CopyButton text={detail.value} label={t`Copy: ${label}`} />}>
      <bdi dir={detail.name === 'holder' || detail.name === 'bank' ? 'auto' : 'ltr'}>{inGroups(detail)}</bdi>
    </DescriptionRow>
  )
}
