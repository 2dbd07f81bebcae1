import { Trans, useLingui } from '@lingui/react/macro'
import type { RateReading, StaffRate } from '../../../domain/api/offers/rates.ts'
import { MANUAL } from '../../../domain/offers/rates/sources.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { useSourceNames } from '../../offers/rates/source-names.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useFaultTexts } from './fault-texts.ts'

/** The reference rate of a currency, and what each of its sources said last: which count, and why the others do not. */
export function RateReadings({ rate }: { rate: StaffRate }) {
  const { t } = useLingui()
  const formats = useFormats()
  const dates = useDates()
  const { fiatCurrency, unavailableSince, readings } = rate
  const price = formats.fullPrice(rate.rate)
  const asOf = dates.moment(rate.asOf)
  const since = unavailableSince && dates.moment(unavailableSince)
  if (rate.isFixed) {
    return (
      <p className="num text-sm text-muted">
        <Trans>Reference rate {price}: the fixed table. The setting RATES names sources instead.</Trans>
      </p>
    )
  }
  return (
    <div className="grid gap-2 text-sm">
      <p className="num flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          <Trans>
            Reference rate <strong>{price}</strong>, {asOf}
          </Trans>
        </span>
        {since && (
          <Badge tone="sell">
            <Trans>No current rate since {since}</Trans>
          </Badge>
        )}
      </p>
      <ul aria-label={t`Sources of the rate of ${fiatCurrency}`} className="divide-y divide-line border-y border-line">
        {readings.map((reading) => (
          <Reading key={reading.source} reading={reading} />
        ))}
      </ul>
    </div>
  )
}

function Reading({ reading: { source, rate, asOf, fault } }: { reading: RateReading }) {
  const { t } = useLingui()
  const formats = useFormats()
  const dates = useDates()
  const { nameOf } = useSourceNames()
  const textOf = useFaultTexts()
  const name = source === MANUAL ? t`Set by hand` : nameOf(source)
  return (
    <li className="num flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2">
      <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
      <span className="flex flex-wrap justify-end gap-x-3 text-end">
        {fault !== null && <span className="text-sell">{textOf(fault)}</span>}
        {rate !== null && asOf !== null && (
          <span className={fault === null ? '' : 'text-muted'}>
            <bdi dir="ltr">{formats.fullPrice(rate)}</bdi>
            {' · '}
            {dates.moment(asOf)}
          </span>
        )}
      </span>
    </li>
  )
}
