import { Plural, Trans } from '@lingui/react/macro'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { BOND_FREE_MINUTES, BOND_PERCENT, type BondOutcome } from '../../domain/trades/bonds.ts'
import { useFormats } from '../formats.ts'
import { DescriptionRow } from '../ui/DescriptionList.tsx'

/** The bond's part of the USDT in the reader's format: "2%". */
export function BondPercent() {
  return <bdi>{useFormats().wholePercent(BOND_PERCENT)}</bdi>
}

/** When the buyer loses the bond, the same text before and during the trade. */
export function BondRule() {
  return (
    <Trans>
      You lose the bond if you mark a payment that you didn’t make, let the payment window run out, or cancel later than{' '}
      <Plural value={BOND_FREE_MINUTES} one="# minute" other="# minutes" /> after opening; otherwise you get it back.
    </Trans>
  )
}

type Props = {
  bond: NonNullable<Trade['bond']>
  /** The party that reads it; null for a team member, who is neither. */
  reader: Trade['role'] | null
}

/** The bond of a trade, and where it is. Beside the amount, which stays on one line, there is no room for that on a phone. */
export function BondRow({ bond, reader }: Props) {
  const formats = useFormats()
  const { state } = bond
  return (
    <DescriptionRow
      label={
        <>
          {reader === 'buyer' ? <Trans>Your bond</Trans> : <Trans>The buyer’s bond</Trans>} ·{' '}
          {state === 'locked' ? <Trans>locked</Trans> : <BondOutcomeText outcome={state} reader={reader} />}
        </>
      }
    >
      {formats.usdt(bond.amount)}
    </DescriptionRow>
  )
}

/** What became of a bond, or will. */
export function BondOutcomeText({ outcome, reader }: { outcome: BondOutcome; reader: Props['reader'] }) {
  if (outcome === 'burned') return <Trans>burned, for neither party</Trans>
  if (outcome === 'returned') {
    return reader === 'buyer' ? <Trans>returned to you</Trans> : <Trans>returned to the buyer</Trans>
  }
  return reader === 'seller' ? <Trans>paid to you</Trans> : <Trans>paid to the seller</Trans>
}
