import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { otherSide } from '../../domain/trades/other-side.ts'
import { shortId } from '../../domain/trades/trades.ts'
import { useSession } from '../session/session.ts'
import { useDates } from '../dates.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { isTurnOf } from './moves/moves.ts'
import { TradeAmounts } from './room/TradeAmounts.tsx'
import { TradeStatusBadge } from './TradeStatusBadge.tsx'

/** A trade as a row: counterparty, amount, status and whose turn it is. The whole row is a link. */
export function TradeRow({ trade }: { trade: Trade }) {
  const dates = useDates()
  const other = otherSide(trade)
  const { actingFor } = useSession()
  const isMyTurn = isTurnOf(trade, actingFor?.roles)
  return (
    <li className="relative grid items-center gap-x-6 gap-y-2 px-4 py-4 hover:bg-line/30 md:grid-cols-[1.2fr_1.2fr_1.1fr] md:px-5">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={other.username} picture={other.avatar} />
        <div className="min-w-0">
          <Link to={paths.trade(trade.id)} className="block truncate font-semibold after:absolute after:inset-0">
            <Trans>
              Trade with <bdi>{other.username}</bdi>
            </Trans>
          </Link>
          <p className="num text-sm text-muted">
            <bdi dir="ltr">#{shortId(trade.id)}</bdi> · {dates.date(trade.createdAt)}
          </p>
        </div>
      </div>
      <TradeAmounts trade={trade} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <TradeStatusBadge status={trade.status} isMyTurn={isMyTurn} />
        <span className={isMyTurn ? 'font-medium' : 'text-muted'}>
          <Turn trade={trade} isMyTurn={isMyTurn} />
        </span>
      </div>
    </li>
  )
}

function Turn({ trade: { turn }, isMyTurn }: { trade: Trade; isMyTurn: boolean }) {
  if (isMyTurn) return <Trans>Your turn</Trans>
  if (turn.includes('buyer')) return <Trans>Waiting for the buyer</Trans>
  if (turn.includes('seller')) return <Trans>Waiting for the seller</Trans>
  return turn.includes('arbiter') ? <Trans>Waiting for the arbiter</Trans> : null
}
