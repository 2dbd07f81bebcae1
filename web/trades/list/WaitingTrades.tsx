import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { WaitingTrade } from '../../../domain/api/trades/waiting-trades.ts'
import { shortId } from '../../../domain/trades/trades.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { useNextStepTexts } from './next-step-texts.tsx'

type Props = {
  trades: readonly WaitingTrade[]
  /** Server clock minus this device's clock, in milliseconds. */
  clockOffsetMs: number
  /** Called once a deadline has passed, to read the list again. */
  onEnd: () => void
}

/** The trades that wait for the reader, the nearest deadline first: what to do, how long is left, what happens otherwise. */
export function WaitingTrades({ trades, clockOffsetMs, onEnd }: Props) {
  const titleId = useId()
  if (trades.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-xl">
        <Trans>Action needed</Trans>
      </h2>
      <ul className="panel divide-y divide-line border-s-4 border-s-accent">
        {trades.map((trade, nr) => (
          <Row key={trade.tradeId} trade={trade} isFirst={nr === 0} clockOffsetMs={clockOffsetMs} onEnd={onEnd} />
        ))}
      </ul>
    </section>
  )
}

function Row({
  trade,
  isFirst,
  clockOffsetMs,
  onEnd,
}: Omit<Props, 'trades'> & { trade: WaitingTrade; isFirst: boolean }) {
  const { t } = useLingui()
  const { tradeId, act, counterparty, deadline, stoppedAt } = trade
  const { username, avatar } = counterparty
  const words = useNextStepTexts(trade)[act]
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-3 px-4 py-4 md:grid-cols-[auto_1fr_7rem_auto] md:gap-x-6 md:px-5">
      <span className="self-start md:self-center">
        <Avatar name={username} picture={avatar} />
      </span>
      <div className="col-span-2 min-w-0 md:col-span-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{words.todo}</p>
        <p className="text-sm text-muted">
          <bdi dir="ltr">#{shortId(tradeId)}</bdi> · {words.otherwise}
        </p>
      </div>
      <div className="col-span-2 md:col-span-1 md:text-end">
        {deadline !== null && (
          <>
            <p className="text-sm text-muted">
              <Trans>Time left</Trans>
            </p>
            <p className="text-lg leading-tight font-semibold">
              <Countdown deadline={deadline} clockOffsetMs={clockOffsetMs} stoppedAt={stoppedAt} onEnd={onEnd} />
            </p>
          </>
        )}
      </div>
      <Link
        to={paths.trade(tradeId)}
        aria-label={t`Go to trade: ${username}`}
        className={buttonClass(isFirst ? 'accent' : 'line')}
      >
        <Trans>Go to trade</Trans>
      </Link>
    </li>
  )
}
