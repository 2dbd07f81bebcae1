/** The euro's settlement system; source: European Central Bank, "T2 calendar". */
import { dateOf, dayOf, monthAndDay, type Rail } from './rail.ts'

const FIXED = new Set(['01-01', '05-01', '12-25', '12-26'])
const GOOD_FRIDAY = -2
const EASTER_MONDAY = 1

export const TARGET: Rail = {
  timeZone: 'Europe/Berlin',
  cutOffHour: 14,
  isHoliday(day) {
    if (FIXED.has(monthAndDay(day))) return true
    const easter = easterSunday(dateOf(day).getUTCFullYear())
    return day === easter + GOOD_FRIDAY || day === easter + EASTER_MONDAY
  },
}

/** By the Gregorian rule, as Gauss counted it with the corrections for the last week. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100)
  const moon = (15 + century - Math.floor(century / 4) - Math.floor((13 + 8 * century) / 25)) % 30
  const sun = (4 + century - Math.floor(century / 4)) % 7
  const fullMoon = (19 * (year % 19) + moon) % 30
  const toSunday = (2 * (year % 4) + 4 * (year % 7) + 6 * fullMoon + sun) % 7
  const afterMarch21 = fullMoon + toSunday + 1
  const isTooLate = toSunday === 6 && (fullMoon === 29 || (fullMoon === 28 && (11 * moon + 11) % 30 < 19))
  return dayOf(year, 3, 21) + afterMarch21 - (isTooLate ? 7 : 0)
}
