import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { readTradeAgain } from '../trades/queries.ts'
import { Countdown } from '../ui/Countdown.tsx'

type Props = { dispute: Dispute; clockOffsetMs: number }

/** Whose turn it is, until when, and what happens then. The rail or the chat announces a change (web/trades/room/EscrowRail.tsx). */
export function TurnCard({ dispute, clockOffsetMs }: Props) {
  const client = useQueryClient()
  const dates = useDates()
  const isMine = dispute.turn.includes(dispute.role)
  const { turn, next } = turnTexts(dispute)
  const until = dispute.deadline === null ? '' : dates.moment(dispute.deadline)
  return (
    <div
      className={`rounded-control border-s-4 px-4 py-3 ${isMine ? 'border-accent bg-accent-soft' : 'border-line bg-line/40'}`}
    >
      <p className="text-lg font-semibold">{turn}</p>
      <p className="mt-1">{next}</p>
      {dispute.deadline !== null && !dispute.turn.includes('system') && (
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          {/* On a small screen the bar counts the same time (DisputeBar). */}
          <span className="max-lg:hidden">
            <Trans>Time left:</Trans>
          </span>
          <span className="text-lg font-semibold text-ink max-lg:hidden">
            <Countdown
              deadline={dispute.deadline}
              clockOffsetMs={clockOffsetMs}
              stoppedAt={dispute.stoppedAt}
              onEnd={() => readTradeAgain(client, dispute.tradeId)}
            />
          </span>
          {dispute.stoppedAt === null && (
            <span className="num max-lg:first-letter:uppercase">
              <Trans>until {until}</Trans>
            </span>
          )}
        </p>
      )}
      <Remarks dispute={dispute} />
    </div>
  )
}

function Remarks({ dispute }: Pick<Props, 'dispute'>) {
  const formats = useFormats()
  const late = formats.count(dispute.lateDecisions)
  return (
    <>
      {dispute.status === 'deciding' && (
        <p className="mt-2 text-sm">
          {dispute.hasArbiter ? (
            <Trans>An arbiter has the case.</Trans>
          ) : (
            <Trans>No arbiter has taken the case yet.</Trans>
          )}
        </p>
      )}
      {dispute.round > 1 && (
        <p className="mt-2 text-sm">
          <Trans>Appeal: another arbiter decides, and that decision is final.</Trans>
        </p>
      )}
      {dispute.lateDecisions > 0 && (
        <p className="mt-2 text-sm">
          <Trans>Late decisions so far: {late}</Trans>
        </p>
      )}
    </>
  )
}

function turnTexts({ status, turn, role }: Dispute): { turn: ReactNode; next: ReactNode } {
  if (turn.includes('system')) {
    return { turn: <Trans>Decided</Trans>, next: <Trans>The decision is being carried out.</Trans> }
  }
  if (status === 'statements') {
    if (turn.includes(role)) {
      return {
        turn: <Trans>Your turn: submit your statement</Trans>,
        next: <Trans>If you don’t submit one, the arbiter decides without it.</Trans>,
      }
    }
    return {
      turn:
        role === 'buyer' ? (
          <Trans>Waiting for the seller’s statement</Trans>
        ) : (
          <Trans>Waiting for the buyer’s statement</Trans>
        ),
      next: <Trans>If there’s no statement, the arbiter decides anyway.</Trans>,
    }
  }
  if (status === 'deciding') {
    return {
      turn: <Trans>Waiting for the arbiter’s decision</Trans>,
      next: <Trans>If the decision is late, another arbiter takes the case.</Trans>,
    }
  }
  if (turn.includes(role)) {
    return {
      turn: <Trans>Your turn: accept the decision or appeal</Trans>,
      next: <Trans>If you do neither, the decision is carried out.</Trans>,
    }
  }
  return {
    turn:
      role === 'buyer' ? (
        <Trans>Waiting for the seller to accept or appeal</Trans>
      ) : (
        <Trans>Waiting for the buyer to accept or appeal</Trans>
      ),
    next: <Trans>Without an appeal, the decision is carried out.</Trans>,
  }
}
