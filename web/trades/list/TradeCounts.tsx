import { useFormats } from '../../formats.ts'
import { TRADE_STATUS_TEXTS, TRADE_STATUSES } from '../../../domain/trades/trades.ts'
import { Translated } from '../../ui/Translated.tsx'
import { useDashboard } from '../../use-dashboard.ts'

/** How many of the user's trades are in each status (spec-coverage 2 Dashboard). A dash stands for what is not read. */
export function TradeCounts() {
  const formats = useFormats()
  const { data } = useDashboard()
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {TRADE_STATUSES.map((status) => {
        const count = data?.statuses.find((each) => each.status === status)?.trades
        return (
          <div key={status} className="flex items-baseline gap-2">
            <dt className="text-muted">
              <Translated text={TRADE_STATUS_TEXTS[status].label} />
            </dt>
            <dd className="num font-semibold">{count === undefined ? '–' : formats.count(count)}</dd>
          </div>
        )
      })}
    </dl>
  )
}
