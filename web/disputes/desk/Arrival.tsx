import { Trans } from '@lingui/react/macro'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { arrivalDate } from '../../../domain/payments/arrival.ts'
import { useDates } from '../../dates.ts'
import { DescriptionRow } from '../../ui/DescriptionList.tsx'

/** The day on which the payment arrives if the buyer has made it; none where a payment takes no working days. */
export function ArrivalRow({ dispute }: { dispute: DisputeCase }) {
  const day = useArrivalDay(dispute)
  if (day === null) return null
  return (
    <DescriptionRow label={<Trans>Should arrive by</Trans>}>
      <span>
        {day}
        {isPending(dispute) && (
          <>
            {' · '}
            <Trans>not over yet</Trans>
          </>
        )}
      </span>
    </DescriptionRow>
  )
}

/** The arbiter is warned, and not prevented: what else the case shows may suffice. */
export function EarlyDecisionWarning({ dispute }: { dispute: DisputeCase }) {
  const day = useArrivalDay(dispute)
  if (day === null || !isPending(dispute)) return null
  return (
    <p role="note" className="rounded-control border-s-4 border-sell bg-sell-soft px-4 py-3 text-sm text-ink">
      <Trans>
        The payment can arrive until the end of {day}. Until then its absence proves nothing: decide now only if other
        evidence is enough.
      </Trans>
    </p>
  )
}

function useArrivalDay({ trade: { arrivesBy }, paymentMethod }: DisputeCase): string | null {
  const dates = useDates()
  const day = arrivesBy === null ? null : arrivalDate(paymentMethod, new Date(arrivesBy))
  return day && dates.calendarDay(day.toISOString())
}

function isPending({ trade: { arrivesBy }, now }: DisputeCase): boolean {
  return arrivesBy !== null && Date.parse(arrivesBy) > Date.parse(now)
}
