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

/** The money in escrow and the volume, and below them the user's counts, each of which leads to what it counts (spec-coverage 2 Dashboard). */
export function Stats({ dashboard, isHidden, onHide }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const { volumeUsdt, successRate, activeOffers, reputation, escrow } = dashboard
  return (
    <div className="panel overflow-hidden">
      <dl className="divide-y divide-line md:grid md:grid-cols-[1fr_1fr_1.25fr] md:divide-x md:divide-y-0">
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
              className="-my-2 -me-3 text-sm"
            >
              {isHidden ? <Trans>Show</Trans> : <Trans>Hide</Trans>}
            </Button>
          }
        >
          {isHidden ? <span aria-label={t`Hidden`}>••••••</span> : formats.fiat(volumeUsdt, 'USDT')}
        </Sum>
      </dl>
      <dl className="divide-y divide-line border-t border-line md:grid md:grid-cols-[1.4fr_1.1fr_1.1fr_0.9fr_1.1fr] md:divide-x md:divide-y-0">
        <Stat
          label={<Trans>Success rate</Trans>}
          note={<Trans>of all trades, open ones included</Trans>}
          to={paths.accountTab('reputation')}
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
        <Stat label={<Trans>Rating</Trans>} to={paths.accountTab('reputation')}>
          <OwnRating rating={reputation.rating} completedTrades={reputation.completedTrades} />
        </Stat>
      </dl>
    </div>
  )
}

/** Of a figure: a line on phones, its name above it elsewhere. */
const FIGURE =
  'relative grid grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-3 md:row-span-3 md:grid-cols-1 md:grid-rows-subgrid md:items-start md:gap-y-1 md:px-5 md:py-4 [&>dt]:text-sm [&>dt]:text-muted'

type StatProps = { label: ReactNode; note?: ReactNode; to: string; children: ReactNode }

/** A press anywhere leads to what the figure counts. */
function Stat({ label, note, to, children }: StatProps) {
  return (
    <div className={`${FIGURE} hover:bg-line/30`}>
      <dt>
        <Link to={to} className="-outline-offset-2 after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd className="board text-xl whitespace-nowrap lg:text-2xl">{children}</dd>
      {note !== undefined && <dd className="text-sm text-muted max-md:col-span-2">{note}</dd>}
    </div>
  )
}

type SumProps = { label: ReactNode; note?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A sum of USDT with two decimals; each trade shows its exact amount. */
function Sum({ label, note, aside, children }: SumProps) {
  return (
    <div className={FIGURE}>
      <dt>{label}</dt>
      <dd className="flex items-center justify-between gap-3">
        <span className="board text-xl whitespace-nowrap lg:text-2xl">{children}</span>
        {aside}
      </dd>
      {note !== undefined && <dd className="text-sm text-muted max-md:col-span-2">{note}</dd>}
    </div>
  )
}
