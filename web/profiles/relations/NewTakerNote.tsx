import { Trans } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { ASSET } from '../../../domain/asset.ts'
import { useFormats } from '../../formats.ts'
import { useSession } from '../../session/session.ts'

type Props = { offer: Pick<Offer, 'newTakerUsdt' | 'tradableUsdt' | 'maxUsdt' | 'isNewTaker' | 'isMine' | 'refusal'> }

/** How much of the offer a reader without a completed trade, or a visitor who may be one, can take now; nothing for others. */
export function NewTakerNote({ offer }: Props) {
  const { user } = useSession()
  const { fiat } = useFormats()
  const { newTakerUsdt, isNewTaker } = offer
  if (offer.isMine || offer.refusal !== null) return null
  // Cut, not rounded: no more than the figure can be taken.
  const left = fiat(newTakerUsdt.slice(0, -4), ASSET)
  if (isNewTaker && newTakerUsdt !== offer.maxUsdt) {
    return (
      <p className="text-sm text-muted">
        <Trans>Until your first completed trade you can take up to {left} of this offer.</Trans>
      </p>
    )
  }
  if (user !== null || newTakerUsdt === offer.tradableUsdt) return null
  return (
    <p className="text-sm text-muted">
      <Trans>Without a completed trade: up to {left} of this offer.</Trans>
    </p>
  )
}
