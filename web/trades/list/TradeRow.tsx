import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { otherSide } from '../../../domain/trades/other-side.ts'
import { shortId } from '../../../domain/trades/trades.ts'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { useSession } from '../../session/session.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { UNCUT_NAME, NoteLabel, NoteMark } from '../../profiles/trader-notes/NoteLabel.tsx'
import { useNoteAbout } from '../../profiles/trader-notes/queries.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { isTurnOf } from '../moves.ts'
import { TradeAmounts } from './TradeAmounts.tsx'
import { TradeStatusBadge } from '../TradeStatusBadge.tsx'

/** Of a list of trades, so that the columns stand one below the other whatever the rows hold. */
export const TRADE_COLUMNS = 'md:grid md:grid-cols-[1.3fr_1fr_auto] lg:grid-cols-[1.5fr_1.2fr_1.1fr_auto]'

/** A trade as a row: counterparty, amount, status and whose turn it is. A press anywhere opens the trade. */
export function TradeRow({ trade }: { trade: Trade }) {
  const dates = useDates()
  const other = otherSide(trade)
  const { actingFor } = useSession()
  const note = useNoteAbout(other.username)
  const isMyTurn = isTurnOf(trade, actingFor?.roles)
  const number = <bdi dir="ltr">#{shortId(trade.id)}</bdi>
  const title = (
    <Trans>
      Trade with <bdi>{other.username}</bdi>
    </Trans>
  )
  const whole = (
    <>
      {title} {number}
    </>
  )
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 px-4 py-4 hover:bg-line/30 md:col-span-full md:grid-cols-subgrid md:px-5">
      <div className="flex min-w-0 items-center gap-3 max-md:col-span-full">
        <span className="relative shrink-0">
          <Avatar name={other.username} picture={other.avatar} />
          <NoteMark note={note} />
        </span>
        <div className="min-w-0">
          <p className="truncate font-semibold">{title}</p>
          <div className="flex">
            <p className={`num truncate text-sm text-muted ${UNCUT_NAME}`}>
              {number} · {dates.date(trade.createdAt)}
            </p>
            <NoteLabel note={note} />
          </div>
        </div>
      </div>
      <TradeAmounts trade={trade} className="min-w-0 max-md:col-span-full" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm md:col-span-2 md:col-start-1 md:row-start-2 lg:col-span-1 lg:col-start-3 lg:row-start-1">
        <TradeStatusBadge status={trade.status} isMyTurn={isMyTurn} />
        <span className={isMyTurn ? 'font-medium' : 'text-muted'}>
          <Turn trade={trade} isMyTurn={isMyTurn} />
        </span>
        <Repeat trade={trade} />
      </div>
      <Link
        to={paths.trade(trade.id)}
        className={buttonClass(
          'line',
          'row',
          'after:absolute after:inset-0 md:col-start-3 md:row-span-2 md:row-start-1 lg:col-start-4 lg:row-span-1',
        )}
      >
        <span>
          <Trans>
            View details<span className="sr-only">: {whole}</span>
          </Trans>
        </span>
      </Link>
    </li>
  )
}

function Turn({ trade: { turn }, isMyTurn }: { trade: Trade; isMyTurn: boolean }) {
  if (isMyTurn) return <Trans>Your turn</Trans>
  if (turn.includes('buyer')) return <Trans>Waiting for the buyer</Trans>
  if (turn.includes('seller')) return <Trans>Waiting for the seller</Trans>
  return turn.includes('arbiter') ? <Trans>Waiting for the arbiter</Trans> : null
}

/** Above the row's link. */
function Repeat({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const canRepeat = canOpenTrades(useSession())
  const name = shortId(trade.id)
  if (trade.status !== 'completed' || !canRepeat) return null
  return (
    <Link
      to={paths.tradeAgain(otherSide(trade).username, trade.id)}
      aria-label={t`Repeat trade #${name}`}
      className="touch-area relative z-1 underline underline-offset-4"
    >
      <Trans>Trade again</Trans>
    </Link>
  )
}
