import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { MoveJump } from '../trades/room/MoveJump.tsx'
import { readTradeAgain } from '../trades/queries.ts'
import { RoomBar } from '../trades/room/RoomBar.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import { ANSWER_ID } from './answer-id.ts'
import { useDispute } from './queries.ts'

/** The bar of a disputed trade on a small screen: the dispute has the deadline, and its section the forms. */
export function DisputeBar({ trade, chat }: { trade: Trade; chat: ReactNode | null }) {
  const client = useQueryClient()
  const { data, clockOffsetMs } = useDispute(trade.id)
  if (!data) return <RoomBar chat={chat} />
  return (
    <RoomBar
      time={
        data.deadline !== null &&
        !data.turn.includes('system') && (
          <>
            <span className="text-muted">
              <TimeLabel dispute={data} />
            </span>
            <span className="text-lg font-semibold">
              <Countdown
                deadline={data.deadline}
                clockOffsetMs={clockOffsetMs}
                stoppedAt={data.stoppedAt}
                onEnd={() => readTradeAgain(client, trade.id)}
              />
            </span>
          </>
        )
      }
      move={data.turn.includes(data.role) && <Act status={data.status} />}
      chat={chat}
    />
  )
}

function TimeLabel({ dispute: { status, turn, role } }: { dispute: Dispute }) {
  if (turn.includes(role)) return <Trans>Your time left</Trans>
  if (status === 'deciding') return <Trans>The arbiter’s time left</Trans>
  return <Trans>The other party’s time left</Trans>
}

function Act({ status }: Pick<Dispute, 'status'>) {
  return (
    <MoveJump to={ANSWER_ID} otherwise="dispute">
      {status === 'decided' ? <Trans>Answer the decision</Trans> : <Trans>Write your statement</Trans>}
    </MoveJump>
  )
}
