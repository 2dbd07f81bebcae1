import { useLingui } from '@lingui/react/macro'
import { useHydrated } from './ui/hydration/use-hydrated.ts'

type Dates = {
  date: (moment: string) => string
  time: (moment: string) => string
  /** Both, for lists: "21 Nov 2026, 09:41". */
  moment: (moment: string) => string
  /** Without the year, where little room is: "21 Nov", and "21 Nov, 09:00". */
  day: (moment: string) => string
  hour: (moment: string) => string
  /** A day of the calendar, given as its midnight in UTC: "Fri 21 Nov". */
  calendarDay: (midnight: string) => string
}

/** Times in the reader's language and time zone. Apart from the other formats, since a page is drawn again for the zone. */
export function useDates(): Dates {
  const { i18n } = useLingui()
  // The server does not know the reader's time zone: the first render of its pages has UTC, in the browser too.
  const timeZone = useHydrated() ? undefined : 'UTC'
  const write = (options: Intl.DateTimeFormatOptions) => (moment: string) =>
    formatterOf(i18n.locales, { ...options, timeZone }).format(new Date(moment))
  return {
    date: write(DATE),
    time: write(TIME),
    moment: write({ ...DATE, ...TIME }),
    day: write(DAY),
    hour: write({ ...DAY, ...TIME }),
    calendarDay: (midnight) =>
      formatterOf(i18n.locales, { ...DAY, weekday: 'short', timeZone: 'UTC' }).format(new Date(midnight)),
  }
}

const DAY = { day: 'numeric', month: 'short' } as const
const DATE = { ...DAY, year: 'numeric' } as const
/** 24 hours in every language. */
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Every row of a list formats its dates, and making a formatter costs far more than formatting. */
const made = new Map<string, Intl.DateTimeFormat>()

function formatterOf(locales: string | string[] | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locales, options])
  const known = made.get(key) ?? new Intl.DateTimeFormat(locales, options)
  made.set(key, known)
  return known
}

/** The same text for all moments of one day, in the time zone of this device. */
export function dayOf(moment: number): string {
  return new Date(moment).toDateString()
}
