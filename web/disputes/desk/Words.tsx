import { Trans } from '@lingui/react/macro'
import type { DisputeOutcome, DisputeRole } from '../../../domain/disputes/disputes.ts'

/** The actor of a move. */
export function Role({ name }: { name: DisputeRole }) {
  if (name === 'buyer') return <Trans>Buyer</Trans>
  if (name === 'seller') return <Trans>Seller</Trans>
  return name === 'arbiter' ? <Trans>Arbiter</Trans> : <Trans>Sarraf</Trans>
}

/** How a case ended, or how an arbiter decided it. */
export function Outcome({ name }: { name: DisputeOutcome }) {
  if (name === 'release') return <Trans>Released to the buyer</Trans>
  if (name === 'refund') return <Trans>Returned to the seller</Trans>
  if (name === 'split') return <Trans>Split between both parties</Trans>
  if (name === 'seller_confirmed') return <Trans>The seller confirmed the payment: released to the buyer</Trans>
  if (name === 'seller_conceded') return <Trans>The seller conceded: released to the buyer</Trans>
  return <Trans>The buyer conceded: returned to the seller</Trans>
}
