import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { METHODS } from '../../../domain/payments/methods.ts'
import { TermsCard } from '../../trades/TermsCard.tsx'
import { CaseChat } from './CaseChat.tsx'
import { CaseSummary } from './CaseSummary.tsx'
import { CaseTimeline } from './CaseTimeline.tsx'
import { DecisionPanel } from './DecisionPanel.tsx'
import { PartyRecords } from './PartyRecords.tsx'
import { LinkedCasesPanel } from './LinkedCases.tsx'
import { PayerNames } from './PayerNames.tsx'
import { MeetingCodes } from './MeetingCodes.tsx'
import { Statements } from './Statements.tsx'

/** Everything about a case, its decision last: on a wide screen the chat is beside it, on a small one below the statements. */
export function CaseRoom({ dispute, clockOffsetMs }: { dispute: DisputeCase; clockOffsetMs: number }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_24rem]">
      <div className="grid min-w-0 gap-6 lg:col-start-1">
        <CaseSummary dispute={dispute} clockOffsetMs={clockOffsetMs} />
        <Statements dispute={dispute} />
        {!METHODS[dispute.paymentMethod].isInPerson ? (
          <PayerNames payer={dispute.payer} bankAnswers={dispute.bankAnswers} />
        ) : (
          dispute.codeAttempts.some(({ by, isRight }) => by === 'buyer' && isRight) && (
            <MeetingCodes attempts={dispute.codeAttempts} />
          )
        )}
      </div>
      <CaseChat dispute={dispute} />
      <div className="grid min-w-0 gap-6 lg:col-start-1">
        {dispute.group !== null && <LinkedCasesPanel dispute={dispute} group={dispute.group} />}
        <CaseTimeline dispute={dispute} />
        <PartyRecords dispute={dispute} />
        <TermsCard terms={dispute.trade.terms} />
        <DecisionPanel dispute={dispute} />
      </div>
    </div>
  )
}
