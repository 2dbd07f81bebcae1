import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { RANGES_OF_DAY, type BusinessRange, type Weekday } from '../../../domain/offers/business-hours.ts'
import { Button } from '../../ui/Button.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../../ui/Icon.tsx'

/** Two times and the button beside them fit 320 px, where a field has no room for the icon that browsers put into it. */
const TIME_CLASS =
  'min-w-0 grow basis-22 max-[389px]:[&_input]:px-2 max-[389px]:[&_input::-webkit-calendar-picker-indicator]:hidden'

type Props = { weekday: Weekday; ranges: readonly BusinessRange[]; onChange: (ranges: BusinessRange[]) => void }

/** The hours of one day, which may be none. */
export function DayRanges({ weekday, ranges, onChange }: Props) {
  const { t, i18n } = useLingui()
  const day = nameOf(weekday, i18n.locales)
  const add = useRef<HTMLButtonElement>(null)
  const hasRemoved = useRef(false)
  useEffect(() => {
    // The pressed button is gone; a day from which hours were removed always has the button that adds some.
    if (hasRemoved.current) add.current?.focus()
    hasRemoved.current = false
  })
  const replace = (nr: number, change: Partial<BusinessRange>) =>
    onChange(ranges.map((range, at) => (at === nr ? { ...range, ...change } : range)))
  function placeOf(nr: number) {
    const place = nr + 1
    return t`Hours ${place}`
  }
  function removalOf({ from, until }: BusinessRange) {
    return t`Remove the hours from ${from} until ${until}`
  }

  return (
    <fieldset className="grid grid-cols-[1fr_auto] items-start gap-x-2 sm:gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[8rem_1fr_auto] md:px-5">
      <legend className="sr-only">{day}</legend>
      <span aria-hidden className="pt-2.5 font-semibold first-letter:uppercase">
        {day}
      </span>
      <div className="col-span-2 row-start-2 grid gap-2 sm:col-span-1 sm:col-start-2 sm:row-start-1 min-w-0">
        {ranges.length === 0 && (
          <p className="py-2.5 text-muted">
            <Trans context="day">Closed</Trans>
          </p>
        )}
        {ranges.map((range, nr) => (
          // oxlint-disable-next-line react/no-array-index-key -- a range has no id of its own, and is identified by its place
          <div key={nr} role="group" aria-label={placeOf(nr)} className="grid grid-cols-1 gap-1">
            <div className="flex max-w-sm flex-wrap items-center gap-x-1 gap-y-2">
              <TimeField
                className={TIME_CLASS}
                isLabelHidden
                label={t`From`}
                value={range.from}
                onChange={(from) => replace(nr, { from })}
              />
              <span aria-hidden>–</span>
              <TimeField
                className={TIME_CLASS}
                isLabelHidden
                label={t`Until`}
                value={range.until}
                onChange={(until) => replace(nr, { until })}
              />
              <button
                type="button"
                aria-label={removalOf(range)}
                onClick={() => {
                  hasRemoved.current = true
                  onChange(ranges.filter((_, at) => at !== nr))
                }}
                className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
              >
                <Icon of={X} size={18} />
              </button>
            </div>
            {range.until <= range.from && range.until !== '00:00' && (
              <span className="text-sm text-muted">
                <Trans>until the next day</Trans>
              </span>
            )}
          </div>
        ))}
      </div>
      {ranges.length < RANGES_OF_DAY && (
        <div className="col-start-2 row-start-1 sm:col-start-3">
          <Button ref={add} onClick={() => onChange([...ranges, { weekday, ...nextRange(ranges) }])}>
            <Trans>Add hours</Trans>
            <span className="sr-only">: {day}</span>
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** A first range, or one after a break. */
function nextRange([first]: readonly BusinessRange[]): Pick<BusinessRange, 'from' | 'until'> {
  if (!first) return { from: '09:00', until: '17:00' }
  return first.until < '19:00' && first.until > first.from
    ? { from: `${String(Number(first.until.slice(0, 2)) + 1).padStart(2, '0')}:00`, until: '21:00' }
    : { from: '00:00', until: first.from > '00:00' ? first.from : '01:00' }
}

/** 1 January 2024 was a Monday. */
function nameOf(weekday: Weekday, locales: string | string[] | undefined): string {
  return new Intl.DateTimeFormat(locales, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
}
