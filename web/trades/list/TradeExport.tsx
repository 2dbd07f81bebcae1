import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { useState } from 'react'
import { exportTrades } from '../../../domain/api/trades/trade-export.ts'
import type { Language } from '../../../domain/languages.ts'
import { presentZone } from '../../../domain/time-zones.ts'
import type { TradeExportDates } from '../../../domain/trades/trade-export.ts'
import { productInFileNames } from '../../../domain/operator/product.ts'
import { errorText } from '../../client.ts'
import { download, saveFile } from '../../download.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'

type Period = 'month' | 'last_month' | 'year' | 'last_year'
type Form = 'spreadsheet' | 'program'

/** Downloads the user's trades of a period as a CSV file for accounting. */
export function TradeExport() {
  const { t, i18n } = useLingui()
  const [period, setPeriod] = useState<Period>('month')
  const [form, setForm] = useState<Form>('spreadsheet')
  const timeZone = presentZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const isSpreadsheet = form === 'spreadsheet'
      const spreadsheet = { language: i18n.locale as Language, timeZone }
      const dates = datesOf(period, isSpreadsheet ? localDay(new Date()) : new Date())
      const body = { ...dates, ...(isSpreadsheet && { spreadsheet }) }
      saveFile(await download(exportTrades, { body }), `${productInFileNames()}-trades-${dates.from}-${dates.to}.csv`)
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
          {form === 'spreadsheet' ? (
            <Trans>
              A CSV file that Excel, Numbers and LibreOffice open as a table, with one line for each trade that was
              opened in the period, and times in the time zone {timeZone}.
            </Trans>
          ) : (
            <Trans>
              A CSV file with one line for each trade that was opened in the period, with decimal points and times in
              UTC.
            </Trans>
          )}
        </p>
        <SegmentedControl
          label={t`The file is for`}
          className="w-full max-w-xl overflow-x-auto"
          options={[
            { value: 'spreadsheet', label: t`A spreadsheet` },
            { value: 'program', label: t`Another program` },
          ]}
          value={form}
          onValueChange={setForm}
        />
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

/** Today's date on this device, read in UTC. */
function localDay(now: Date): Date {
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
}

/** The first and last day of the period that has this date, which is read in UTC. */
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
