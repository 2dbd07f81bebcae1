import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { PERCENTAGE_LIMIT } from '../../../domain/offers/offers.ts'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { formatPrice } from '../../../domain/money.ts'
import { shiftPercentage } from '../../../domain/offers/offer-changes.ts'
import { PERCENTAGE_OUTSIDE, percentage } from '../../../domain/offers/offer-form.ts'
import { useFormats } from '../../formats.ts'
import { useRates } from '../rates/rates.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { OfferName } from './OfferName.tsx'
import { priceAt } from '../price-at.ts'

type Props = {
  offers: MyOffer[]
  onClose: () => void
  /** Takes the percentage that each offer gets; resolves to the reason when it is refused. */
  onChange: (percentages: Map<string, string>) => Promise<string | void>
}

const schema = z.strictObject({ percentage })

/** Sets the prices of several offers against the market, or shifts them, and shows what each becomes. */
export function PricesDialog({ offers, onClose, onChange }: Props) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const [kind, setKind] = useState<'set' | 'shift'>('shift')
  const [typed, setTyped] = useState('')
  const { data: market } = useRates()
  const title = offers.length === 1 ? <Trans>Change price</Trans> : <Trans>Change prices</Trans>
  const after = (offer: MyOffer, to: string) => shiftPercentage(kind === 'set' ? '0' : offer.pricePercentage, to)
  const form = useZodForm({
    schema,
    async onSubmit({ percentage: to }) {
      const percentages = new Map(offers.map((offer) => [offer.id, after(offer, to)]))
      const isWithin = [...percentages.values()].every((value) => value !== null)
      if (!isWithin) {
        return { field: 'percentage', message: i18n._(PERCENTAGE_OUTSIDE) }
      }
      const message = await onChange(percentages as Map<string, string>)
      return message === undefined ? undefined : { message }
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={title} startsInField="typed">
      <Form
        form={form}
        actions={
          <Button type="submit" variant="accent" busy={form.busy}>
            {title}
          </Button>
        }
      >
        <SegmentedControl
          label={t`Change type`}
          labelHidden
          options={[
            { value: 'shift', label: t`Change by` },
            { value: 'set', label: t`Set to` },
          ]}
          value={kind}
          onValueChange={(value) => {
            setKind(value)
            form.clear()
          }}
        />
        <NumberTextField
          name="percentage"
          label={kind === 'set' ? t`Price vs market` : t`Percentage points`}
          hint={
            kind === 'set' ? t`From -${PERCENTAGE_LIMIT} to +${PERCENTAGE_LIMIT}, in steps of 0.1` : t`For example -0.5`
          }
          unit="%"
          signed
          value={typed}
          onValueChange={setTyped}
        />
        <ul className="grid max-h-60 gap-3 overflow-y-auto text-sm">
          {offers.map((offer) => {
            const to = after(offer, typed)
            const rate = market?.rates.find(({ fiatCurrency }) => fiatCurrency === offer.fiatCurrency)?.rate
            const price = to === null || rate === undefined ? null : priceAt(rate, to)
            return (
              <li key={offer.id}>
                <p className="text-muted">
                  <OfferName offer={offer} />
                </p>
                <p className="num flex flex-wrap justify-between gap-x-4">
                  <span dir="ltr">
                    {formats.percentage(offer.pricePercentage)}
                    {to !== null && ` → ${formats.percentage(to)}`}
                  </span>
                  <span dir="ltr" className="font-medium">
                    {formats.price(offer.price)}
                    {price !== null && ` → ${formats.price(formatPrice(price))}`} {offer.fiatCurrency}
                  </span>
                </p>
              </li>
            )
          })}
        </ul>
      </Form>
    </Dialog>
  )
}
