import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { useState } from 'react'
import { exportTrades } from '../../domain/api/trades/trade-export.ts'
import type { TradeExportDates } from '../../domain/trades/trade-export.ts'
import { errorText } from '../client.ts'
import { download, saveFile } from '../download.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'

type Period = 'month' | 'last_month' | 'year' | 'last_year'

/** Downloads the user's trades of a period as a CSV file for accounting. */
export function TradeExport() {
  const { t } = useLingui()
  const [period, setPeriod] = useState<Period>('month')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const body = datesOf(period, new Date())
      saveFile(await download(exportTrades, { body }), `sarraf-trades-${body.from}-${body.to}.csv`)
    },
  })
  return (
    <details className="group/export border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        <Trans>Export for accounting</Trans>
        <span className="text-muted transition-transform duration-150 group-open/export:rotate-180">
          <Icon of={ChevronDown} size={16} />
        </span>
      </summary>
      <div className="mt-2 grid justify-items-start gap-4">
        <p className="max-w-[36em] text-muted">
          <Trans>A CSV file with one line for each trade that was opened in the period, with times in UTC.</Trans>
        </p>
        <SegmentedControl
          label={t`Period`}
          className="w-full max-w-xl overflow-x-auto"
          options={[
            { value: 'month', label: t`This month` },
            { value: 'last_month', label: t`Last month` },
            { value: 'year', label: t`This year` },
            { value: 'last_year', label: t`Last year` },
          ]}
          value={period}
          onValueChange={setPeriod}
        />
        <Button busy={isPending} onClick={() => mutate()}>
          <Trans>Download CSV</Trans>
        </Button>
        {error && <ErrorNote>{errorText(error)}</ErrorNote>}
      </div>
    </details>
  )
}

/** The first and last day of the period in UTC, which has the days of the file. */
export function datesOf(period: Period, now: Date): TradeExportDates {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  // Day 0 is the last one of the month before.
  const day = (...[ofYear, ofMonth, date]: [number, number, number]) =>
    new Date(Date.UTC(ofYear, ofMonth, date)).toISOString().slice(0, 10)
  switch (period) {
    case 'month':
      return { from: day(year, month, 1), to: day(year, month + 1, 0) }
    case 'last_month':
      return { from: day(year, month - 1, 1), to: day(year, month, 0) }
    case 'year':
      return { from: day(year, 0, 1), to: day(year, 12, 0) }
    case 'last_year':
      return { from: day(year - 1, 0, 1), to: day(year, 0, 0) }
  }
}
