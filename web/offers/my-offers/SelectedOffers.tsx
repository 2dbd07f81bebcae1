import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { offerAfter, type OfferMove } from '../../../domain/offers/offers.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { OfferName } from './OfferName.tsx'
import { PricesDialog } from './PricesDialog.tsx'
import { useChangeOffers, type Refusals } from './use-change-offers.ts'

type Props = {
  offers: MyOffer[]
  selected: MyOffer[]
  onSelect: (ids: string[]) => void
}

/** What the owner does with several offers: change their prices, pause or activate them. */
export function SelectedOffers({ offers, selected, onSelect }: Props) {
  const { change, refusals, clear, isPending } = useChangeOffers()
  const [isPricing, setIsPricing] = useState(false)
  const movable = (move: OfferMove) => selected.filter(({ status }) => offerAfter(status, move) !== null)
  const count = selected.length
  const isAll = count === offers.length

  /** Those of the selected offers that are in the other status. */
  async function move(by: 'pause' | 'activate') {
    const status = by === 'pause' ? 'paused' : 'active'
    if (!(await change(movable(by), () => ({ status })))) onSelect([])
  }

  return (
    <>
      {/* What is done with the selected offers stays in view below a long list. */}
      <div
        className={`flex min-h-11 flex-wrap items-center gap-2 ${count > 0 ? 'sticky top-0 z-10 -mt-2 mb-1 bg-canvas py-2' : 'mb-3'}`}
      >
        {count > 0 && (
          <>
            <p className="me-2 font-semibold">
              <Plural value={count} one="# offer selected" other="# offers selected" />
            </p>
            <Button size="row" onClick={() => setIsPricing(true)}>
              <Trans>Change prices</Trans>
            </Button>
            <Button
              size="row"
              disabled={movable('pause').length === 0}
              busy={isPending}
              onClick={() => void move('pause')}
            >
              <Trans>Pause</Trans>
            </Button>
            <Button
              size="row"
              disabled={movable('activate').length === 0}
              busy={isPending}
              onClick={() => void move('activate')}
            >
              <Trans>Activate</Trans>
            </Button>
          </>
        )}
        <Button
          size="row"
          variant="quiet"
          // Alone, its label begins where the list does.
          className={count === 0 ? '-ms-4' : ''}
          onClick={() => {
            clear()
            onSelect(isAll ? [] : offers.map(({ id }) => id))
          }}
        >
          {isAll ? <Trans>Select none</Trans> : <Trans>Select all</Trans>}
        </Button>
      </div>
      {refusals && <RefusedOffers refusals={refusals} offers={offers} />}
      {isPricing && (
        <PricesDialog
          offers={selected}
          onClose={() => setIsPricing(false)}
          onChange={async (percentages) => {
            setIsPricing(false)
            if (!(await change(selected, ({ id }) => ({ pricePercentage: percentages.get(id)! })))) onSelect([])
          }}
        />
      )}
    </>
  )
}

/** Why nothing was changed: each refused offer with its reason. */
function RefusedOffers({ refusals, offers }: { refusals: Refusals; offers: MyOffer[] }) {
  const { t } = useLingui()
  return (
    <ErrorNote className="mb-3">
      <p>{refusals.message}</p>
      {refusals.refused.length > 0 && (
        <ul className="mt-2 list-disc ps-5 font-normal">
          {refusals.refused.map(({ offerId, reason }) => {
            const offer = offers.find(({ id }) => id === offerId)
            return (
              <li key={offerId}>
                {offer ? <OfferName offer={offer} /> : t`Offer`}: {reason}
              </li>
            )
          })}
        </ul>
      )}
    </ErrorNote>
  )
}
