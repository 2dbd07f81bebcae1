import { Trans, useLingui } from '@lingui/react/macro'
import type { MarketRate } from '../../../../domain/api/offers/market.ts'
import { FIAT_CURRENCIES } from '../../../../domain/market.ts'
import { Skeleton } from '../../../ui/notices/Skeleton.tsx'
import { driftedPrice, driftPercent } from './drift.ts'
import { useFormats } from '../../../formats.ts'
import { RatesNote } from './RateNote.tsx'
import { isFixed, useRates } from './rates.ts'
import { useTicker, type Drifts } from './ticker.ts'
import { RetryNote } from '../../../RetryNote.tsx'

/** Reference rates set large like the board of a bureau de change. */
export function RateBoard() {
  const query = useRates()
  const { data } = query
  if (query.error && !data) return <RetryNote query={query} />
  return data && !isFixed(data.rates) ? <LiveBoard rates={data.rates} /> : <Ticker rates={data?.rates} />
}

/** The rates of sources, which move by themselves. */
function LiveBoard({ rates }: { rates: MarketRate[] }) {
  return (
    <div>
      <p className="pb-2 text-sm text-muted">
        <Trans>Reference rates, 1 USDT</Trans>
      </p>
      <Lines rates={rates} drifts={null} />
      <p className="mt-2 text-sm text-muted">
        <RatesNote />
      </p>
    </div>
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
      <Lines rates={rates} drifts={drifts} />
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

function Lines({ rates, drifts }: { rates: MarketRate[] | undefined; drifts: Drifts | null }) {
  return (
    <dl className="grid grid-cols-3 border-y border-line md:block" aria-busy={!rates}>
      {FIAT_CURRENCIES.map((currency) => (
        <Line
          key={currency}
          currency={currency}
          rate={rates?.find(({ fiatCurrency }) => fiatCurrency === currency)?.rate}
          drift={drifts === null ? null : drifts[currency]}
        />
      ))}
    </dl>
  )
}

/** Without a drift the rate is shown as it is. */
type LineProps = { currency: string; rate: string | undefined; drift: number | null }

function Line({ currency, rate, drift }: LineProps) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <div className="border-line py-2 md:flex md:h-20 md:items-center md:not-first:border-t">
      <dt className="grow font-medium text-muted max-md:text-sm">USDT/{currency}</dt>
      <dd className="board text-[clamp(1.75rem,3.6vw,3rem)]">
        {rate === undefined ? <Skeleton className="h-9 w-20 md:w-28" /> : formats.price(driftedPrice(rate, drift ?? 0))}
        {rate === undefined && <span className="sr-only">{t`Loading…`}</span>}
      </dd>
      <dd className="num text-sm text-muted md:w-24 md:text-end">
        {rate !== undefined && drift !== null && <Change percent={driftPercent(drift)} />}
      </dd>
    </div>
  )
}

/** Against the reference rate; the arrow repeats the sign, and zero has neither. Both have a fixed place, so that nothing moves when they change. */
function Change({ percent }: { percent: string }) {
  const formats = useFormats()
  const mark = percent.startsWith('-') ? '▼' : percent.startsWith('+') ? '▲' : ''
  return (
    <>
      <span aria-hidden className="inline-block w-5 text-start">
        {mark}
      </span>
      <bdi dir="ltr" className="inline-block w-[6.5ch] text-start">
        {formats.change(percent)}
      </bdi>
    </>
  )
}
