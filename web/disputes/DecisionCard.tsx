import { Trans } from '@lingui/react/macro'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import { useDates } from '../dates.ts'
import { BondOutcomeText } from '../trades/Bond.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Division } from './Division.tsx'

type Decision = Dispute['decisions'][number]

/** A decision: what becomes of the USDT, and the arbiter's reason. */
export function DecisionCard({ decision, isAppealed = false }: { decision: Decision; isAppealed?: boolean }) {
  const dates = useDates()
  return (
    <article className="rounded-control border border-line px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">
          <Title round={decision.round} /> <DecisionOutcome outcome={decision.outcome} />{' '}
          {isAppealed && (
            <Badge>
              <Trans context="decision">Appealed</Trans>
            </Badge>
          )}
        </h3>
        <time dateTime={decision.at} className="num text-sm text-muted">
          {dates.moment(decision.at)}
        </time>
      </div>
      <Division toBuyer={decision.toBuyer} fee={decision.fee} toSeller={decision.toSeller} />
      {decision.bond && (
        <p className="mt-1 text-sm">
          <Trans>The buyer’s bond:</Trans> <BondOutcomeText outcome={decision.bond} reader={null} />
        </p>
      )}
      <h4 className="mt-2 text-sm text-muted">
        <Trans>Reason</Trans>
      </h4>
      <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
        {decision.reason}
      </p>
    </article>
  )
}

function Title({ round }: Pick<Decision, 'round'>) {
  return round === 1 ? <Trans>Decision:</Trans> : <Trans>Decision on the appeal:</Trans>
}

function DecisionOutcome({ outcome }: Pick<Decision, 'outcome'>) {
  if (outcome === 'release') return <Trans>release to the buyer</Trans>
  return outcome === 'refund' ? <Trans>refund to the seller</Trans> : <Trans>split</Trans>
}
