import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { readmitArbiter } from '../../../domain/api/staff/administration.ts'
import type { WaitingCase } from '../../../domain/api/staff/administration.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { useCommand } from '../../use-command.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { PagedList } from '../../PagedList.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { useWaitingCases } from '../queries.ts'

/** Disputes that no arbiter has. Where none can take one, an admin readmits a former arbiter; the arbiter decides. */
export function CasesTab() {
  const { t } = useLingui()
  const query = useWaitingCases()
  return (
    <PagedList
      query={query}
      label={t`Cases`}
      loading={t`Loading cases…`}
      empty={
        <EmptyState title={<Trans>No case waits for an arbiter</Trans>}>
          <Trans>Disputes without an arbiter appear here.</Trans>
        </EmptyState>
      }
    >
      {(waiting) => <Row key={waiting.tradeId} waiting={waiting} />}
    </PagedList>
  )
}

function Row({ waiting }: { waiting: WaitingCase }) {
  const formats = useFormats()
  const dates = useDates()
  const { reference, arbitersLeft, candidates, lateDecisions } = waiting
  const opened = dates.moment(waiting.openedAt)
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-4 md:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <bdi dir="ltr" className="num">
          {reference}
        </bdi>
        {arbitersLeft === 0 ? (
          <Badge tone="sell">
            <Trans>No arbiter left</Trans>
          </Badge>
        ) : (
          <Badge>
            <Plural value={arbitersLeft} one="# arbiter can take it" other="# arbiters can take it" />
          </Badge>
        )}
        {waiting.round > 1 && (
          <Badge>
            <Trans>Appeal</Trans>
          </Badge>
        )}
      </p>
      <p className="num text-sm text-muted">
        {formats.usdt(waiting.amountUsdt)} · <Trans>Opened {opened}</Trans>
        {lateDecisions > 0 && (
          <>
            {' · '}
            <Plural value={lateDecisions} one="# late decision" other="# late decisions" />
          </>
        )}
      </p>
      {arbitersLeft === 0 && candidates.length === 0 && (
        <p className="text-sm">
          <Trans>No arbiter is impartial in this case. The server’s operator has to appoint another one.</Trans>
        </p>
      )}
      {candidates.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {candidates.map((arbiter) => (
            <li key={arbiter.id}>
              <Readmit waiting={waiting} arbiter={arbiter} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type Arbiter = WaitingCase['candidates'][number]

function Readmit({ waiting: { tradeId }, arbiter: { id, username } }: { waiting: WaitingCase; arbiter: Arbiter }) {
  const { t } = useLingui()
  const command = useCommand(readmitArbiter)
  return (
    <ReasonDialog
      action={t`Readmit ${username}`}
      name={t`Readmit ${username}`}
      variant="accent"
      title={
        <Trans>
          Readmit <bdi>{username}</bdi> to this case?
        </Trans>
      }
      description={
        <Trans>
          They had the case before and can take it once more. The decision stays theirs. Your reason is recorded.
        </Trans>
      }
      hint={t`For the audit log.`}
      doneText={t`Arbiter readmitted`}
      act={(reason) => command.mutateAsync({ params: { tradeId }, body: { arbiterId: id, reason } })}
    />
  )
}
