import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { Countdown } from '../ui/Countdown.tsx'
import { readTradeAgain } from './queries.ts'

/** Counts by the server's clock; at zero the trade is read again, since the deadline has moved it. */
export function TimeLeft({ trade, clockOffsetMs }: { trade: Trade; clockOffsetMs: number }) {
  const client = useQueryClient()
  const label = useDeadlineLabel(trade)
  if (trade.deadline === null || label === null) return null
  return (
    <>
      <span className="text-sm text-muted">{label}</span>{' '}
      <span className="text-lg font-semibold">
        <Countdown
          deadline={trade.deadline}
          clockOffsetMs={clockOffsetMs}
          stoppedAt={trade.stoppedAt}
          onEnd={() => readTradeAgain(client, trade.id)}
        />
      </span>
    </>
  )
}

/** What the end of the time means. */
function useDeadlineLabel({ status, role }: Trade): string | null {
  const { t } = useLingui()
  if (status === 'awaiting_payment') return t`Time left to pay`
  if (status === 'refund_held') return role === 'buyer' ? t`Time left to object` : t`The USDT returns in`
  return status === 'payment_sent' ? t`A dispute opens in` : null
}
