import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MyOffer } from '../../domain/api.ts'
import { offerAfter, type OfferMove } from '../../domain/offers/offers.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
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
  const canMove = (move: OfferMove) => selected.every(({ status }) => offerAfter(status, move) !== null)
  const count = selected.length
  const isAll = count === offers.length

  async function move(status: 'active' | 'paused') {
    if (!(await change(selected, () => ({ status })))) onSelect([])
  }

  return (
    <div className="mb-3 grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        {count > 0 && (
          <>
            <p className="me-2 font-semibold">
              <Plural value={count} one="# offer selected" other="# offers selected" />
            </p>
            <Button size="row" onClick={() => setIsPricing(true)}>
              <Trans>Change prices</Trans>
            </Button>
            <Button size="row" disabled={!canMove('pause')} busy={isPending} onClick={() => void move('paused')}>
              <Trans>Pause</Trans>
            </Button>
            <Button size="row" disabled={!canMove('activate')} busy={isPending} onClick={() => void move('active')}>
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
    </div>
  )
}

/** Why nothing was changed: each refused offer with its reason. */
function RefusedOffers({ refusals, offers }: { refusals: Refusals; offers: MyOffer[] }) {
  const { t } = useLingui()
  return (
    <ErrorNote>
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
