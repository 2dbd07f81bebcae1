import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../domain/api/profiles/profiles.ts'
import { OPEN_STATUSES } from '../../domain/trades/trades.ts'
import { useFormats } from '../formats.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { OwnRating } from '../profiles/ratings/OwnRating.tsx'
import { Button } from '../ui/Button.tsx'
import { countOf } from './count-of.ts'

type Props = { dashboard: Dashboard; isHidden: boolean; onHide: (isHidden: boolean) => void }

/** The money in escrow and the volume, and the user's figures in one row (spec-coverage 2 Dashboard). */
export function Stats({ dashboard, isHidden, onHide }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const { volumeUsdt, successRate, activeOffers, reputation, escrow } = dashboard
  return (
    <>
      <dl className="grid rounded-panel bg-line/50 sm:grid-cols-[1fr_1fr_1.3fr]">
        <Sum label={<Trans>Your USDT in escrow</Trans>} note={<Trans>as seller, in open trades</Trans>}>
          {formats.fiat(escrow.locked, 'USDT')}
        </Sum>
        <Sum label={<Trans>To receive</Trans>} note={<Trans>as buyer, when your open trades are completed</Trans>}>
          {formats.fiat(escrow.incoming, 'USDT')}
        </Sum>
        <Sum
          label={<Trans>Total volume</Trans>}
          aside={
            <Button
              size="row"
              variant="quiet"
              aria-pressed={isHidden}
              aria-label={isHidden ? t`Show total volume` : t`Hide total volume`}
              onClick={() => onHide(!isHidden)}
              className="-my-2 -me-2 text-sm"
            >
              {isHidden ? <Trans>Show</Trans> : <Trans>Hide</Trans>}
            </Button>
          }
        >
          {isHidden ? <span aria-label={t`Hidden`}>••••••</span> : formats.fiat(volumeUsdt, 'USDT')}
        </Sum>
      </dl>
      <dl className="grid grid-cols-2 gap-x-6 md:grid-cols-[1.8fr_1fr_1fr_1fr_1.2fr]">
        <Stat
          label={<Trans>Success rate</Trans>}
          note={<Trans>of all trades, open ones included</Trans>}
          className="col-span-2 md:col-span-1"
        >
          {successRate === null ? '–' : formats.share(successRate)}
        </Stat>
        <Stat label={<Trans context="how many trades">Completed</Trans>} to={`${paths.trades}?state=completed`}>
          {formats.count(countOf(dashboard, ['completed']))}
        </Stat>
        <Stat label={<Trans context="how many trades">Active</Trans>} to={`${paths.trades}?state=open`}>
          {formats.count(countOf(dashboard, OPEN_STATUSES))}
        </Stat>
        <Stat label={<Trans>Offers</Trans>} to={paths.myOffers}>
          {formats.count(activeOffers)}
        </Stat>
        <Stat label={<Trans>Rating</Trans>}>
          <span className="text-xl">
            <OwnRating rating={reputation.rating} completedTrades={reputation.completedTrades} />
          </span>
        </Stat>
      </dl>
    </>
  )
}

type StatProps = { label: ReactNode; note?: ReactNode; to?: string; className?: string; children: ReactNode }

/** With `to`, the name leads to the list that the figure counts. */
function Stat({ label, note, to, className = '', children }: StatProps) {
  return (
    <div className={`border-b border-line pb-4 ${className}`}>
      <dt className="flex h-10 items-center text-sm text-muted">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="touch-area underline underline-offset-4 hover:text-ink">
            {label}
          </Link>
        )}
      </dt>
      <dd className="board flex min-h-9 items-center text-[1.75rem]">{children}</dd>
      {note !== undefined && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  )
}

type SumProps = { label: ReactNode; note?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A sum of USDT with two decimals; each trade shows its exact amount. */
function Sum({ label, note, aside, children }: SumProps) {
  return (
    <div className="px-4 py-4 md:px-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-2 flex items-center justify-between gap-3">
        <span className="board text-2xl">{children}</span>
        {aside}
      </dd>
      {note !== undefined && <dd className="mt-1.5 text-sm text-muted">{note}</dd>}
    </div>
  )
}
