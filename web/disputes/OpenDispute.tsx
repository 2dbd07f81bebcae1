import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { DISPUTE_AFTER_MINUTES } from '../../domain/trades/trades.ts'
import { useDates } from '../dates.ts'
import { Button } from '../ui/Button.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import { OpenDisputeDialog } from './OpenDisputeDialog.tsx'
import { stillArrivesBy } from './payment-due.ts'
import { sectionClass } from './section-class.ts'

const MINUTE_MS = 60_000

/** Opens a dispute about a paid trade. Until it is possible, the button is disabled with the reason and the time left. */
export function OpenDispute({ trade, clockOffsetMs }: { trade: Trade; clockOffsetMs: number }) {
  const { t } = useLingui()
  const dates = useDates()
  const dueAt = stillArrivesBy(trade)
  const note = useId()
  const possibleAt = Date.parse(trade.paidAt ?? trade.now) + DISPUTE_AFTER_MINUTES * MINUTE_MS
  const [passed, setPassed] = useState<number>()
  const isPossible = Date.parse(trade.now) >= possibleAt || passed === possibleAt
  const [isOpen, setIsOpen] = useState(false)
  const timeLeft = (
    <Countdown
      deadline={new Date(possibleAt).toISOString()}
      clockOffsetMs={clockOffsetMs}
      onEnd={() => setPassed(possibleAt)}
    />
  )
  return (
    <section aria-label={t`Dispute`} className={sectionClass}>
      <h2 className="text-xl">
        <Trans>Something wrong?</Trans>
      </h2>
      <p className="mt-1 text-muted">
        {trade.role === 'buyer' ? (
          <Trans>If the seller doesn’t confirm your payment, an arbiter can decide.</Trans>
        ) : dueAt === null ? (
          <Trans>If the payment doesn’t arrive or isn’t right, an arbiter can decide.</Trans>
        ) : (
          <Trans>
            If the payment isn’t right, an arbiter can decide. If it doesn’t arrive, you can say so from{' '}
            {dates.moment(dueAt)}: until then the bank has time.
          </Trans>
        )}
      </p>
      <div className="mt-4">
        <Button
          variant="line"
          className="w-full sm:w-auto"
          disabled={!isPossible}
          aria-describedby={isPossible ? undefined : note}
          onClick={() => setIsOpen(true)}
        >
          <Trans>Open a dispute</Trans>
        </Button>
        {!isPossible && (
          <p id={note} className="mt-1.5 text-sm text-muted">
            <Trans>Available in {timeLeft}. A payment can take time to arrive.</Trans>
          </p>
        )}
      </div>
      {isOpen && <OpenDisputeDialog trade={trade} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
