import { Plural, Trans } from '@lingui/react/macro'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { BOND_FIGURES, BOND_RULE_TEXTS } from '../../domain/trades/bond-texts.ts'
import { BOND_FREE_MINUTES, type BondOutcome } from '../../domain/trades/bonds.ts'
import { REFUND_HOLD_MINUTES } from '../../domain/trades/trades.ts'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { DescriptionRow } from '../ui/DescriptionList.tsx'
import { Translated } from '../ui/Translated.tsx'

/** When the buyer loses the bond, in the words for the buyer: the same text before and during the trade. */
export function BondRule() {
  return <Translated text={BOND_RULE_TEXTS.buyer} values={BOND_FIGURES} />
}

/** The same for the seller, with the amount. */
export function SellerBondRule({ amount }: { amount: string }) {
  return (
    <Translated
      text={BOND_RULE_TEXTS.seller}
      values={{ ...BOND_FIGURES, bond: `\u2068${useFormats().usdt(amount)}\u2069` }}
    />
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

/** The buyer's bank says no match, and a cancellation of the buyer's can cost the bond. */
export function isRefusedWithBond({ role, bond, bankAnswer }: Pick<Trade, 'role' | 'bond' | 'bankAnswer'>): boolean {
  return role === 'buyer' && bond?.state === 'locked' && bankAnswer?.answer === 'no_match'
}

/** The way out that keeps the bond. The bank's answer alone returns none, since it is the buyer's word. */
export function KeepBond({ trade }: { trade: Pick<Trade, 'createdAt' | 'now'> }) {
  const dates = useDates()
  const freeUntil = Date.parse(trade.createdAt) + BOND_FREE_MINUTES * MINUTE_MS
  const time = dates.time(new Date(freeUntil).toISOString())
  return (
    <p className="font-medium text-ink">
      {Date.parse(trade.now) < freeUntil ? (
        <Trans>
          If you cancel the trade by {time}, your bond is returned to you immediately. Later, only a cancellation by the
          seller returns it.
        </Trans>
      ) : (
        <Trans>
          First ask the seller in the chat to cancel the trade: your bond is then returned to you after{' '}
          <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" />. If you cancel it yourself, or the
          payment window runs out, the seller gets it.
        </Trans>
      )}
    </p>
  )
}

const MINUTE_MS = 60_000
