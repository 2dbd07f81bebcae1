import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../session/session.ts'
import { SignedIn } from '../session/SignedIn.tsx'
import { SuspensionNotice } from '../accounts/SuspensionNotice.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { StreamNote } from '../notifications/live/StreamNote.tsx'
import { WithTeamRole } from '../accounts/teams/WithTeamRole.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { TradeExport } from './TradeExport.tsx'
import { TradeList } from './TradeList.tsx'
import { TradeRow } from './TradeRow.tsx'
import { useWaitingTrades } from './waiting-trades.ts'
import { WaitingTrades } from './WaitingTrades.tsx'

/** The signed-in trader's trades: those that wait for the trader, then all, newest first, each saying whose turn it is. */
export default function TradesPage() {
  const { t } = useLingui()
  return (
    <SignedIn>
      {() => (
        <div className="wrap py-8 md:py-12">
          <PageTitle title={t`My trades`} />
          <div className="mb-6 flex flex-wrap items-baseline justify-between gap-4">
            <h1 className="title">
              <Trans>My trades</Trans>
            </h1>
            <StreamNote />
          </div>
          <SuspensionNotice className="mb-6" />
          <WithTeamRole roles={['chat', 'release']}>
            <Content />
          </WithTeamRole>
        </div>
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
      <TradeList Row={TradeRow} />
      {!actingFor && <TradeExport />}
    </div>
  )
}
