import { Trans } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { ASSET } from '../../../domain/asset.ts'
import { BOND_PERCENT } from '../../../domain/trades/bonds.ts'
import { useFormats } from '../../formats.ts'
import { useSession } from '../../session/session.ts'

type Props = {
  offer: Pick<Offer, 'asksBond' | 'newTakerUsdt' | 'tradableUsdt' | 'maxUsdt' | 'isNewTaker' | 'isMine' | 'refusal'>
}

/** What a reader without a completed trade, or a visitor who may be one, locks as a bond and can take at most; nothing for others. */
export function NewTakerNote({ offer }: Props) {
  const { user } = useSession()
  const { fiat, wholePercent } = useFormats()
  const { newTakerUsdt, isNewTaker } = offer
  if (offer.isMine || offer.refusal !== null) return null
  const percent = wholePercent(BOND_PERCENT)
  // Cut, not rounded: no more than the figure can be taken.
  const left = fiat(newTakerUsdt.slice(0, -4), ASSET)
  const locksBond = offer.asksBond && (isNewTaker || user === null) && Number(newTakerUsdt) > 0
  const isBounded = isNewTaker ? newTakerUsdt !== offer.maxUsdt : user === null && newTakerUsdt !== offer.tradableUsdt
  if (!locksBond && !isBounded) return null
  return (
    <p className="text-sm text-muted">
      {locksBond && (
        <Trans>Until your first completed trade you lock {percent} of the USDT as a bond while a trade is open.</Trans>
      )}{' '}
      {isBounded &&
        (isNewTaker ? (
          <Trans>Until your first completed trade you can take up to {left} of this offer.</Trans>
        ) : (
          <Trans>Without a completed trade: up to {left} of this offer.</Trans>
        ))}
    </p>
  )
}
