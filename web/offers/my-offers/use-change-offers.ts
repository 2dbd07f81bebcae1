import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeOffers, type MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { OfferChange } from '../../../domain/offers/offer-changes.ts'
import type { TextValues } from '../../../domain/texts.ts'
import { ApiError, errorText } from '../../client.ts'
import { withTexts } from '../../i18n.ts'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { keepMyOffer, readOffersAgain } from '../queries.ts'

export type Change = Pick<OfferChange, 'pricePercentage' | 'status'>
/** Why nothing was changed, with each refused offer and its reason. */
export type Refusals = { message: string; refused: { offerId: string; reason: string }[] }

/** Changes several offers in one call: all of them, or none. The toast has an undo button. */
export function useChangeOffers() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify, warn } = useToast()
  const command = useCommand(changeOffers)
  const [refusals, setRefusals] = useState<Refusals | null>(null)

  async function send(offers: MyOffer[], changeOf: (offer: MyOffer) => Change): Promise<MyOffer[] | Refusals> {
    try {
      const body = {
        offers: offers.map((offer) => ({ ...changeOf(offer), offerId: offer.id, seenVersion: offer.version })),
      }
      const changed = await command.mutateAsync({ body })
      for (const offer of changed.offers) keepMyOffer(client, offer)
      return changed.offers
    } catch (error) {
      readOffersAgain(client)
      return inWords(error)
    }
  }

  async function undo(changed: MyOffer[], former: Map<string, MyOffer>, isPrice: boolean) {
    const outcome = await send(changed, ({ id }) => {
      const before = former.get(id)!
      return isPrice
        ? { pricePercentage: before.pricePercentage }
        : { status: before.status === 'active' ? 'active' : 'paused' }
    })
    if (!Array.isArray(outcome)) return warn(outcome.message)
    notify(t`Undone.`)
  }

  /** Resolves to null when the offers were changed, otherwise to why not, which `refusals` keeps. */
  async function change(offers: MyOffer[], changeOf: (offer: MyOffer) => Change): Promise<Refusals | null> {
    const outcome = await send(offers, changeOf)
    setRefusals(Array.isArray(outcome) ? null : outcome)
    if (!Array.isArray(outcome)) return outcome
    const former = new Map(offers.map((offer) => [offer.id, offer]))
    const isPrice = offers.some((offer) => changeOf(offer).pricePercentage !== undefined)
    const count = outcome.length
    notify(t`${plural(count, { one: '# offer changed.', other: '# offers changed.' })}`, {
      label: t`Undo`,
      onPress: () => void undo(outcome, former, isPrice),
    })
    return null
  }

  return { change, refusals, clear: () => setRefusals(null), isPending: command.isPending }
}

type Refused = { offerId: string; code: string; values?: TextValues }

async function inWords(error: unknown): Promise<Refusals> {
  const listed = error instanceof ApiError ? (error.details.refused as Refused[] | undefined) : undefined
  if (!listed) return { message: errorText(error), refused: [] }
  // The texts of refusals are a part of their own.
  const words = await withTexts('refusals', () => import('../../refusal-texts.ts'))
  const refused = listed.map(({ offerId, ...refusal }) => ({ offerId, reason: words.inWords(refusal).message }))
  return { message: errorText(error), refused }
}
