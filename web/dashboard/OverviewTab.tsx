import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../domain/api.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { NoTrades } from '../trades/NoTrades.tsx'
import { TradeRow } from '../trades/TradeRow.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Activity } from './Activity.tsx'
import { Stats } from './Stats.tsx'
import { useHiddenVolume } from './hidden-volume.ts'
import { WithDashboard } from './WithDashboard.tsx'

/** Figures at a glance, quick actions and the latest trades. */
export function OverviewTab() {
  const [isHidden, setHidden] = useHiddenVolume()
  return (
    <WithDashboard>
      {(dashboard) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:gap-10">
          <Stats dashboard={dashboard} isHidden={isHidden} onHide={setHidden} />
          <QuickActions />
          <RecentTrades trades={dashboard.recentTrades} />
          {dashboard.reputation.completedTrades > 0 && <Activity days={dashboard.days} isVolumeHidden={isHidden} />}
        </div>
      )}
    </WithDashboard>
  )
}

function QuickActions() {
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={paths.createOffer} className={buttonClass('accent')}>
        <Trans>Create offer</Trans>
      </Link>
      <Link to={paths.buyOffers} className={buttonClass('buy')}>
        <Trans>Buy USDT</Trans>
      </Link>
      <Link to={paths.sellOffers} className={buttonClass('sell')}>
        <Trans>Sell USDT</Trans>
      </Link>
      <Link to={paths.profile} className={buttonClass('line')}>
        <Trans>Settings</Trans>
      </Link>
    </div>
  )
}

function RecentTrades({ trades }: { trades: readonly Trade[] }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">
        <Trans>Recent trades</Trans>
      </h2>
      {trades.length === 0 ? (
        <NoTrades />
      ) : (
        <ul className="panel divide-y divide-line">
          {trades.map((trade) => (
            <TradeRow key={trade.id} trade={trade} />
          ))}
        </ul>
      )}
    </section>
  )
}
