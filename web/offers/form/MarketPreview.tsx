import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { useFormats } from '../../formats.ts'
import { MarketRow } from '../market/rows/MarketRow.tsx'
import { OfferTable } from '../market/rows/OfferTable.tsx'

/** The offer's row on the market. Nothing in it can be pressed; screen readers read its figures in the price beside it. */
export function MarketPreview({ offer }: { offer: Offer | undefined }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-sm font-medium text-muted">
        {offer ? <Title offer={offer} /> : <Trans>Your offer on the market</Trans>}
      </h2>
      {offer ? (
        <div inert>
          <OfferTable isOld={false}>
            <MarketRow
              offer={offer}
              now={offer.createdAt}
              amount={offer.minAmount}
              isSignedOut={false}
              onStart={() => {}}
            />
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

/** The row speaks to its takers. */
function Title({ offer }: { offer: Offer }): ReactNode {
  const formats = useFormats()
  const sample = formats.fiat(offer.minAmount, offer.fiatCurrency)
  return offer.type === 'sell' ? (
    <Trans>Your offer as buyers see it, for a trade of {sample}</Trans>
  ) : (
    <Trans>Your offer as sellers see it, for a trade of {sample}</Trans>
  )
}
