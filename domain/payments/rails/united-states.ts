/** The banks of the United States; source: Federal Reserve, "Holiday schedule". */
import { dateOf, monthAndDay, weekday, type Rail } from './rail.ts'

const FIXED = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])
const [MONDAY, THURSDAY] = [1, 4]

/** Month, weekday, and which of them in the month. */
const MOVING = [
  [1, MONDAY, 3],
  [2, MONDAY, 3],
  [9, MONDAY, 1],
  [10, MONDAY, 2],
  [11, THURSDAY, 4],
] as const

export const UNITED_STATES: Rail = {
  timeZone: 'America/New_York',
  cutOffHour: 14,
  isHoliday(day) {
    if (FIXED.has(monthAndDay(day))) return true
    // A holiday on a Sunday is kept on the Monday, one on a Saturday not at all.
    if (weekday(day) === MONDAY && FIXED.has(monthAndDay(day - 1))) return true
    const date = dateOf(day)
    const month = date.getUTCMonth() + 1
    const week = Math.ceil(date.getUTCDate() / 7)
    const isLastMondayOfMay = month === 5 && weekday(day) === MONDAY && date.getUTCDate() > 24
    return isLastMondayOfMay || MOVING.some((each) => each.join() === [month, weekday(day), week].join())
  },
}
