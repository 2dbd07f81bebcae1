import { Trans } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { useFormats } from '../../formats.ts'
import { OfferRow } from '../market/rows/OfferRow.tsx'
import { OfferTable } from '../market/rows/OfferTable.tsx'

/**
 * The offer's row on the market, drawn by the market's own component. Nothing in it can be pressed; its figures are in the price
 * beside it, which screen readers read.
 */
export function MarketPreview({ offer }: { offer: Offer | undefined }) {
  const formats = useFormats()
  const sample = offer && formats.fiat(offer.minAmount, offer.fiatCurrency)
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-sm font-medium text-muted">
        {sample === undefined ? (
          <Trans>Your offer on the market</Trans>
        ) : (
          <Trans>Your offer on the market, for a trade of {sample}</Trans>
        )}
      </h2>
      {offer ? (
        <div inert>
          <OfferTable isOld={false}>
            <OfferRow offer={offer} amount={offer.minAmount} />
          </OfferTable>
        </div>
      ) : (
        <p className="panel px-5 py-4 text-sm text-muted">
          <Trans>Enter the price and the amounts to see it.</Trans>
        </p>
      )}
    </section>
  )
}
