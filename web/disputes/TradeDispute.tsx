import type { Trade } from '../../domain/api/trades/trades.ts'
import { DisputePanel } from './DisputePanel.tsx'
import { OpenDispute } from './OpenDispute.tsx'
import { RefundHeld } from './RefundHeld.tsx'

type Props = { trade: Trade; clockOffsetMs: number }

/** What the room of a trade shows of its dispute, by the trade's status. */
export function TradeDispute({ trade, clockOffsetMs }: Props) {
  if (trade.hasDispute) return <DisputePanel trade={trade} />
  if (trade.status === 'refund_held') return <RefundHeld trade={trade} />
  return <OpenDispute trade={trade} clockOffsetMs={clockOffsetMs} />
}
