import { Trans } from '@lingui/react/macro'
import type { MarketRate } from '../../../domain/api/offers/market.ts'
import { RetryNote } from '../../RetryNote.tsx'
import { HydratedApart } from '../../ui/hydration/HydratedApart.tsx'
import { lazyPart } from '../../ui/hydration/lazy-part.ts'
import { RateLines } from './RateLines.tsx'
import { isFixed, useRates } from './rates.ts'
import { useTicker } from './ticker.ts'

/** Not in a demonstration, whose rates are the fixed table. */
const LiveBoard = lazyPart(async () => ({ default: (await import('./LiveBoard.tsx')).LiveBoard }))

/** Reference rates set large like the board of a bureau de change. */
export function RateBoard() {
  const query = useRates()
  const { data } = query
  if (query.error && !data) return <RetryNote query={query} />
  if (!data || isFixed(data.rates)) return <Ticker rates={data?.rates} />
  return (
    <HydratedApart fallback={<RateLines rates={data.rates} drifts={null} />}>
      <LiveBoard rates={data.rates} />
    </HydratedApart>
  )
}

/** The fixed table, which wanders a little, with a note that says so (spec-coverage 2 Landing). */
function Ticker({ rates }: { rates: MarketRate[] | undefined }) {
  const { drifts, isRunning, toggle } = useTicker()
  return (
    <div>
      <p className="pb-2 text-sm text-muted">
        <Trans>Market ticker, 1 USDT</Trans> ·{' '}
        <strong className="text-accent">
          <Trans>Simulated</Trans>
        </strong>
      </p>
      <RateLines rates={rates} drifts={drifts} />
      <p className="mt-2 flex items-start justify-between gap-4 text-sm text-muted">
        <span className="pt-1">
          <Trans>Offers are priced from the reference rate, not from this ticker.</Trans>
        </span>
        <button
          type="button"
          onClick={toggle}
          className="-me-2 grid min-h-8 shrink-0 items-center px-2 underline underline-offset-4 *:[grid-area:1/1] hover:text-ink noscript:hidden"
        >
          {/* Both, so that the button keeps its width. */}
          <span className={isRunning ? '' : 'invisible'}>
            <Trans>Pause ticker</Trans>
          </span>
          <span className={isRunning ? 'invisible' : ''}>
            <Trans>Start ticker</Trans>
          </span>
        </button>
      </p>
    </div>
  )
}
