import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { startRehearsal } from '../../../domain/api/trades/rehearsals.ts'
import type { User } from '../../../domain/api/accounts/sessions.ts'
import { REHEARSAL_TITLES } from '../../../domain/trades/rehearsal-script.ts'
import { REHEARSAL_SCENARIOS, type RehearsalScenario } from '../../../domain/trades/rehearsals.ts'
import { SignedIn } from '../../session/SignedIn.tsx'
import { errorText } from '../../client.ts'
import { BackButton } from '../../layout/BackButton.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { OwnAccount } from '../../accounts/teams/OwnAccount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useCommand } from '../../use-command.ts'
import { keepRehearsal, useRehearsals } from './queries.ts'
import { RehearsalRoom } from './RehearsalRoom.tsx'

/** One scenario: resumes the open attempt, or starts one. */
export default function RehearsalPage() {
  const { scenario } = useParams()
  const known = REHEARSAL_SCENARIOS.find((each) => each === scenario)
  if (!known) return <Navigate to={paths.rehearsals} replace />
  return (
    <SignedIn>
      {(user) => (
        <OwnAccount>
          <Content key={known} user={user} scenario={known} />
        </OwnAccount>
      )}
    </SignedIn>
  )
}

function Content({ user, scenario }: { user: User; scenario: RehearsalScenario }) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useRehearsals()
  const command = useCommand(startRehearsal)
  const hasStarted = useRef(false)
  const latest = data?.scenarios.find((each) => each.scenario === scenario)?.latest

  async function start() {
    keepRehearsal(client, await command.mutateAsync({ body: { scenario } }))
  }

  const isReady = data !== undefined
  const isOver = latest?.moves.length === 0
  // An ended attempt stays on the page that played it; a page that opens later starts another attempt.
  const [playedId, setPlayedId] = useState<string>()
  if (latest && !isOver && playedId !== latest.id) setPlayedId(latest.id)
  useEffect(() => {
    if (!isReady || hasStarted.current) return
    hasStarted.current = true
    if (!latest || isOver) start().catch(() => {})
  })

  const failure = error ?? command.error
  return (
    <div className="wrap pt-6 pb-12">
      <PageTitle title={`${t`Rehearsal`}: ${i18n._(REHEARSAL_TITLES[scenario])}`} />
      <BackButton otherwise={paths.rehearsals} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="title">
          <Translated text={REHEARSAL_TITLES[scenario]} />
        </h1>
        <Badge tone="accent">
          <Trans>Rehearsal</Trans>
        </Badge>
      </div>
      <p className="mt-2 max-w-[42em] text-muted">
        <Trans>
          Everything on this page is made up for practice, and the buyer is a bot. No USDT is locked or released, and no
          money moves.
        </Trans>
      </p>
      {latest && latest.id === playedId && !command.isPending ? (
        <RehearsalRoom rehearsal={latest} username={user.username} onRepeat={() => void start().catch(() => {})} />
      ) : (
        !failure && <SkeletonRows rows={5} label={t`Loading rehearsal…`} />
      )}
      {failure && (
        <ErrorNote
          className="mt-6"
          onRetry={() => void (error ? refetch() : start().catch(() => {}))}
          isRetrying={isFetching || command.isPending}
        >
          {errorText(failure)}
        </ErrorNote>
      )}
    </div>
  )
}
