import { Trans, useLingui } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../../domain/payments/methods.ts'
import { arrivalText } from '../../../domain/payments/arrival.ts'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { Translated } from '../../ui/Translated.tsx'
import type { MethodChoice as Choice } from './use-method-choice.ts'

type Props = { offer: Offer; choice: Choice; onValueChange: (method: PaymentMethod) => void }

/** By which of the offer's payment methods the taker pays or is paid; nothing where the only one needs no choice. */
export function MethodChoice({ offer, choice, onValueChange }: Props) {
  const { t, i18n } = useLingui()
  const { method: value, isChanged, isAsked } = choice
  if (!isAsked) return null
  return (
    <div className="grid gap-1.5">
      {value === null && isChanged && (
        <p role="alert" className="text-sm font-medium">
          <Trans>The owner has changed the payment methods of this offer.</Trans>
        </p>
      )}
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
