import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../domain/api.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { paymentReference } from '../../domain/trades.ts'
import { useFormats } from '../formats.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DescriptionList, FactRow } from '../ui/DescriptionList.tsx'
import { Translated } from '../ui/Translated.tsx'

/** The amount and the method of the payment, until the buyer has paid (spec-coverage 2 Trade). */
export function PaymentInstructions({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const formats = useFormats()
  if (trade.role !== 'buyer' || trade.status !== 'awaiting_payment') return null
  const reference = paymentReference(trade.id)
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-6">
      <h2 className="text-xl">
        <Trans>Payment instructions</Trans>
      </h2>
      <DescriptionList className="mt-2">
        <FactRow
          label={<Trans>Amount to pay</Trans>}
          aside={<CopyButton text={trade.amountFiat} label={t`Copy the amount`} />}
        >
          <strong className="text-xl">{formats.fiat(trade.amountFiat, trade.fiatCurrency)}</strong>
        </FactRow>
        <FactRow label={<Trans>Payment method</Trans>}>
          <Translated text={PAYMENT_METHOD_NAMES[trade.paymentMethod]} />
        </FactRow>
        <FactRow
          label={<Trans>Payment reference</Trans>}
          aside={<CopyButton text={reference} label={t`Copy the reference`} />}
        >
          <span dir="ltr">{reference}</span>
        </FactRow>
      </DescriptionList>
      <p className="mt-3 text-sm text-muted">
        <Trans>
          The seller sends you their payment account in the chat. Pay from an account in your name with the reference,
          then mark the trade as paid.
        </Trans>
      </p>
    </section>
  )
}
