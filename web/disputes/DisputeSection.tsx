import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Trade } from '../../domain/api/trades/trades.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'
import { ApiError, errorText } from '../client.ts'
import { withTexts } from '../i18n.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { useLazyModule } from '../ui/hydration/use-lazy-module.ts'

const load = () => withTexts('dispute', () => import('./TradeDispute.tsx'))

/** The statuses in which a party can open a dispute. */
const CAN_BE_DISPUTED: readonly TradeStatus[] = ['payment_sent', 'refund_held']

type Props = { trade: Trade; clockOffsetMs: number }

/** The dispute of a trade, or what opens one. Its code is loaded for the trades that have either. */
export function DisputeSection({ trade, clockOffsetMs }: Props) {
  const { t } = useLingui()
  const { module, show } = useLazyModule(load)
  const [isLost, setIsLost] = useState(false)
  const isShown = trade.hasDispute || CAN_BE_DISPUTED.includes(trade.status)

  function open() {
    setIsLost(false)
    show(() => setIsLost(true))
  }
  useEffect(() => {
    if (isShown) open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is first shown
  }, [isShown])

  if (!isShown) return null
  if (module) return <module.TradeDispute trade={trade} clockOffsetMs={clockOffsetMs} />
  if (isLost) return <ErrorNote onRetry={open}>{errorText(new ApiError(0, { code: 'unreachable' }))}</ErrorNote>
  return <SkeletonRows rows={2} label={t`Loading…`} />
}
