import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { DISPUTE_REASONS, disputeStatusAfter, isDecided } from '../../domain/disputes/disputes.ts'
import { useDates } from '../dates.ts'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { Translated } from '../ui/Translated.tsx'
import { ANSWER_ID } from './answer-id.ts'
import { AnswerDecision } from './AnswerDecision.tsx'
import { ConcedeButton } from './ConcedeButton.tsx'
import { ConfirmInDispute } from './ConfirmInDispute.tsx'
import { DecisionCard } from './DecisionCard.tsx'
import { DisputeEvidence } from './DisputeEvidence.tsx'
import { Outcome } from './Outcome.tsx'
import { useDispute } from './queries.ts'
import { sectionClass } from './section-class.ts'
import { StatementForm } from './StatementForm.tsx'
import { Statements } from './Statements.tsx'
import { Timeline } from './Timeline.tsx'
import { TurnCard } from './TurnCard.tsx'
import { VerificationPhrase } from './VerificationPhrase.tsx'
import { RetryNote } from '../RetryNote.tsx'

/** The dispute of a trade: whose turn it is, until when, and what happens then; and all that was said and decided. */
export function DisputePanel({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const query = useDispute(trade.id)
  const { data, error, isOpening, clockOffsetMs } = query
  return (
    <section aria-label={t`Dispute`} className={`${sectionClass} grid gap-6`}>
      <div>
        <h2 className="text-xl">
          <Trans>Dispute</Trans>
        </h2>
        {data && <Opening dispute={data} />}
      </div>
      {!isOpening && <RetryNote query={query} />}
      {!data && isOpening && (
        <p role="status" className="text-muted">
          <Trans>The dispute is being opened.</Trans>
        </p>
      )}
      {!data && !error && <SkeletonRows rows={4} label={t`Loading the dispute…`} />}
      {data && <Parts trade={trade} dispute={data} clockOffsetMs={clockOffsetMs} />}
    </section>
  )
}

type PartsProps = { trade: Trade; dispute: Dispute; clockOffsetMs: number }

function Parts({ trade, dispute, clockOffsetMs }: PartsProps) {
  const isClosed = dispute.status === 'closed'
  const isUndecided = dispute.status === 'statements' || dispute.status === 'deciding'
  const canConfirm = disputeStatusAfter(dispute.status, 'confirm_receipt', dispute.role) !== null && !isDecided(dispute)
  const isMyTurn = dispute.turn.includes(dispute.role)
  const isToState = isMyTurn && dispute.status === 'statements'
  // What the reader answers is read first.
  const toAnswer = isToState ? dispute.statements.filter(({ round }) => round === dispute.round) : []
  const otherStatements = dispute.statements.filter((statement) => !toAnswer.includes(statement))
  const decisions = dispute.decisions
    .toReversed()
    .map((decision) => (
      <DecisionCard key={decision.round} decision={decision} isAppealed={decision.round < dispute.round} />
    ))
  return (
    <>
      {isClosed ? (
        <Outcome trade={trade} dispute={dispute} />
      ) : (
        <TurnCard dispute={dispute} clockOffsetMs={clockOffsetMs} />
      )}
      {canConfirm && <ConfirmInDispute trade={trade} />}
      {isMyTurn && dispute.status === 'decided' ? (
        <Answer>
          {decisions}
          <AnswerDecision dispute={dispute} />
        </Answer>
      ) : (
        decisions
      )}
      {toAnswer.length > 0 && <Statements dispute={dispute} statements={toAnswer} trade={trade} />}
      {isToState && (
        <Answer>
          <StatementForm key={dispute.round} dispute={dispute} />
        </Answer>
      )}
      {!isClosed && <VerificationPhrase phrase={dispute.phrase} />}
      {(toAnswer.length === 0 || otherStatements.length > 0) && (
        <Statements dispute={dispute} statements={otherStatements} trade={trade} areEarlier={toAnswer.length > 0} />
      )}
      <DisputeEvidence trade={trade} />
      <Timeline events={dispute.events} />
      {isUndecided && (dispute.role === 'buyer' || isDecided(dispute)) && <ConcedeButton trade={trade} />}
    </>
  )
}

function Answer({ children }: { children: ReactNode }) {
  return (
    <div id={ANSWER_ID} tabIndex={-1} className="grid scroll-mt-4 gap-6 outline-none">
      {children}
    </div>
  )
}

function Opening({ dispute }: { dispute: Dispute }) {
  const dates = useDates()
  const opened = dates.moment(dispute.openedAt)
  return (
    <p className="mt-1 text-muted">
      <Translated text={DISPUTE_REASONS[dispute.reason].text} />
      {' · '}
      <OpenedBy openedBy={dispute.openedBy} />
      {' · '}
      <time dateTime={dispute.openedAt} className="num">
        {opened}
      </time>
    </p>
  )
}

function OpenedBy({ openedBy }: Pick<Dispute, 'openedBy'>) {
  if (openedBy === 'buyer') return <Trans>opened by the buyer</Trans>
  return openedBy === 'seller' ? <Trans>opened by the seller</Trans> : <Trans>opened automatically</Trans>
}
