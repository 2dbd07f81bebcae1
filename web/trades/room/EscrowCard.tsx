import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { useFormats } from '../../formats.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { FoldedCard } from '../FoldedCard.tsx'

/** The copied text is not a valid wallet address (decisions: Trades, escrow address). */
const NOT_PAYABLE = 'DEMO-'

/** Where the USDT is held, and that it is not real. */
export function EscrowCard({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { address, chain, state, holds } = trade.escrow
  return (
    <FoldedCard
      title={<Trans>Escrow address</Trans>}
      badge={
        <Badge tone="accent">
          <Trans>Demo</Trans>
        </Badge>
      }
    >
      <div className="flex items-center justify-between gap-4">
        <code dir="ltr" className="min-w-0 text-sm [overflow-wrap:anywhere]">
          {address}
        </code>
        <CopyButton text={`${NOT_PAYABLE}${address}`} label={t`Copy the demo address`} />
      </div>
      <p className="mt-2 font-medium">
        <Trans>Demo address: do not send anything to it</Trans>
      </p>
      <DescriptionList className="mt-2">
        <DescriptionRow label={<Trans>Network</Trans>}>{chain.charAt(0).toUpperCase() + chain.slice(1)}</DescriptionRow>
        <DescriptionRow label={<Trans>State</Trans>}>
          <StateText state={state} role={trade.role} />
        </DescriptionRow>
        <DescriptionRow label={<Trans>Current balance</Trans>}>{formats.usdt(holds)}</DescriptionRow>
      </DescriptionList>
    </FoldedCard>
  )
}

function StateText({ state, role }: { state: Trade['escrow']['state']; role: Trade['role'] }) {
  if (state === 'split') return <Trans>Split between buyer and seller</Trans>
  if (state === 'locked') return <Trans>Locked</Trans>
  if (state === 'released')
    return role === 'buyer' ? <Trans>Released to you</Trans> : <Trans>Released to the buyer</Trans>
  return role === 'seller' ? <Trans>Returned to you</Trans> : <Trans>Returned to the seller</Trans>
}
