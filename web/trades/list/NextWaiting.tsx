import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { shortId } from '../../../domain/trades/trades.ts'
import type { WaitingTrade } from '../../../domain/api/trades/waiting-trades.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { useNextStepTexts } from './next-step-texts.tsx'
import { useWaitingTrades } from './waiting-trades.ts'

/** In a trade that waits for others: the most urgent of the trades that wait for the reader, so that the way there is one press. */
export function NextWaiting({ trade }: { trade: Trade }) {
  const { trades } = useWaitingTrades()
  const next = trades.find(({ tradeId }) => tradeId !== trade.id)
  return next ? <Next waiting={next} /> : null
}

function Next({ waiting }: { waiting: WaitingTrade }) {
  const { t } = useLingui()
  const { username } = waiting.counterparty
  const words = useNextStepTexts(waiting)[waiting.act]
  const id = shortId(waiting.tradeId)
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-s-4 border-s-accent ps-4">
      <div className="min-w-0">
        <h2 className="text-sm text-muted">
          <Trans>Trade #{id} also needs you now</Trans>
        </h2>
        <p className="font-medium [overflow-wrap:anywhere]">{words.todo}</p>
      </div>
      <Link
        to={paths.trade(waiting.tradeId)}
        aria-label={t`Go to trade: ${username}`}
        className={buttonClass('line', 'row')}
      >
        <Trans>Go to trade</Trans>
      </Link>
    </section>
  )
}
