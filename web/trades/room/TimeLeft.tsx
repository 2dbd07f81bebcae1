import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { dayOf, useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { readTradeAgain } from '../queries.ts'
import { useUsualSeconds } from './use-usual-seconds.ts'

type Props = { trade: Trade; clockOffsetMs: number }

/** Counts by the server's clock; at zero the trade is read again, since the deadline has moved it. */
export function TimeLeft({ trade, clockOffsetMs }: Props) {
  const client = useQueryClient()
  const label = useDeadlineLabel(trade)
  const changeAt = nextChangeOf(trade)
  useReadAt(trade.id, changeAt && changeAt - clockOffsetMs)
  if (trade.deadline === null || label === null) return null
  if (trade.status === 'payment_sent' && trade.role === 'buyer' && trade.stoppedAt === null) {
    return <SellersTime trade={trade} deadline={trade.deadline} clockOffsetMs={clockOffsetMs} />
  }
  return (
    <Figure label={label}>
      <Countdown
        deadline={trade.deadline}
        clockOffsetMs={clockOffsetMs}
        stoppedAt={trade.stoppedAt}
        onEnd={() => readTradeAgain(client, trade.id)}
      />
    </Figure>
  )
}

/** When what the reader may do changes without an event: the payment mark becomes final, or the payment must have arrived. */
function nextChangeOf({ role, markFinalAt, arrivesBy, now, stoppedAt }: Trade): number | null {
  const changeAt = Date.parse((role === 'buyer' ? markFinalAt : arrivesBy) ?? now)
  return stoppedAt === null && changeAt > Date.parse(now) ? changeAt + CLOCK_MARGIN_MS : null
}

/** By how much the server's clock can be behind the one that the page counts by. */
const CLOCK_MARGIN_MS = 1000

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="text-sm text-muted">{label}</span> <span className="text-lg font-semibold">{children}</span>
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

/** A buyer who has paid waits for the seller, not for the dispute: the seller's usual time, or since when the buyer waits. */
function SellersTime({ trade, deadline, clockOffsetMs }: Props & { deadline: string }) {
  const formats = useFormats()
  const dates = useDates()
  const usual = useUsualSeconds(trade)
  useReadAt(trade.id, Date.parse(deadline) - clockOffsetMs)
  if (usual !== null) {
    return (
      <Figure label={<Trans>The seller usually confirms in</Trans>}>
        <span className="num">{formats.duration(usual)}</span>
      </Figure>
    )
  }
  const since = trade.paidAt ?? trade.now
  const isToday = dayOf(Date.parse(since)) === dayOf(Date.parse(trade.now))
  return (
    <Figure label={<Trans>Waiting since</Trans>}>
      <time dateTime={since} className="num">
        {isToday ? dates.time(since) : dates.moment(since)}
      </time>
    </Figure>
  )
}

/** A browser fires a longer timer immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Reads the trade again at this moment of the device's clock, if there is one. */
function useReadAt(tradeId: string, atMs: number | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (atMs === null) return
    const restMs = Math.max(0, atMs - Date.now())
    if (restMs > LONGEST_TIMER_MS) return
    const timer = setTimeout(() => readTradeAgain(client, tradeId), restMs)
    return () => clearTimeout(timer)
  }, [client, tradeId, atMs])
}
