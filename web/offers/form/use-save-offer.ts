import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { createOffer, editOffer, type MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { ApiError, refusalOf } from '../../client.ts'
import { isFault } from '../../fault.ts'
import { paths } from '../../paths.ts'
import type { Refusal } from '../../ui/fields/Form.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { currenciesKey } from '../currencies/queries.ts'
import { readOffersAgain } from '../queries.ts'

/** Creates or updates the offer and goes to My offers; shows a server error in the specification's words. */
export function useSaveOffer(
  edited: MyOffer | undefined,
  onSaved: () => void,
): (body: OfferInput) => Promise<Refusal | void> {
  const { t } = useLingui()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { notify } = useToast()
  const create = useCommand(createOffer)
  const change = useCommand(editOffer)

  async function send(body: OfferInput) {
    if (!edited) return create.mutateAsync({ body })
    const seen = { seenVersion: edited.version, seenInventoryUsdt: edited.inventoryUsdt ?? '' }
    return change.mutateAsync({ params: { offerId: edited.id }, body: { ...body, ...seen } })
  }

  return async (body) => {
    let saved: MyOffer
    try {
      saved = await send(body)
    } catch (error) {
      const text = edited
        ? t`Failed to save the offer. Please try again.`
        : t`Failed to create offer. Please try again.`
      if (error instanceof ApiError && error.code === 'offer_wrong_status') readOffersAgain(client)
      if (error instanceof ApiError && error.code === 'currency_unavailable') {
        void client.invalidateQueries({ queryKey: currenciesKey })
      }
      return isFault(error) ? { message: text } : refusalOf(error)
    }
    onSaved()
    readOffersAgain(client)
    if (edited) notify(t`Offer updated.`)
    else if (saved.opensAt === null) notify(t`Your offer is on the market.`)
    else notify(t`Offer created. It appears on the market when your business hours begin.`)
    // The last page of a form that was sent is nowhere to go back to.
    await navigate(paths.myOffers, { replace: !edited })
  }
}
