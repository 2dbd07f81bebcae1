import { Trans } from '@lingui/react/macro'
import { largestTail } from '../../../domain/trades/amount-tail.ts'
import { CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { REFERENCE_POLICY_LABELS } from '../../../domain/offers/offers.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { AverageRating } from '../../profiles/ratings/AverageRating.tsx'
import { NewTakerNote } from '../../profiles/relations/NewTakerNote.tsx'
import { OfferRequirements } from '../../profiles/relations/OfferRequirements.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { MethodsAndArrival } from '../../payments/MethodsAndArrival.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useLimitsRange } from '../use-limits-range.ts'

/** The offer's details, beside the form. */
export function OfferDetails({ offer }: { offer: Offer }) {
  const formats = useFormats()
  const limitsRange = useLimitsRange()
  const dates = useDates()
  const tail = formats.fiat(largestTail(CURRENCIES[offer.fiatCurrency].stepMilli), offer.fiatCurrency)
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Offer details</Trans>
      </h2>
      <DescriptionList className="mt-1">
        <DescriptionRow label={<Trans>Price vs market</Trans>}>
          <span dir="ltr">{formats.percentage(offer.pricePercentage)}</span>
        </DescriptionRow>
        <DescriptionRow label={<Trans>Limits</Trans>}>
          {limitsRange(offer).fiat} {offer.fiatCurrency}
        </DescriptionRow>
        <DescriptionRow
          label={offer.paymentMethods.length > 1 ? <Trans>Payment methods</Trans> : <Trans>Payment method</Trans>}
        >
          <MethodsAndArrival methods={offer.paymentMethods} />
        </DescriptionRow>
        {offer.referencePolicy !== 'optional' && (
          <DescriptionRow label={<Trans>Payment reference</Trans>}>
            <Translated text={REFERENCE_POLICY_LABELS[offer.referencePolicy]} />
          </DescriptionRow>
        )}
        {offer.amountTail && (
          <DescriptionRow label={<Trans>Amounts</Trans>}>
            <Trans>Changed by up to {tail}, so that each is unique</Trans>
          </DescriptionRow>
        )}
        <DescriptionRow label={<Trans>Rating</Trans>}>
          {offer.owner.rating === null ? <Trans>No ratings yet</Trans> : <AverageRating rating={offer.owner.rating} />}
        </DescriptionRow>
        <DescriptionRow label={<Trans>Trader since</Trans>}>{dates.date(offer.owner.memberSince)}</DescriptionRow>
      </DescriptionList>
      <div className="mt-2 grid gap-2 empty:hidden">
        <OfferRequirements offer={offer} />
        <NewTakerNote offer={offer} />
      </div>
    </section>
  )
}
