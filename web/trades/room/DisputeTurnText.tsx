import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'

type Props = {
  trade: Pick<Trade, 'turn' | 'role'>
  /** The reader is a team member, who acts for the owner. */
  isTeamMember?: boolean
}

/** Who has to act in an open dispute. */
export function DisputeTurnText({ trade: { turn, role }, isTeamMember = false }: Props) {
  if (turn.includes(role)) {
    return isTeamMember ? (
      <Trans>
        <strong>Waiting for the team’s owner</strong> in the dispute. The USDT stays locked until it is closed.
      </Trans>
    ) : (
      <Trans>
        <strong>Your turn</strong> in the dispute. The USDT stays locked until it is closed.
      </Trans>
    )
  }
  if (turn.includes('arbiter')) {
    return (
      <Trans>
        <strong>Waiting for the arbiter</strong> to decide. The USDT stays locked until the dispute is closed.
      </Trans>
    )
  }
  if (turn.includes('system')) return <Trans>Decided. The decision is being carried out.</Trans>
  return role === 'buyer' ? (
    <Trans>
      <strong>Waiting for the seller</strong> in the dispute. The USDT stays locked until it is closed.
    </Trans>
  ) : (
    <Trans>
      <strong>Waiting for the buyer</strong> in the dispute. The USDT stays locked until it is closed.
    </Trans>
  )
}
