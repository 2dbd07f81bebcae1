import { Trans } from '@lingui/react/macro'
import { PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import type { Receipt } from '../../../domain/trades/receipts.ts'
import { TRADE_STATUS_TEXTS } from '../../../domain/trades/trades.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { Translated } from '../../ui/Translated.tsx'

/** What a receipt says: what its holder chose to show. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const formats = useFormats()
  const dates = useDates()
  return (
    <DescriptionList className="mt-3">
      <DescriptionRow label={<Trans>Trade</Trans>}>
        {receipt.outcome === 'split' ? (
          <Trans>Completed, and split by a dispute’s decision</Trans>
        ) : (
          <Translated text={TRADE_STATUS_TEXTS.completed.label} />
        )}
      </DescriptionRow>
      <DescriptionRow label={<Trans>Completed on</Trans>}>
        {dates.date(`${receipt.completedOn}T12:00:00Z`)}
      </DescriptionRow>
      <DescriptionRow label={<Trans>Holder’s role</Trans>}>
        {receipt.role === 'buyer' ? <Trans>Buyer</Trans> : <Trans>Seller</Trans>}
      </DescriptionRow>
      {receipt.username !== undefined && (
        <DescriptionRow label={<Trans>Holder’s username</Trans>}>
          <bdi>{receipt.username}</bdi>
        </DescriptionRow>
      )}
      {receipt.amountUsdt !== undefined && (
        <DescriptionRow label={<Trans>Traded amount</Trans>}>{formats.usdt(receipt.amountUsdt)}</DescriptionRow>
      )}
      {receipt.releasedUsdt !== undefined && (
        <DescriptionRow label={<Trans>Received by the buyer</Trans>}>
          {formats.usdt(receipt.releasedUsdt)}
        </DescriptionRow>
      )}
      {receipt.amountFiat !== undefined && (
        <DescriptionRow label={<Trans>Payment</Trans>}>
          {formats.fiat(receipt.amountFiat, receipt.fiatCurrency ?? '')}
        </DescriptionRow>
      )}
      {receipt.price !== undefined && (
        <DescriptionRow label={<Trans>Price</Trans>}>
          <Trans>
            {formats.fullPrice(receipt.price)} {receipt.fiatCurrency} per USDT
          </Trans>
        </DescriptionRow>
      )}
      {receipt.feePaidUsdt !== undefined && (
        <DescriptionRow label={<Trans>Platform fee paid by the holder</Trans>}>
          {formats.usdt(receipt.feePaidUsdt)}
        </DescriptionRow>
      )}
      {receipt.bondReturnedUsdt !== undefined && (
        <DescriptionRow label={<Trans>Holder’s bond, returned</Trans>}>
          {formats.usdt(receipt.bondReturnedUsdt)}
        </DescriptionRow>
      )}
      {receipt.paymentMethod !== undefined && (
        <DescriptionRow label={<Trans>Payment method</Trans>}>
          <Translated text={PAYMENT_METHOD_NAMES[receipt.paymentMethod]} />
        </DescriptionRow>
      )}
      {receipt.openedAt !== undefined && (
        <DescriptionRow label={<Trans>Opened</Trans>}>{dates.moment(receipt.openedAt)}</DescriptionRow>
      )}
      {receipt.paidAt !== undefined && (
        <DescriptionRow label={<Translated text={TRADE_STATUS_TEXTS.payment_sent.label} />}>
          {dates.moment(receipt.paidAt)}
        </DescriptionRow>
      )}
      {receipt.completedAt !== undefined && (
        <DescriptionRow label={<Translated text={TRADE_STATUS_TEXTS.completed.label} />}>
          {dates.moment(receipt.completedAt)}
        </DescriptionRow>
      )}
      {receipt.counterparty !== undefined && (
        <DescriptionRow label={<Trans>Other party (pseudonym)</Trans>}>{receipt.counterparty}</DescriptionRow>
      )}
      <DescriptionRow label={<Trans>Reference</Trans>}>{receipt.reference}</DescriptionRow>
      <DescriptionRow label={<Trans>Issued</Trans>}>{dates.moment(receipt.issuedAt)}</DescriptionRow>
    </DescriptionList>
  )
}
