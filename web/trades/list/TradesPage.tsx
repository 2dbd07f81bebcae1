import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../session/session.ts'
import { SignedIn } from '../../session/SignedIn.tsx'
import { SuspensionNotice } from '../../accounts/SuspensionNotice.tsx'
import { PlacePage } from '../../layout/places/PlacePage.tsx'
import { StreamNote } from '../../notifications/live/StreamNote.tsx'
import { WithTeamRole } from '../../accounts/teams/WithTeamRole.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { TradeCounts } from './TradeCounts.tsx'
import { TradeExport } from './TradeExport.tsx'
import { TradeList } from './TradeList.tsx'
import { useWaitingTrades } from './waiting-trades.ts'
import { WaitingTrades } from './WaitingTrades.tsx'

/** The signed-in trader's trades: those that wait for the trader, then all, newest first, each saying whose turn it is. */
export default function TradesPage() {
  return (
    <SignedIn>
      {() => (
        <PlacePage
          place="trades"
          section="trades"
          aside={<StreamNote />}
          notices={<SuspensionNotice className="mb-6" />}
        >
          <WithTeamRole roles={['chat', 'release']}>
            <Content />
          </WithTeamRole>
        </PlacePage>
      )}
    </SignedIn>
  )
}

function Content() {
  const { t } = useLingui()
  const { actingFor } = useSession()
  const waiting = useWaitingTrades()
  // With the list, so that no row moves when it arrives.
  if (waiting.isLoading) return <SkeletonRows rows={4} label={t`Loading trades…`} />
  return (
    <div className="grid grid-cols-1 gap-8">
      <WaitingTrades
        trades={waiting.trades}
        clockOffsetMs={waiting.clockOffsetMs}
        onEnd={() => void waiting.refetch()}
      />
      {/* Of the owner, to whom alone the figures belong. */}
      <TradeList counts={!actingFor && <TradeCounts />} />
      {!actingFor && <TradeExport />}
    </div>
  )
}
