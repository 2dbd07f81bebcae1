import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { SignedIn } from '../session/SignedIn.tsx'
import { ApiError } from '../client.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { useReadTrade } from '../notifications/use-read-trade.ts'
import { useTrade } from '../trades/queries.ts'
import { TradeRoom } from './TradeRoom.tsx'
import { RetryNote } from '../RetryNote.tsx'

/** One trade, for its two parties. Everyone else, and an address without an id, goes to the home page (spec-coverage 2). */
export default function TradePage() {
  const { tradeId } = useParams()
  if (tradeId === undefined) return <Navigate to={paths.home} replace />
  return <SignedIn>{() => <Guarded key={tradeId} tradeId={tradeId} />}</SignedIn>
}

function Guarded({ tradeId }: { tradeId: string }) {
  const { t } = useLingui()
  const query = useTrade(tradeId)
  const { data, error, clockOffsetMs } = query
  useReadTrade(tradeId)
  if (data) return <TradeRoom trade={data} clockOffsetMs={clockOffsetMs} />
  if (isMissing(error)) return <LedHome />
  return (
    <div className="wrap py-8 md:py-12">
      <PageTitle title={t`Trade`} />
      <RetryNote query={query} />
      {!error && (
        <>
          <p className="mb-4 text-muted">
            <Trans>Loading trade…</Trans>
          </p>
          <SkeletonRows rows={5} label={t`Loading trade…`} />
        </>
      )}
    </div>
  )
}

/** Unknown, another trader's, or a malformed id: the server answers all three alike. */
function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

function LedHome() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { warn } = useToast()
  const text = t`Trade not found in your account`
  useEffect(() => {
    warn(text)
    void navigate(paths.home, { replace: true })
  }, [navigate, warn, text])
  return null
}
