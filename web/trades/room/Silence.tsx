import { Plural, Trans } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api.ts'
import { DISPUTE_AFTER_MINUTES, REFUND_HOLD_MINUTES } from '../../../domain/trades/trades.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { otherSide } from '../TradeRow.tsx'
import { useJump } from './jump-out.ts'

const MINUTE_MS = 60_000

/**
 * What happens, and when, if the party that has to act stays silent. The moments are those of the trade, the durations those of the
 * rules. A dispute says it of its own deadlines (web/disputes/TurnCard.tsx).
 */
export function Silence({ trade }: { trade: Trade }) {
  if (trade.deadline === null) return null
  return (
    <p className="text-sm text-muted">
      {trade.stoppedAt === null ? (
        <>
          <UsualTime trade={trade} /> <Outcome trade={trade} deadline={trade.deadline} />
        </>
      ) : (
        <Trans>Nothing happens by itself during the outage. At its end, the deadline moves by its length.</Trans>
      )}
    </p>
  )
}

/** How long the party for which the reader waits takes in the median. */
function UsualTime({ trade }: { trade: Trade }) {
  const formats = useFormats()
  const { username, medianSeconds } = otherSide(trade)
  if (medianSeconds === null || trade.turn.includes(trade.role)) return null
  const name = <bdi>{username}</bdi>
  const time = <span className="num font-medium text-ink">{formats.duration(medianSeconds)}</span>
  if (trade.status === 'payment_sent') {
    return (
      <Trans>
        {name} usually confirms within {time}.
      </Trans>
    )
  }
  return trade.status === 'awaiting_payment' ? (
    <Trans>
      {name} usually pays within {time}.
    </Trans>
  ) : null
}

function Outcome({ trade, deadline }: { trade: Trade; deadline: string }) {
  const until = <Moment at={deadline} />
  const isBuyer = trade.role === 'buyer'
  if (trade.status === 'awaiting_payment') {
    return isBuyer ? (
      <Trans>
        If you don’t mark the trade as paid by {until}, it is cancelled. If you have been shown the payment details, you
        then have <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" /> to object.
      </Trans>
    ) : (
      <Trans>
        If the buyer doesn’t pay by {until}, the trade is cancelled and your USDT returns to you;{' '}
        <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" /> later if the buyer has been shown your
        payment details.
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
          If the seller doesn’t confirm by {until}, a dispute opens by itself and an arbiter decides. The USDT stays
          locked.
        </Trans>
      ) : (
        <Trans>If you don’t confirm by {until}, a dispute opens by itself and an arbiter decides.</Trans>
      )}{' '}
      <OwnDispute trade={trade} />
    </>
  )
}

/** Neither party has to wait for the deadline. */
function OwnDispute({ trade: { paidAt, now } }: { trade: Trade }) {
  const dates = useDates()
  const jump = useJump('dispute')
  const possibleAt = Date.parse(paidAt ?? now) + DISPUTE_AFTER_MINUTES * MINUTE_MS
  if (Date.parse(now) >= possibleAt) {
    return (
      <button type="button" onClick={jump} className="touch-area text-ink underline underline-offset-4">
        <Trans>You can open one now.</Trans>
      </button>
    )
  }
  const from = dates.time(new Date(possibleAt).toISOString())
  return <Trans>You can open one from {from}.</Trans>
}

function Moment({ at }: { at: string }) {
  const dates = useDates()
  return (
    <time dateTime={at} className="num font-medium whitespace-nowrap text-ink">
      {dates.moment(at)}
    </time>
  )
}
