import { Trans, useLingui } from '@lingui/react/macro'
import type { Dashboard } from '../../domain/api/profiles/profiles.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { shortId, TRADE_STATUS_TEXTS } from '../../domain/trades/trades.ts'
import { canOpenTrades } from '../session/can-open-trades.ts'
import { useSession } from '../session/session.ts'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { isTurnOf } from '../trades/moves/moves.ts'
import { TradeAmounts } from '../trades/room/TradeAmounts.tsx'
import { TradeExport } from '../trades/TradeExport.tsx'
import { TradeList } from '../trades/TradeList.tsx'
import { otherSide } from '../../domain/trades/other-side.ts'
import { TradeStatusBadge } from '../trades/TradeStatusBadge.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Translated } from '../ui/Translated.tsx'
import { WithDashboard } from './WithDashboard.tsx'

/** All trades of the signed-in trader, and how many are in each status (spec-coverage 2 Dashboard). */
export function TradesTab() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <WithDashboard>{({ statuses }) => <Counts statuses={statuses} />}</WithDashboard>
      <TradeList className="md:grid md:grid-cols-[1.2fr_1fr_auto] lg:grid-cols-[1.4fr_1.2fr_auto_auto]" Row={Line} />
      <TradeExport />
    </div>
  )
}

function Counts({ statuses }: { statuses: Dashboard['statuses'] }) {
  const formats = useFormats()
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-y border-line py-3">
      {statuses.map(({ status, trades }) => (
        <div key={status} className="flex items-baseline gap-2">
          <dt className="text-sm text-muted">
            <Translated text={TRADE_STATUS_TEXTS[status].label} />
          </dt>
          <dd className="num font-semibold">{formats.count(trades)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Line({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const dates = useDates()
  const canRepeat = canOpenTrades(useSession())
  const name = shortId(trade.id)
  return (
    <li className="grid items-center gap-x-6 gap-y-2 px-4 py-4 sm:grid-cols-[1fr_auto] md:col-span-full md:grid-cols-subgrid md:px-5">
      <TradeAmounts trade={trade} className="min-w-0 md:row-span-2 lg:row-span-1" />
      <div className="min-w-0 text-sm sm:col-start-1 md:col-start-2">
        <p className="truncate">
          <Trans>
            with <bdi>{otherSide(trade).username}</bdi>
          </Trans>
        </p>
        <p className="num text-muted">
          <bdi dir="ltr">#{name}</bdi> · {dates.date(trade.createdAt)}
        </p>
      </div>
      <div className="sm:col-start-1 md:col-start-2 lg:col-start-3">
        <TradeStatusBadge status={trade.status} isMyTurn={isTurnOf(trade)} />
      </div>
      <div className="flex flex-wrap gap-2 sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:justify-end md:col-start-3 md:row-span-2 md:row-start-1 lg:col-start-4 lg:row-span-1">
        {trade.status === 'completed' && canRepeat && (
          <Link
            to={paths.tradeAgain(otherSide(trade).username, trade.id)}
            aria-label={t`Repeat trade #${name}`}
            className={buttonClass('line', 'row')}
          >
            <Trans>Trade again</Trans>
          </Link>
        )}
        <Link
          to={paths.trade(trade.id)}
          aria-label={t`View details of trade #${name}`}
          className={buttonClass('line', 'row')}
        >
          <Trans>View details</Trans>
        </Link>
      </div>
    </li>
  )
}
