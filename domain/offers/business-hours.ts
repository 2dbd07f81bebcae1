/** Business hours: a user's weekly schedule, within which the offers that follow it can be traded (decisions: Offers). */
import * as z from 'zod/mini'
import { reads } from '../reading/fields.ts'
import { LOCAL_TIME_PATTERN } from '../notifications/notifications.ts'
import { FIELD_TEXTS } from '../texts.ts'
import { TIME_ZONE_MAX } from '../time-zones.ts'

/** Monday is 1, as in ISO 8601. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof WEEKDAYS)[number]
/** Ranges that begin on one day. */
export const RANGES_OF_DAY = 2

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = WEEKDAYS.length * DAY_MINUTES

const localTime = reads('time').check(z.regex(LOCAL_TIME_PATTERN, FIELD_TEXTS.localTime))

/** Local times of a range that begins on `weekday`. One that does not end after its beginning ends on the next day: from 00:00 until 00:00 is the whole day. */
const range = z.strictObject({ weekday: z.literal(WEEKDAYS), from: localTime, until: localTime })
export type BusinessRange = z.infer<typeof range>

/** A range in minutes of the week, which begins on Monday at 00:00; the last one may end in the next week. */
export type WeekRange = { opens: number; closes: number }

export const businessHoursSchema = z.strictObject({
  timeZone: reads('timeZone').check(z.minLength(1, FIELD_TEXTS.timeZone), z.maxLength(TIME_ZONE_MAX)),
  ranges: z.array(range).check((ctx) => {
    const message = rangesError(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  }),
})
export type BusinessHoursInput = z.infer<typeof businessHoursSchema>

function rangesError(ranges: readonly BusinessRange[]): string | null {
  if (ranges.length === 0) return /*i18n*/ 'Add hours to at least one day.'
  const ofDay = (day: Weekday) => ranges.filter(({ weekday }) => weekday === day).length
  if (WEEKDAYS.some((day) => ofDay(day) > RANGES_OF_DAY)) return /*i18n*/ 'A day can have two ranges of hours.'
  const week = weekRanges(ranges)
  const overlaps = week.some(({ closes }, nr) => {
    const next = week[nr + 1]
    return closes > (next ? next.opens : week[0]!.opens + WEEK_MINUTES)
  })
  return overlaps ? /*i18n*/ 'These hours overlap.' : null
}

/** In the order of the week: Monday 22:00 until 02:00 is 1320 to 1560. */
export function weekRanges(ranges: readonly BusinessRange[]): WeekRange[] {
  return ranges
    .map(({ weekday, from, until }) => {
      const [opens, closes] = [minutesOf(from), minutesOf(until)]
      const start = (weekday - 1) * DAY_MINUTES
      return { opens: start + opens, closes: start + closes + (closes > opens ? 0 : DAY_MINUTES) }
    })
    .toSorted((a, b) => a.opens - b.opens)
}

/** The same from minutes of the week: 1320 to 1560 is Monday 22:00 until 02:00. */
export function businessRange({ opens, closes }: WeekRange): BusinessRange {
  const weekday = WEEKDAYS[Math.floor(opens / DAY_MINUTES)]!
  return { weekday, from: timeOf(opens % DAY_MINUTES), until: timeOf(closes % DAY_MINUTES) }
}

function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
