/** The banks of Tunisia; source: the public holidays of decree 2011-317 and of its amendments. */
import { dateOf, monthAndDay, type Rail } from './rail.ts'

const FIXED = new Set(['01-01', '03-20', '04-09', '05-01', '07-25', '08-13', '10-15', '12-17'])

/** Month and day of the lunar year, with a day more each: the moon decides, a day later than the tables at most. */
const LUNAR = new Set('1-1 1-2 3-12 3-13 10-1 10-2 10-3 12-10 12-11 12-12'.split(' '))

export const TUNISIA: Rail = {
  timeZone: 'Africa/Tunis',
  cutOffHour: 12,
  isHoliday: (day) => FIXED.has(monthAndDay(day)) || LUNAR.has(lunarMonthAndDay(day)),
}

let lunar: Intl.DateTimeFormat | undefined

function lunarMonthAndDay(day: number): string {
  lunar ??= new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const parts = Object.fromEntries(lunar.formatToParts(dateOf(day)).map(({ type, value }) => [type, value]))
  return `${parts['month']}-${parts['day']}`
}
