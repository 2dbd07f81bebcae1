import { Trans, useLingui } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../../domain/market.ts'
import { arrivalText } from '../../../domain/payments/arrival.ts'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { Translated } from '../../ui/Translated.tsx'

type Props = { offer: Offer; value: PaymentMethod | null; onValueChange: (method: PaymentMethod) => void }

/** By which of the offer's payment methods the taker pays or is paid; nothing where there is one only. */
export function MethodChoice({ offer, value, onValueChange }: Props) {
  const { t, i18n } = useLingui()
  if (offer.paymentMethods.length === 1) return null
  return (
    <div className="grid gap-1.5">
      <SegmentedControl
        label={t`Payment method`}
        isStacked
        options={offer.paymentMethods.map((method) => ({ value: method, label: i18n._(PAYMENT_METHOD_NAMES[method]) }))}
        value={value}
        onValueChange={onValueChange}
      />
      <p className="text-sm text-muted">
        {value === null ? <Trans>Choose one to see your quote.</Trans> : <Translated text={arrivalText(value)} />}
      </p>
    </div>
  )
}
