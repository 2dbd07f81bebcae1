import { Trans } from '@lingui/react/macro'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import type { Receipt } from '../../domain/receipts.ts'
import { TRADE_STATUS_TEXTS } from '../../domain/trades.ts'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { DescriptionList, FactRow } from '../ui/DescriptionList.tsx'
import { Translated } from '../ui/Translated.tsx'

/** What a receipt says: what its holder chose to show. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const formats = useFormats()
  const dates = useDates()
  return (
    <DescriptionList className="mt-3">
      <FactRow label={<Trans>Trade</Trans>}>
        {receipt.outcome === 'split' ? (
          <Trans>Completed, and split by a dispute’s decision</Trans>
        ) : (
          <Translated text={TRADE_STATUS_TEXTS.completed.label} />
        )}
      </FactRow>
      <FactRow label={<Trans>Completed on</Trans>}>{dates.date(`${receipt.completedOn}T12:00:00Z`)}</FactRow>
      <FactRow label={<Trans>Holder’s role</Trans>}>
        {receipt.role === 'buyer' ? <Trans>Buyer</Trans> : <Trans>Seller</Trans>}
      </FactRow>
      {receipt.username !== undefined && (
        <FactRow label={<Trans>Holder’s username</Trans>}>
          <bdi>{receipt.username}</bdi>
        </FactRow>
      )}
      {receipt.amountUsdt !== undefined && (
        <FactRow label={<Trans>USDT amount</Trans>}>{formats.usdt(receipt.amountUsdt)}</FactRow>
      )}
      {receipt.releasedUsdt !== undefined && (
        <FactRow label={<Trans>Released to the buyer</Trans>}>{formats.usdt(receipt.releasedUsdt)}</FactRow>
      )}
      {receipt.amountFiat !== undefined && (
        <FactRow label={<Trans>Payment</Trans>}>{formats.fiat(receipt.amountFiat, receipt.fiatCurrency ?? '')}</FactRow>
      )}
      {receipt.price !== undefined && (
        <FactRow label={<Trans>Price</Trans>}>
          <Trans>
            {formats.fullPrice(receipt.price)} {receipt.fiatCurrency} per USDT
          </Trans>
        </FactRow>
      )}
      {receipt.feePaidUsdt !== undefined && (
        <FactRow label={<Trans>Platform fee paid by the holder</Trans>}>{formats.usdt(receipt.feePaidUsdt)}</FactRow>
      )}
      {receipt.paymentMethod !== undefined && (
        <FactRow label={<Trans>Payment method</Trans>}>
          <Translated text={PAYMENT_METHOD_NAMES[receipt.paymentMethod]} />
        </FactRow>
      )}
      {receipt.openedAt !== undefined && (
        <FactRow label={<Trans>Opened</Trans>}>{dates.moment(receipt.openedAt)}</FactRow>
      )}
      {receipt.paidAt !== undefined && (
        <FactRow label={<Translated text={TRADE_STATUS_TEXTS.payment_sent.label} />}>
          {dates.moment(receipt.paidAt)}
        </FactRow>
      )}
      {receipt.completedAt !== undefined && (
        <FactRow label={<Translated text={TRADE_STATUS_TEXTS.completed.label} />}>
          {dates.moment(receipt.completedAt)}
        </FactRow>
      )}
      {receipt.counterparty !== undefined && (
        <FactRow label={<Trans>Other party (pseudonym)</Trans>}>{receipt.counterparty}</FactRow>
      )}
      <FactRow label={<Trans>Reference</Trans>}>{receipt.reference}</FactRow>
      <FactRow label={<Trans>Issued</Trans>}>{dates.moment(receipt.issuedAt)}</FactRow>
    </DescriptionList>
  )
}
