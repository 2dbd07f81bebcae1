import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ApiError, isMissing } from '../../client.ts'
import { BackButton } from '../../layout/BackButton.tsx'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { StaffPage } from '../../staff/StaffPage.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { Skeleton } from '../../ui/notices/Skeleton.tsx'
import { CaseRoom } from './CaseRoom.tsx'
import { Decision } from './DecisionPanel.tsx'
import { useCase, useKnownCase, useOwnDecision } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'

/** One case, for the arbiter who has taken it. */
export default function CasePage() {
  const { t } = useLingui()
  const { tradeId = '' } = useParams()
  const about = useKnownCase(tradeId)?.reference
  return (
    <StaffPage requires="arbiter" title={t`Dispute case`} about={about} above={<BackButton otherwise={paths.desk} />}>
      <Guarded key={tradeId} tradeId={tradeId} />
    </StaffPage>
  )
}

function Guarded({ tradeId }: { tradeId: string }) {
  const { t } = useLingui()
  const query = useCase(tradeId)
  const { error } = query
  if (isMissing(error)) return <Unavailable text={<Trans>There is no such case.</Trans>} />
  // Also while it is shown: a case whose decision is late goes to another arbiter.
  if (error instanceof ApiError && error.code === 'case_not_yours') {
    return <NotYours tradeId={tradeId} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Loaded query={query} rows={6} label={t`Loading case…`}>
        {(dispute) => <CaseRoom dispute={dispute} clockOffsetMs={query.clockOffsetMs} />}
      </Loaded>
    </div>
  )
}

/** After an appeal the arbiter still reads the own decision, and nothing else. */
function NotYours({ tradeId }: { tradeId: string }) {
  const { data, isPending } = useOwnDecision(tradeId)
  if (isPending) return <Skeleton className="h-24" />
  if (!data) return <Unavailable text={<Trans>This case isn’t yours.</Trans>} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <Unavailable text={<Trans>This case was appealed. Another arbiter decides an appeal.</Trans>} />
      <section className="panel px-5 py-4 sm:px-7 sm:py-5">
        <h2 className="mb-3 text-lg">
          <Trans>Your decision</Trans> <bdi dir="ltr">{data.reference}</bdi>
        </h2>
        <Decision decision={data.decision} />
      </section>
    </div>
  )
}

function Unavailable({ text }: { text: ReactNode }) {
  return (
    <EmptyState
      title={text}
      action={
        <Link to={paths.desk} className={buttonClass('accent')}>
          <Trans>Go to the open cases</Trans>
        </Link>
      }
    />
  )
}
