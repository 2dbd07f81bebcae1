import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../domain/api.ts'
import { OPEN_STATUSES } from '../../domain/trades/trades.ts'
import { useFormats } from '../formats.ts'
import { OwnRating } from '../ratings/OwnRating.tsx'
import { Button } from '../ui/Button.tsx'
import { countOf } from './count-of.ts'

type Props = { dashboard: Dashboard; isHidden: boolean; onHide: (isHidden: boolean) => void }

/** The money in escrow, and the user's figures in one row (spec-coverage 2 Dashboard). */
export function Stats({ dashboard, isHidden, onHide }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const { volumeUsdt, successRate, activeOffers, reputation, escrow } = dashboard
  return (
    <>
      <dl className="grid rounded-panel bg-line/50 sm:grid-cols-2">
        <Escrow label={<Trans>Your USDT in escrow</Trans>} note={<Trans>as seller, in open trades</Trans>}>
          {formats.usdt(escrow.locked)}
        </Escrow>
        <Escrow
          label={<Trans>On its way to you</Trans>}
          note={<Trans>as buyer, when your open trades are completed</Trans>}
        >
          {formats.usdt(escrow.incoming)}
        </Escrow>
      </dl>
      <dl className="grid grid-cols-2 gap-x-6 md:grid-cols-[2fr_1fr_1fr_1fr_1fr_1.2fr]">
        <Stat
          label={<Trans>Total volume</Trans>}
          className="col-span-2 md:col-span-1"
          aside={
            <Button
              size="row"
              variant="quiet"
              aria-pressed={isHidden}
              aria-label={isHidden ? t`Show total volume` : t`Hide total volume`}
              onClick={() => onHide(!isHidden)}
              className="-me-2 text-sm"
            >
              {isHidden ? <Trans>Show</Trans> : <Trans>Hide</Trans>}
            </Button>
          }
        >
          {isHidden ? <span aria-label={t`Hidden`}>••••••</span> : formats.fiat(volumeUsdt, 'USDT')}
        </Stat>
        <Stat label={<Trans>Success rate</Trans>} note={<Trans>of all trades, open ones included</Trans>}>
          {successRate === null ? '–' : formats.share(successRate)}
        </Stat>
        <Stat label={<Trans context="how many trades">Completed</Trans>}>
          {formats.count(countOf(dashboard, ['completed']))}
        </Stat>
        <Stat label={<Trans context="how many trades">Active</Trans>}>
          {formats.count(countOf(dashboard, OPEN_STATUSES))}
        </Stat>
        <Stat label={<Trans>Offers</Trans>}>{formats.count(activeOffers)}</Stat>
        <Stat label={<Trans>Rating</Trans>}>
          <span className="text-xl">
            <OwnRating rating={reputation.rating} completedTrades={reputation.completedTrades} />
          </span>
        </Stat>
      </dl>
    </>
  )
}

type StatProps = { label: ReactNode; note?: ReactNode; aside?: ReactNode; className?: string; children: ReactNode }

function Stat({ label, note, aside, className = '', children }: StatProps) {
  return (
    <div className={`border-b border-line pb-4 ${className}`}>
      <dt className="flex h-10 items-center justify-between gap-3 text-sm text-muted">{label}</dt>
      <dd className="flex min-h-9 items-center justify-between gap-3">
        <span className="board text-[1.75rem]">{children}</span>
        {aside}
      </dd>
      {note !== undefined && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  )
}

function Escrow({ label, note, children }: { label: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <div className="px-4 py-4 md:px-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="board mt-2 text-2xl">{children}</dd>
      <dd className="mt-1.5 text-sm text-muted">{note}</dd>
    </div>
  )
}
