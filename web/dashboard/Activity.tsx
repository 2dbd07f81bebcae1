import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Dashboard } from '../../domain/api/profiles/profiles.ts'
import { ACTIVITY_DAYS, type ActivityDays } from '../../domain/profiles/profiles.ts'
import { useFormats } from '../formats.ts'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'

type Days = Dashboard['days']

/** The completed volume and number of trades on each of the last days. */
export function Activity({ days, isVolumeHidden }: { days: Days; isVolumeHidden: boolean }) {
  const { t } = useLingui()
  const [span, setSpan] = useState<ActivityDays>(ACTIVITY_DAYS[0])
  const shown = days.slice(-span)
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 className="text-xl">
            <Trans>Activity</Trans>
          </h2>
          <p className="text-sm text-muted">
            <Trans>Completed trades, by the day they were opened (UTC).</Trans>
          </p>
        </div>
        <SegmentedControl
          label={t`Period`}
          labelHidden
          options={ACTIVITY_DAYS.map((length) => ({
            value: String(length),
            label: t`${plural(length, { one: '# day', other: '# days' })}`,
          }))}
          value={String(span)}
          onValueChange={(next) => setSpan(ACTIVITY_DAYS.find((length) => String(length) === next) ?? span)}
        />
      </div>
      <div className="grid gap-8 md:grid-cols-2">
        {!isVolumeHidden && <Volume days={shown} />}
        <Trades days={shown} />
      </div>
    </section>
  )
}

function Volume({ days }: { days: Days }) {
  const { t } = useLingui()
  const formats = useFormats()
  const dayName = useDayName()
  return (
    <LineChart
      title={t`Volume, USDT`}
      columns={[t`Day`, t`Volume`]}
      points={days.map(({ day, volumeUsdt }) => ({
        label: dayName(day),
        value: Number(volumeUsdt),
        text: formats.fiat(volumeUsdt, 'USDT'),
      }))}
    />
  )
}

function Trades({ days }: { days: Days }) {
  const { t } = useLingui()
  const dayName = useDayName()
  return (
    <BarChart
      title={t`Completed trades`}
      columns={[t`Day`, t`Trades`]}
      points={days.map(({ day, completedTrades }) => ({
        label: dayName(day),
        value: completedTrades,
        text: t`${plural(completedTrades, { one: '# trade', other: '# trades' })}`,
      }))}
    />
  )
}

/** "2026-11-12" is "12 Nov", in the reader's language and the server's days. */
function useDayName(): (day: string) => string {
  const { i18n } = useLingui()
  const format = new Intl.DateTimeFormat(i18n.locales, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (day) => format.format(new Date(day))
}
