/** When the banks of a payment rail book payments. A day is the number of days since 1 January 1970. */
export type Rail = {
  timeZone: string
  /** A payment made at this hour or later counts as made on the next working day. Banks differ: it is an early one. */
  cutOffHour: number
  isHoliday(day: number): boolean
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The day on which a payment made at `from` arrives, `workingDays` after the day on which the bank takes it. */
export function arrivalDay(rail: Rail, workingDays: number, from: Date): number {
  const { day, hour } = localTime(rail, from)
  let arrival = workingDayFrom(rail, hour < rail.cutOffHour ? day : day + 1)
  for (let left = workingDays; left > 0; left--) arrival = workingDayFrom(rail, arrival + 1)
  return arrival
}

/** The hours from `from` to the noon after the day, an hour more or less where the clocks change. */
export function hoursToNoonAfter(rail: Rail, day: number, from: Date): number {
  const local = localTime(rail, from)
  return (day - local.day) * 24 + 36 - local.hour
}

/** The moment at which the day ends where the rail is. No clock of a rail changes between that midnight and the one of UTC. */
export function endOf(rail: Rail, day: number): Date {
  const midnight = dateOf(day + 1).getTime()
  const local = localTime(rail, new Date(midnight))
  return new Date(midnight - ((local.day - day - 1) * 24 + local.hour) * HOUR_MS)
}

/** The day of the moment where the rail is. */
export function dayAt(rail: Rail, moment: Date): number {
  return localTime(rail, moment).day
}

function workingDayFrom(rail: Rail, day: number): number {
  let open = day
  while (isWeekend(open) || rail.isHoliday(open)) open++
  return open
}

function localTime({ timeZone }: Rail, moment: Date): { day: number; hour: number } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  return { day: dayOf(parts['year']!, parts['month']!, parts['day']!), hour: parts['hour']! }
}

export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS
}

/** The midnight in UTC with which the day begins. */
export function dateOf(day: number): Date {
  return new Date(day * DAY_MS)
}

/** "12-25" for 25 December. */
export function monthAndDay(day: number): string {
  return dateOf(day).toISOString().slice(5, 10)
}

/** Sunday is 0. */
export function weekday(day: number): number {
  return dateOf(day).getUTCDay()
}

function isWeekend(day: number): boolean {
  return weekday(day) % 6 === 0
}
