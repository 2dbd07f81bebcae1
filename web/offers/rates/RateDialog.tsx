import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUOTE_SECONDS } from '../../../domain/trades/quote.ts'
import { getRateHistory, type RatePoint } from '../../../domain/api/offers/rates.ts'
import type { MarketRate } from '../../../domain/api/offers/market.ts'
import { FIAT_CURRENCIES, type FiatCurrency } from '../../../domain/offers/currencies.ts'
import { RATE_TOLERANCE_PERCENT } from '../../../domain/offers/rates/median-rate.ts'
import { HISTORY_DAYS } from '../../../domain/offers/rates/sources.ts'
import { call } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Loaded } from '../../Loaded.tsx'
import { LineChart } from '../../ui/charts/LineChart.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { isFixed, useRate } from './rates.ts'
import { useSourceNames } from './source-names.ts'

const HOUR_MS = 3_600_000

type Days = (typeof HISTORY_DAYS)[number]

/** A reference rate in full: its sources, their time, and its history of a week or a month. */
export function RateDialog({ currency: opened, onClose }: { currency: FiatCurrency; onClose: () => void }) {
  const { t } = useLingui()
  const [currency, setCurrency] = useState(opened)
  const rate = useRate(currency)
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Reference rates</Trans>}>
      <div className="grid gap-5">
        <SegmentedControl
          name="rate-currency"
          label={t`Currency`}
          labelHidden
          options={FIAT_CURRENCIES.map((value) => ({ value, label: value }))}
          value={currency}
          onValueChange={setCurrency}
        />
        {rate && <Origin rate={rate} />}
        {rate && !isFixed([rate]) && <History currency={currency} />}
        <p className="text-sm text-muted">
          <Trans>
            Each offer sets its price as a percentage above or below this rate. A quote keeps its price for{' '}
            <Plural value={QUOTE_SECONDS} one="# second" other="# seconds" />; the price of a trade never changes.
          </Trans>
        </p>
      </div>
    </Dialog>
  )
}

function Origin({ rate: { rate, fiatCurrency, sources, asOf, unavailableSince } }: { rate: MarketRate }) {
  const formats = useFormats()
  const dates = useDates()
  const { listOf } = useSourceNames()
  const names = listOf(sources)
  const moment = dates.moment(asOf)
  const percent = Number(RATE_TOLERANCE_PERCENT)
  return (
    <div>
      <p className="board text-4xl">{formats.fullPrice(rate)}</p>
      <p className="mt-1 text-muted">
        <Trans>{fiatCurrency} per USDT</Trans>
      </p>
      <p className="mt-3">
        {isFixed([{ sources, unavailableSince }]) ? (
          <Trans>A fixed table: it follows no market.</Trans>
        ) : sources.length === 1 ? (
          <Trans>
            From {names}, {moment}
          </Trans>
        ) : (
          <Trans>
            The median of {names}, {moment}
          </Trans>
        )}
      </p>
      {unavailableSince !== null && (
        <p role="status" className="mt-3 rounded-control border border-line px-4 py-3">
          <Trans>
            The sources give no current rate, or differ by more than {percent}%. This is the last one: new trades in{' '}
            {fiatCurrency} have to wait. Open trades continue. Our staff have been notified.
          </Trans>
        </p>
      )}
    </div>
  )
}

function History({ currency }: { currency: FiatCurrency }) {
  const { t } = useLingui()
  const [days, setDays] = useState<Days>('7')
  const query = useQuery({
    queryKey: ['market', 'history', currency, days],
    queryFn: ({ signal }) => call(getRateHistory, { params: { fiatCurrency: currency }, query: { days } }, { signal }),
    staleTime: 60_000,
  })
  return (
    <div className="grid gap-3">
      <SegmentedControl
        name="rate-days"
        label={t`Period`}
        labelHidden
        options={[
          { value: '7', label: t`Week` },
          { value: '30', label: t`Month` },
        ]}
        value={days}
        onValueChange={setDays}
      />
      <Loaded query={query} rows={3}>
        {({ points }) => <Drawing points={points} days={days} currency={currency} />}
      </Loaded>
    </div>
  )
}

function Drawing({ points, days, currency }: { points: RatePoint[]; days: Days; currency: FiatCurrency }) {
  const { t } = useLingui()
  const dates = useDates()
  const formats = useFormats()
  if (points.length < 2) {
    return (
      <p className="text-muted">
        <Trans>The history begins now: there’s nothing to draw yet.</Trans>
      </p>
    )
  }
  const labelOf = days === '7' ? dates.hour : dates.day
  return (
    <LineChart
      title={t`${currency} per USDT, last ${plural(Number(days), { one: '# day', other: '# days' })}`}
      columns={[days === '7' ? t`Hour` : t`Day`, t`Reference rate`]}
      points={withGaps(points, days === '7' ? HOUR_MS : 24 * HOUR_MS).map(({ from, point }) => ({
        label: labelOf(from),
        value: point ? Number(point.rate) : NaN,
        text: point ? textOf(point) : t`no rate`,
      }))}
      isPrice
    />
  )

  function textOf({ rate, low, high }: RatePoint): string {
    const price = `${formats.fullPrice(rate)} ${currency}`
    return low === high ? price : `${price} (${formats.fullPrice(low)} – ${formats.fullPrice(high)})`
  }
}

/** Every hour or day from the first to the last point, also those in which there was no rate. */
function withGaps(points: readonly RatePoint[], stepMs: number): { from: string; point: RatePoint | undefined }[] {
  const byTime = new Map(points.map((point) => [Date.parse(point.from), point]))
  const times = [...byTime.keys()]
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  return Array.from({ length: (last - first) / stepMs + 1 }, (_, index) => {
    const at = first + index * stepMs
    return { from: new Date(at).toISOString(), point: byTime.get(at) }
  })
}
