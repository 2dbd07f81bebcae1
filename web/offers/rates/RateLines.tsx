import { useLingui } from '@lingui/react/macro'
import type { MarketRate } from '../../../domain/api/offers/market.ts'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import { useFormats } from '../../formats.ts'
import { Skeleton } from '../../ui/notices/Skeleton.tsx'
import { driftedPrice, driftPercent } from './drift.ts'
import type { Drifts } from './ticker.ts'

/** A line for each currency; without drifts the rates are shown as they are. */
export function RateLines({ rates, drifts }: { rates: MarketRate[] | undefined; drifts: Drifts | null }) {
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
