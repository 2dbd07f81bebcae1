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
import { CaseRoom } from './CaseRoom.tsx'
import { useCase, useKnownCase } from './queries.ts'
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
    return <Unavailable text={<Trans>This case isn’t yours.</Trans>} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Loaded query={query} rows={6} label={t`Loading case…`}>
        {(dispute) => <CaseRoom dispute={dispute} clockOffsetMs={query.clockOffsetMs} />}
      </Loaded>
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
