import { Trans, useLingui } from '@lingui/react/macro'
import { SignedIn } from '../accounts/SignedIn.tsx'
import { SuspensionNotice } from '../accounts/SuspensionNotice.tsx'
import { errorText } from '../client.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { StreamNote } from '../live/StreamNote.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { NoTrades } from './NoTrades.tsx'
import { useTrades } from './queries.ts'
import { TradeRow } from './TradeRow.tsx'
import { useWaitingTrades } from './waiting-trades.ts'
import { WaitingTrades } from './WaitingTrades.tsx'

/** The signed-in trader's trades, newest first, each saying whose turn it is. */
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
          <List />
        </div>
      )}
    </SignedIn>
  )
}

function List() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useTrades()
  const waiting = useWaitingTrades()
  if ((!data && !error) || waiting.isLoading) return <SkeletonRows rows={4} label={t`Loading trades…`} />
  const trades = data?.trades
  return (
    <>
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching} className="mb-3">
          {errorText(error)}
        </ErrorNote>
      )}
      <div className="mb-8 empty:hidden">
        <WaitingTrades
          trades={waiting.trades}
          clockOffsetMs={waiting.clockOffsetMs}
          onEnd={() => void waiting.refetch()}
        />
      </div>
      {trades?.length === 0 && <NoTrades />}
      {trades && trades.length > 0 && (
        <ul className="panel divide-y divide-line">
          {trades.map((trade) => (
            <TradeRow key={trade.id} trade={trade} />
          ))}
        </ul>
      )}
    </>
  )
}
