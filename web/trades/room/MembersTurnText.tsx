import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { METHODS } from '../../../domain/payments/methods.ts'
import { DisputeTurnText } from './DisputeTurnText.tsx'

type Props = {
  trade: Pick<Trade, 'status' | 'role' | 'turn' | 'cancelledBy' | 'split' | 'hasDispute'> &
    Partial<Pick<Trade, 'paymentMethod'>>
  isMyTurn: boolean
}

/** What a team member has to do or wait for. The texts name the parties: the member is neither, and a “you” would say that the member acted. */
export function MembersTurnText({ trade, isMyTurn }: Props) {
  const { status, role, turn } = trade
  const isInPerson = trade.paymentMethod !== undefined && METHODS[trade.paymentMethod].isInPerson
  if (isMyTurn && isInPerson) {
    return (
      <Trans>
        <strong>Your turn:</strong> count the cash, then type the code on the buyer’s page.
      </Trans>
    )
  }
  if (isMyTurn) {
    return (
      <Trans>
        <strong>Your turn:</strong> check the account the owner is paid into, and confirm only once the money has
        arrived.
      </Trans>
    )
  }
  if (status === 'completed') return <CompletedText trade={trade} />
  if (status === 'cancelled') return <CancelledText by={trade.cancelledBy} />
  if (status === 'payment_confirmed') return <Trans>The seller has confirmed. The USDT is being released.</Trans>
  if (status === 'refund_held') {
    return (
      <Trans>Cancelled. The USDT returns to the seller unless the buyer shows that the payment was already sent.</Trans>
    )
  }
  if (status === 'disputed') return <DisputeTurnText trade={trade} isTeamMember />
  if (turn.includes(role)) {
    return status === 'payment_sent' ? (
      <Trans>
        <strong>Waiting for your team</strong> to confirm that the payment has arrived.
      </Trans>
    ) : (
      <Trans>
        <strong>Waiting for the team’s owner</strong> to pay the seller and to mark the trade as paid.
      </Trans>
    )
  }
  return status === 'payment_sent' ? (
    <Trans>
      <strong>Waiting for the seller</strong> to confirm that the payment has arrived.
    </Trans>
  ) : (
    <Trans>
      <strong>Waiting for the buyer</strong> to pay. The USDT is locked in escrow.
    </Trans>
  )
}

function CompletedText({ trade: { split, hasDispute } }: Pick<Props, 'trade'>) {
  if (split) return <Trans>Completed by decision: the USDT was split between the buyer and the seller.</Trans>
  return hasDispute ? (
    <Trans>Completed after a dispute: the USDT was released to the buyer.</Trans>
  ) : (
    <Trans>Completed: the payment was confirmed, and the USDT was released to the buyer.</Trans>
  )
}

function CancelledText({ by }: { by: Trade['cancelledBy'] }) {
  if (by === 'clock') {
    return <Trans>Cancelled: the buyer did not pay in time. The USDT was returned to the seller.</Trans>
  }
  if (by === 'buyer') return <Trans>Cancelled by the buyer. The USDT was returned to the seller.</Trans>
  if (by === 'seller') return <Trans>Cancelled by the seller. The USDT was returned to the seller.</Trans>
  if (by === 'dispute') return <Trans>Cancelled after a dispute. The USDT was returned to the seller.</Trans>
  return <Trans>Cancelled. The USDT was returned to the seller.</Trans>
}
