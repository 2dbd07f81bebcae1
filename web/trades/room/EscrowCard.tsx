import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api.ts'
import { useFormats } from '../../formats.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../../ui/Icon.tsx'

/** The copied text is not a valid wallet address (decisions: Trades, escrow address). */
const NOT_PAYABLE = 'DEMO-'

/** Where the USDT is held, and that it is not real; closed at first, since no party acts on it. */
export function EscrowCard({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { address, chain, state, holds } = trade.escrow
  return (
    <details className="panel group/escrow px-5 sm:px-7">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-3 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg">
          <Trans>Escrow address</Trans>
        </h2>
        <Badge tone="accent">
          <Trans>Demo</Trans>
        </Badge>
        <span className="ms-auto text-muted transition-transform group-open/escrow:rotate-180">
          <Icon of={ChevronDown} size={16} />
        </span>
      </summary>
      <div className="pb-4">
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
          <DescriptionRow label={<Trans>Network</Trans>}>
            {chain.charAt(0).toUpperCase() + chain.slice(1)}
          </DescriptionRow>
          <DescriptionRow label={<Trans>State</Trans>}>
            <StateText state={state} role={trade.role} />
          </DescriptionRow>
          <DescriptionRow label={<Trans>Current balance</Trans>}>{formats.usdt(holds)}</DescriptionRow>
        </DescriptionList>
      </div>
    </details>
  )
}

function StateText({ state, role }: { state: Trade['escrow']['state']; role: Trade['role'] }) {
  if (state === 'split') return <Trans>Split between buyer and seller</Trans>
  if (state === 'locked') return <Trans>Locked</Trans>
  if (state === 'released')
    return role === 'buyer' ? <Trans>Released to you</Trans> : <Trans>Released to the buyer</Trans>
  return role === 'seller' ? <Trans>Returned to you</Trans> : <Trans>Returned to the seller</Trans>
}
