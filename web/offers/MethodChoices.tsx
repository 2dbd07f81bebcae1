import { useLingui } from '@lingui/react/macro'
import { methodsOf, PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../domain/payments/methods.ts'
import { type FiatCurrency } from '../../domain/offers/currencies.ts'
import { PlainChoices } from '../ui/fields/PlainChoices.tsx'

type Props = {
  currency: FiatCurrency | undefined
  values: readonly PaymentMethod[]
  onValuesChange: (methods: PaymentMethod[]) => void
}

/** Payment methods of the chosen currency, or of all; none of them is chosen for every method. */
export function MethodChoices({ currency, values, onValuesChange }: Props) {
  const { t, i18n } = useLingui()
  return (
    <PlainChoices
      name="method"
      label={t`Payment method`}
      all={t`All methods`}
      options={methodsOf(currency).map((value) => ({ value, label: i18n._(PAYMENT_METHOD_NAMES[value]) }))}
      values={values}
      onValuesChange={onValuesChange}
    />
  )
}
