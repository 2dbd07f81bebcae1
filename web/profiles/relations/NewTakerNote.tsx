import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { ASSET } from '../../../domain/asset.ts'
import { BOND_LEAST_USDT, BOND_PERCENT } from '../../../domain/trades/bonds.ts'
import { useFormats } from '../../formats.ts'
import { useSession } from '../../session/session.ts'

type Props = {
  offer: Pick<
    Offer,
    | 'newTakerUsdt'
    | 'newTakerUsdtWithoutBond'
    | 'minUsdt'
    | 'tradableUsdt'
    | 'maxUsdt'
    | 'isNewTaker'
    | 'isMine'
    | 'refusal'
  >
}

/** What a reader without a completed trade, or a visitor who may be one, can take at most, with and without a bond; nothing for others. */
export function NewTakerNote({ offer }: Props) {
  const { user } = useSession()
  const { newTakerUsdt, newTakerUsdtWithoutBond: withoutBond, isNewTaker } = offer
  if (offer.isMine || offer.refusal !== null || !(isNewTaker || user === null)) return null
  const isBounded = newTakerUsdt !== (isNewTaker ? offer.maxUsdt : offer.tradableUsdt)
  if (withoutBond === newTakerUsdt && !isBounded) return null
  return (
    <p className="text-sm text-muted">
      {withoutBond === newTakerUsdt ? (
        <WithoutBonds left={newTakerUsdt} isNewTaker={isNewTaker} />
      ) : (
        <WithBonds left={newTakerUsdt} withoutBond={Number(withoutBond) < Number(offer.minUsdt) ? null : withoutBond} />
      )}
    </p>
  )
}

function WithoutBonds({ left, isNewTaker }: { left: string; isNewTaker: boolean }): ReactNode {
  const cut = useCutUsdt()
  const most = cut(left)
  return isNewTaker ? (
    <Trans>Until your first completed trade you can take up to {most} of this offer.</Trans>
  ) : (
    <Trans>Without a completed trade: up to {most} of this offer.</Trans>
  )
}

/** `withoutBond` is null where that is less than the smallest trade. */
function WithBonds({ left, withoutBond }: { left: string; withoutBond: string | null }): ReactNode {
  const cut = useCutUsdt()
  const { wholePercent, fiat } = useFormats()
  const most = cut(left)
  const bondPercent = wholePercent(BOND_PERCENT)
  const leastBond = fiat(BOND_LEAST_USDT, ASSET)
  if (withoutBond === null) {
    return (
      <Trans>
        Without a completed trade: up to {most} of this offer, with a bond of {bondPercent} of the trade (at least{' '}
        {leastBond}).
      </Trans>
    )
  }
  const free = cut(withoutBond)
  return (
    <Trans>
      Without a completed trade: up to {free} of this offer, or up to {most} with a bond of {bondPercent} of the trade
      (at least {leastBond}).
    </Trans>
  )
}

/** Cut, not rounded: no more than the figure can be taken. */
function useCutUsdt(): (usdt: string) => string {
  const { fiat } = useFormats()
  return (usdt) => fiat(usdt.slice(0, -4), ASSET)
}
