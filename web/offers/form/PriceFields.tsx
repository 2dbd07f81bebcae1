import { Trans, useLingui } from '@lingui/react/macro'
import { type FiatCurrency } from '../../../domain/offers/currencies.ts'
import { PAYMENT_METHOD_NAMES, type PaymentMethod, methodsOf } from '../../../domain/payments/methods.ts'
import { arrivalText } from '../../../domain/payments/arrival.ts'
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { OFFER_METHODS_MAX, PERCENTAGE_LIMIT } from '../../../domain/offers/offers.ts'
import { useCurrencyOptions } from '../currencies/use-currency-options.ts'
import { CheckboxGroup } from '../../ui/fields/CheckboxGroup.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { Select } from '../../ui/fields/Select.tsx'

type Props = {
  offer: OfferInput
  /** The side of an existing offer stays. */
  isEdited: boolean
  onChange: (part: Partial<OfferInput>) => void
  onCurrency: (currency: FiatCurrency) => void
  onMethods: (methods: PaymentMethod[]) => void
}

/** What is traded, at what price and within which amounts. */
export function PriceFields({ offer, isEdited, onChange, onCurrency, onMethods }: Props) {
  const { t, i18n } = useLingui()
  const currencies = useCurrencyOptions()
  return (
    <>
      {isEdited ? (
        <p className="text-muted sm:col-span-2">
          {offer.type === 'sell' ? <Trans>Selling USDT</Trans> : <Trans>Buying USDT</Trans>}
        </p>
      ) : (
        <SegmentedControl
          label={t`I want to`}
          className="sm:col-span-2"
          options={[
            { value: 'sell', label: t`Sell USDT` },
            { value: 'buy', label: t`Buy USDT` },
          ]}
          value={offer.type}
          onValueChange={(type) => onChange({ type })}
        />
      )}
      <Select
        name="fiatCurrency"
        label={t`Currency`}
        options={currencies}
        value={offer.fiatCurrency}
        onValueChange={onCurrency}
      />
      <CheckboxGroup
        name="paymentMethods"
        label={t`Payment methods`}
        className="sm:col-span-2"
        hint={t`Up to ${OFFER_METHODS_MAX}. The other party chooses one.`}
        options={methodsOf(offer.fiatCurrency).map((value) => ({
          value,
          label: i18n._(PAYMENT_METHOD_NAMES[value]),
          hint: i18n._(arrivalText(value)),
        }))}
        most={OFFER_METHODS_MAX}
        values={offer.paymentMethods}
        onValuesChange={onMethods}
      />
      <div className="grid gap-5 sm:col-span-2 sm:grid-cols-3">
        <NumberTextField
          name="minAmount"
          label={t`Minimum amount`}
          unit={offer.fiatCurrency}
          value={offer.minAmount}
          onValueChange={(minAmount) => onChange({ minAmount })}
        />
        <NumberTextField
          name="maxAmount"
          label={t`Maximum amount`}
          unit={offer.fiatCurrency}
          value={offer.maxAmount}
          onValueChange={(maxAmount) => onChange({ maxAmount })}
        />
        <NumberTextField
          name="pricePercentage"
          label={t`Price vs market`}
          hint={t`From -${PERCENTAGE_LIMIT} to +${PERCENTAGE_LIMIT}, in steps of 0.1`}
          unit="%"
          signed
          value={offer.pricePercentage}
          onValueChange={(pricePercentage) => onChange({ pricePercentage })}
        />
      </div>
    </>
  )
}
