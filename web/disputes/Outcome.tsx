import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import type { DisputeOutcome } from '../../domain/disputes/disputes.ts'
import { Division } from './Division.tsx'

const NOTHING = '0.000000'

/** How the dispute ended; with the amounts where no decision has them. */
export function Outcome({ trade, dispute }: { trade: Trade; dispute: Dispute }) {
  if (dispute.outcome === null) return null
  return (
    <div className="rounded-control border-s-4 border-line bg-line/40 px-4 py-3">
      <p className="text-lg font-semibold">{TEXTS[dispute.outcome]}</p>
      <Amounts trade={trade} outcome={dispute.outcome} />
    </div>
  )
}

const TEXTS: Readonly<Record<DisputeOutcome, ReactNode>> = {
  release: <Trans>Closed: by decision, the USDT is released to the buyer.</Trans>,
  refund: <Trans>Closed: by decision, the USDT is returned to the seller.</Trans>,
  split: <Trans>Closed: by decision, the USDT is split.</Trans>,
  seller_confirmed: <Trans>Closed: the seller confirmed the payment, and the USDT is released to the buyer.</Trans>,
  seller_conceded: <Trans>Closed: the seller conceded, and the USDT is released to the buyer.</Trans>,
  buyer_conceded: <Trans>Closed: the buyer conceded, and the USDT is returned to the seller.</Trans>,
}

function Amounts({ trade, outcome }: { trade: Trade; outcome: DisputeOutcome }) {
  if (outcome === 'seller_confirmed' || outcome === 'seller_conceded') {
    return <Division toBuyer={trade.buyerReceives} fee={trade.fee} toSeller={NOTHING} />
  }
  if (outcome !== 'buyer_conceded') return null
  return <Division toBuyer={NOTHING} fee={NOTHING} toSeller={trade.sellerLocks} />
}
