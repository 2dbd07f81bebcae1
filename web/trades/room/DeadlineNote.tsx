import { Plural, Trans } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { DISPUTE_AFTER_MINUTES, REFUND_HOLD_MINUTES } from '../../../domain/trades/trades.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { otherSide } from '../../../domain/trades/other-side.ts'
import { useJump } from '../../ui/jump-out.ts'
import { useUsualSeconds } from './use-usual-seconds.ts'

const MINUTE_MS = 60_000

type Props = {
  trade: Trade
  /** The reader is a team member, who opens no dispute for the owner. */
  isTeamMember?: boolean
}

/**
 * What happens, and when, if the party that has to act stays silent. The moments are those of the trade, the durations those of the
 * rules. A dispute says it of its own deadlines (web/disputes/TurnCard.tsx).
 */
export function DeadlineNote({ trade, isTeamMember = false }: Props) {
  if (trade.deadline === null) return null
  return (
    <p className="text-sm text-muted">
      {trade.stoppedAt === null ? (
        <>
          <MedianTime trade={trade} />{' '}
          {isTeamMember ? (
            <MembersOutcome trade={trade} deadline={trade.deadline} />
          ) : (
            <Outcome trade={trade} deadline={trade.deadline} />
          )}
        </>
      ) : (
        <Trans>
          Nothing happens automatically during the outage. When it ends, the deadline is extended by its length.
        </Trans>
      )}
    </p>
  )
}

/** The record of the buyer that the reader waits for; that of a seller is in the figure of the time (TimeLeft). */
function MedianTime({ trade }: { trade: Trade }) {
  const formats = useFormats()
  const seconds = useUsualSeconds(trade)
  if (seconds === null || trade.status !== 'awaiting_payment') return null
  const name = <bdi>{otherSide(trade).username}</bdi>
  const time = <span className="num font-medium whitespace-nowrap text-ink">{formats.duration(seconds)}</span>
  return (
    <Trans>
      {name}’s median time to pay: {time}.
    </Trans>
  )
}

type OutcomeProps = Pick<Props, 'trade'> & { deadline: string }

function Outcome({ trade, deadline }: OutcomeProps) {
  const until = <Moment at={deadline} />
  const isBuyer = trade.role === 'buyer'
  if (trade.status === 'awaiting_payment') {
    if (isBuyer && !trade.detailsShown) {
      return <Trans>If you don’t mark the trade as paid by {until}, it is cancelled.</Trans>
    }
    return isBuyer ? (
      <Trans>
        If you don’t mark the trade as paid by {until}, it is cancelled. You then have{' '}
        <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" /> to object.
      </Trans>
    ) : (
      <Trans>
        If the buyer doesn’t mark the trade as paid by {until}, it is cancelled and your USDT is returned. If the buyer
        has seen your payment details, they first have{' '}
        <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" /> to object with a proof of payment.
      </Trans>
    )
  }
  if (trade.status === 'refund_held') {
    return isBuyer ? (
      <Trans>If you don’t object by {until}, the USDT returns to the seller.</Trans>
    ) : (
      <Trans>If the buyer doesn’t object by {until}, your USDT returns to you.</Trans>
    )
  }
  if (trade.status !== 'payment_sent') return null
  return (
    <>
      {isBuyer ? (
        <Trans>
          If the seller doesn’t confirm by {until}, a dispute opens automatically and an arbiter decides. The USDT stays
          locked.
        </Trans>
      ) : (
        <Trans>If you don’t confirm by {until}, a dispute opens automatically and an arbiter decides.</Trans>
      )}{' '}
      <OwnDispute trade={trade} />
    </>
  )
}

/** The same to a team member, who is neither party. */
function MembersOutcome({ trade, deadline }: OutcomeProps) {
  const until = <Moment at={deadline} />
  if (trade.status === 'awaiting_payment') {
    return <Trans>If the trade isn’t marked as paid by {until}, it is cancelled.</Trans>
  }
  if (trade.status === 'refund_held') {
    return <Trans>If the buyer doesn’t object by {until}, the USDT returns to the seller.</Trans>
  }
  return trade.status === 'payment_sent' ? (
    <Trans>If the payment isn’t confirmed by {until}, a dispute opens automatically and an arbiter decides.</Trans>
  ) : null
}

/** Neither party has to wait for the deadline. */
function OwnDispute({ trade: { paidAt, now } }: { trade: Trade }) {
  const dates = useDates()
  const jump = useJump('dispute')
  const possibleAt = Date.parse(paidAt ?? now) + DISPUTE_AFTER_MINUTES * MINUTE_MS
  if (Date.parse(now) >= possibleAt) {
    return (
      <button type="button" onClick={jump} className="touch-area text-ink underline underline-offset-4">
        <Trans>You can open a dispute now.</Trans>
      </button>
    )
  }
  const from = dates.time(new Date(possibleAt).toISOString())
  return <Trans>You can open a dispute from {from}.</Trans>
}

function Moment({ at }: { at: string }) {
  const dates = useDates()
  return (
    <time dateTime={at} className="num font-medium whitespace-nowrap text-ink">
      {dates.moment(at)}
    </time>
  )
}
