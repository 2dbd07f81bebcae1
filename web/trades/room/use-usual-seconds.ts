import { useEffect, useState } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { otherSide } from '../../../domain/trades/other-side.ts'

/**
 * The median seconds of the party that the reader waits for. Null without a record, and once that time has passed: afterwards it
 * would only reassure.
 */
export function useUsualSeconds(trade: Trade): number | null {
  const { medianSeconds } = otherSide(trade)
  const waitedMs = Date.parse(trade.now) - Date.parse(trade.paidAt ?? trade.createdAt)
  const isOver = useIsOver(medianSeconds === null ? 0 : medianSeconds * 1000 - waitedMs)
  return isOver || trade.turn.includes(trade.role) ? null : medianSeconds
}

/** Whether this time has passed since it was given: a page that stays open reads the trade again only when something happens. */
function useIsOver(restMs: number): boolean {
  const [passedMs, setPassedMs] = useState<number>()
  useEffect(() => {
    if (restMs <= 0) return
    const timer = setTimeout(() => setPassedMs(restMs), restMs)
    return () => clearTimeout(timer)
  }, [restMs])
  return restMs <= 0 || passedMs === restMs
}
