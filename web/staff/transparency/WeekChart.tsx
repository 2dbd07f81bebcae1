import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { BarChart } from '../../ui/charts/BarChart.tsx'

/** The completed trades of each week, with the same figures as a table. */
export function WeekChart({ weeks }: { weeks: Transparency['weeks'] }) {
  const { t, i18n } = useLingui()
  const day = new Intl.DateTimeFormat(i18n.locales, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <BarChart
      title={t`Completed trades per week`}
      columns={[t`Week from`, t`Trades`]}
      points={weeks.map(({ from, completed }) => ({
        label: day.format(new Date(from)),
        value: completed,
        text: completed === 0 ? '–' : t`${plural(completed, { one: '# trade', other: '# trades' })}`,
      }))}
    />
  )
}
