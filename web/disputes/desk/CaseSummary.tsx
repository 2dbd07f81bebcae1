import { Trans, useLingui } from '@lingui/react/macro'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { DISPUTE_REASONS } from '../../../domain/disputes/disputes.ts'
import { PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import { useFormats } from '../../formats.ts'
import { TradeStatusBadge } from '../../trades/TradeStatusBadge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { ArrivalRow } from './Arrival.tsx'
import { CaseBadges } from './CaseBadges.tsx'
import { OpenedBy } from './CaseRow.tsx'
import { Deadline } from './Deadline.tsx'

/** What the case is about. The payment details themselves are not an arbiter's to see. */
export function CaseSummary({ dispute, clockOffsetMs }: { dispute: DisputeCase; clockOffsetMs: number }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { reference, phrase, trade } = dispute
  const isClosed = dispute.status === 'closed'
  return (
    <section aria-label={t`Summary`} className="panel px-5 py-4 sm:px-7 sm:py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="num text-lg" dir="ltr">
          {reference}
        </h2>
        <CaseBadges dispute={dispute} />
      </div>
      <div className="mt-2">
        <Deadline dispute={dispute} clockOffsetMs={clockOffsetMs} />
      </div>
      <DescriptionList className="mt-3">
        <DescriptionRow label={<Trans>Reason</Trans>}>
          <span>
            <Translated text={DISPUTE_REASONS[dispute.reason].text} /> <OpenedBy by={dispute.openedBy} />
          </span>
        </DescriptionRow>
        <DescriptionRow label={<Trans>Trade status</Trans>}>
          <TradeStatusBadge status={trade.status} />
        </DescriptionRow>
        <DescriptionRow label={<Trans>USDT amount</Trans>}>{formats.usdt(dispute.amountUsdt)}</DescriptionRow>
        <DescriptionRow label={<Trans>Payment</Trans>}>
          <span>
            {formats.fiat(dispute.amountFiat, dispute.fiatCurrency)} ·{' '}
            <bdi>
              <Translated text={PAYMENT_METHOD_NAMES[dispute.paymentMethod]} />
            </bdi>
          </span>
        </DescriptionRow>
        <ArrivalRow dispute={dispute} />
        <DescriptionRow label={<Trans>Price</Trans>}>
          <Trans>
            {formats.fullPrice(trade.price)} {dispute.fiatCurrency} per USDT
          </Trans>
        </DescriptionRow>
        <DescriptionRow label={isClosed ? <Trans>Was locked in escrow</Trans> : <Trans>Locked in escrow</Trans>}>
          {formats.usdt(trade.sellerLocks)}
        </DescriptionRow>
        {trade.bond !== null && (
          <DescriptionRow label={<Trans>The buyer’s bond</Trans>}>{formats.usdt(trade.bond)}</DescriptionRow>
        )}
        <DescriptionRow
          label={<Trans>Verification phrase</Trans>}
          aside={<CopyButton text={phrase} label={t`Copy the verification phrase`} isShort />}
        >
          <bdi dir="ltr" className="font-semibold">
            {phrase}
          </bdi>
        </DescriptionRow>
      </DescriptionList>
      {!isClosed && (
        <p className="mt-2 text-sm text-muted">
          <Trans>Quote the phrase in your first message, so that the parties know you are the arbiter.</Trans>
        </p>
      )}
    </section>
  )
}
