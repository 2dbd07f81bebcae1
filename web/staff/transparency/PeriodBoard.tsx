import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { SHOWN_FROM } from '../../../domain/staff/transparency.ts'
import { DISPUTE_OUTCOMES, type DisputeOutcome } from '../../../domain/disputes/disputes.ts'
import { useFormats } from '../../formats.ts'
import { Board } from '../../layout/Board.tsx'
import { Duration } from '../../offers/market/Statistics.tsx'
import { Few } from './Few.tsx'
import { usePeriodName } from './periods.ts'

type Period = Transparency['periods'][number]

/** Trades, times and disputes of each period. Disputes of which nothing is shown have one sentence instead of their rows. */
export function PeriodBoard({ periods }: { periods: readonly Period[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const periodName = usePeriodName()
  const outcomes = useOutcomeNames()
  const row = (key: string, label: ReactNode, cell: (period: Period) => ReactNode) => ({
    key,
    cells: [label, ...periods.map((period) => <StatValue key={period.days}>{cell(period)}</StatValue>)],
  })
  const count = (number: number | null) => (number === null ? <Few /> : formats.count(number))
  const median = (minutes: number | null) => (minutes === null ? '–' : <Duration seconds={minutes * 60} />)
  const disputeRows = () => [
    row('opened', <Trans>Disputes opened</Trans>, ({ disputes }) => count(disputes.opened)),
    ...DISPUTE_OUTCOMES.map((outcome) =>
      row(`closed ${outcome}`, outcomes[outcome], ({ disputes }) => {
        const closed = disputes.closed.find((each) => each.outcome === outcome)
        return count(closed?.count ?? null)
      }),
    ),
    row('decide', <Trans>Median time to the first decision</Trans>, ({ disputes }) => median(disputes.minutesToDecide)),
    row(
      'held',
      <Trans>
        Median time that USDT stayed locked after “marked as paid”, until a dispute returned it to the seller
      </Trans>,
      ({ disputes }) => median(disputes.minutesHeld),
    ),
  ]
  const hasDisputes = periods.some(({ disputes }) => isShown(disputes))
  return (
    <>
      <Board
        hasShortCells
        caption={hasDisputes ? t`Trades and disputes` : t`Trades`}
        columns={[t`Figure`, ...periods.map(({ days }) => periodName(days))]}
        rows={[
          row('completed', <Trans>Completed trades</Trans>, ({ completed }) =>
            completed === 0 ? '–' : formats.count(completed),
          ),
          row('pay', <Trans>Median time to pay</Trans>, ({ minutesToPay }) => median(minutesToPay)),
          row('release', <Trans>Median time to release</Trans>, ({ minutesToRelease }) => median(minutesToRelease)),
          ...(hasDisputes ? disputeRows() : []),
        ]}
      />
      {!hasDisputes && (
        <p className="text-muted">
          <Trans>Disputes: fewer than {SHOWN_FROM} in each period and of each outcome, so they aren’t shown yet.</Trans>
        </p>
      )}
    </>
  )
}

/** Whether any number or time of the disputes is shown. */
function isShown({ opened, closed, minutesToDecide, minutesHeld }: Period['disputes']): boolean {
  return opened !== null || closed.length > 0 || minutesToDecide !== null || minutesHeld !== null
}

function StatValue({ children }: { children: ReactNode }) {
  return <span className="num md:whitespace-nowrap">{children}</span>
}

function useOutcomeNames(): Readonly<Record<DisputeOutcome, ReactNode>> {
  return {
    release: <Trans>Disputes decided: released to the buyer</Trans>,
    refund: <Trans>Disputes decided: returned to the seller</Trans>,
    split: <Trans>Disputes decided: split</Trans>,
    seller_confirmed: <Trans>Disputes in which the seller confirmed the payment</Trans>,
    seller_conceded: <Trans>Disputes in which the seller conceded</Trans>,
    buyer_conceded: <Trans>Disputes in which the buyer conceded</Trans>,
  }
}
