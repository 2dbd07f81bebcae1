import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { OPEN_STATUSES } from '../../domain/trades/trades.ts'
import { canOpenTrades } from '../session/can-open-trades.ts'
import { canCreateOffers, useSession } from '../session/session.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { TRADE_COLUMNS, TradeRow } from '../trades/list/TradeRow.tsx'
import { useWaitingTrades } from '../trades/list/waiting-trades.ts'
import { WaitingTrades } from '../trades/list/WaitingTrades.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { Activity } from './Activity.tsx'
import { countOf } from './count-of.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { useDashboard } from '../use-dashboard.ts'
import { Stats } from './Stats.tsx'
import { useHiddenVolume } from './hidden-volume.ts'
import { WithDashboard } from './WithDashboard.tsx'
import { RetryNote } from '../RetryNote.tsx'

/**
 * What waits for the reader, then the money in escrow and the other figures, quick actions and the latest trades. One who has
 * not traded sees the first steps, and figures only of offers.
 */
export function Overview() {
  const { t } = useLingui()
  const [isHidden, setHidden] = useHiddenVolume()
  const waiting = useWaitingTrades()
  const session = useSession()
  // Its read begins with the other one, and not after it.
  useDashboard()
  // With the figures, so that nothing below the list moves when it arrives.
  if (waiting.isLoading) return <SkeletonRows rows={4} label={t`Loading dashboard…`} />
  const readAgain = () => void waiting.refetch()
  return (
    <WithDashboard>
      {(dashboard) => {
        const hasTraded = dashboard.recentTrades.length > 0
        const isLed = !hasTraded && canOpenTrades(session)
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:gap-10">
            <RetryNote query={waiting} />
            <WaitingTrades trades={waiting.trades} clockOffsetMs={waiting.clockOffsetMs} onEnd={readAgain} />
            {waiting.data?.trades.length === 0 && countOf(dashboard, OPEN_STATUSES) > 0 && <NothingWaits />}
            {isLed && <FirstSteps hasOffers={dashboard.activeOffers > 0} />}
            {(!isLed || dashboard.activeOffers > 0) && (
              <Stats dashboard={dashboard} isHidden={isHidden} onHide={setHidden} />
            )}
            {hasTraded && (
              <>
                <QuickActions isNextStep={waiting.trades.length === 0} />
                <RecentTrades trades={dashboard.recentTrades} />
              </>
            )}
            {countOf(dashboard, ['completed']) > 0 && <Activity days={dashboard.days} isVolumeHidden={isHidden} />}
          </div>
        )
      }}
    </WithDashboard>
  )
}

function NothingWaits() {
  return (
    <p className="text-muted">
      <Trans>Nothing needs your action. Trades that do will appear here.</Trans>
    </p>
  )
}

/** `isNextStep`: nothing above leads on. */
function QuickActions({ isNextStep }: { isNextStep: boolean }) {
  const session = useSession()
  return (
    <div className="flex flex-wrap gap-3">
      {canCreateOffers(session) && (
        <Link to={paths.createOffer} className={buttonClass(isNextStep ? 'accent' : 'line')}>
          <Trans>Create offer</Trans>
        </Link>
      )}
      {canOpenTrades(session) && (
        <>
          <Link to={paths.buyOffers} className={buttonClass('buy')}>
            <Trans>Buy USDT</Trans>
          </Link>
          <Link to={paths.sellOffers} className={buttonClass('sell')}>
            <Trans>Sell USDT</Trans>
          </Link>
        </>
      )}
    </div>
  )
}

function RecentTrades({ trades }: { trades: readonly Trade[] }) {
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">
          <Trans>Recent trades</Trans>
        </h2>
        <Link to={paths.trades} className="touch-area underline underline-offset-4">
          <Trans>All my trades</Trans>
        </Link>
      </div>
      <ul className={`panel divide-y divide-line ${TRADE_COLUMNS}`}>
        {trades.map((trade) => (
          <TradeRow key={trade.id} trade={trade} />
        ))}
      </ul>
    </section>
  )
}
