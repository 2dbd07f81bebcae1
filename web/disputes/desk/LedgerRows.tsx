import { Trans, useLingui } from '@lingui/react/macro'
import { parseUsdt, formatUsdt } from '../../../domain/money.ts'
import type { BondOutcome } from '../../../domain/trades/bonds.ts'
import { useFormats } from '../../formats.ts'

type Props = {
  /** Decimal strings. A part of zero has no row in the ledger. */
  division: { toBuyer: string; fee: string; toSeller: string }
  /** The buyer's bond, where there is one; null is not decided yet. */
  bond?: { amount: string; outcome: BondOutcome | null } | undefined
  className?: string
}

/** The rows that a decision writes to the ledger, and their sum: what is locked in escrow. */
export function LedgerRows({ division: { toBuyer, fee, toSeller }, bond, className = '' }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  function bondTo(outcome: BondOutcome | null): string {
    if (outcome === null) return t`Bond, not decided yet`
    return { returned: t`Bond, to the buyer`, awarded: t`Bond, to the seller`, burned: t`Bond, burned` }[outcome]
  }
  const rows = [
    { to: t`To the buyer`, amount: toBuyer },
    { to: t`Platform fee`, amount: fee },
    { to: t`To the seller`, amount: toSeller },
    ...(bond ? [{ to: bondTo(bond.outcome), amount: bond.amount }] : []),
  ].filter(({ amount }) => parseUsdt(amount) !== 0n)
  const sum = rows.reduce((total, { amount }) => total + (parseUsdt(amount) ?? 0n), 0n)
  return (
    <table className={`w-full text-start ${className}`}>
      <caption className="sr-only">
        <Trans>Ledger entries</Trans>
      </caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="py-1 text-start font-normal">
            <Trans>From escrow</Trans>
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            <Trans>Amount</Trans>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {rows.map(({ to, amount }) => (
          <tr key={to}>
            <th scope="row" className="py-1.5 pe-4 text-start font-normal">
              {to}
            </th>
            <td className="num py-1.5 text-end">{formats.usdt(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className="py-1.5 pe-4 text-start">
            <Trans>Locked in escrow</Trans>
          </th>
          <td className="num py-1.5 text-end">{formats.usdt(formatUsdt(sum))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
