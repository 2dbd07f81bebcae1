import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { businessHoursSchema, businessRange, weekRanges } from './business-hours.ts'
import type { BusinessRange, Weekday } from './business-hours.ts'

const at = (weekday: Weekday, from: string, until: string): BusinessRange => ({ weekday, from, until })

test.each([
  ['a day', [at(1, '09:00', '17:00')], [[540, 1020]]],
  ['a night', [at(1, '22:00', '02:00')], [[1320, 1560]]],
  ['the night after the week', [at(7, '22:00', '02:00')], [[9960, 10_200]]],
  ['until midnight', [at(2, '09:00', '00:00')], [[1980, 2880]]],
  ['a whole day', [at(3, '00:00', '00:00')], [[2880, 4320]]],
  [
    'in the order of the week',
    [at(2, '09:00', '10:00'), at(1, '14:00', '18:00'), at(1, '09:00', '13:00')],
    [
      [540, 780],
      [840, 1080],
      [1980, 2040],
    ],
  ],
])('%s in minutes of the week, and back', (_, ranges, minutes) => {
  const week = weekRanges(ranges)
  expect(week.map(({ opens, closes }) => [opens, closes])).toEqual(minutes)
  expect(week.map(businessRange).toSorted(byText)).toEqual(ranges.toSorted(byText))
})

test.each([
  ['no hours', [], 'Add hours to at least one day.'],
  ['three ranges', [9, 11, 13].map((hour) => at(1, pad(hour), pad(hour + 1))), 'A day can have two ranges of hours.'],
  ['an overlap', [at(1, '09:00', '13:00'), at(1, '12:59', '18:00')], 'These hours overlap.'],
  ['an overlap over midnight', [at(1, '22:00', '02:00'), at(2, '01:00', '05:00')], 'These hours overlap.'],
  ['an overlap over the week', [at(7, '22:00', '02:00'), at(1, '01:00', '05:00')], 'These hours overlap.'],
  ['hours twice', [at(1, '09:00', '13:00'), at(1, '09:00', '13:00')], 'These hours overlap.'],
  ['a time that no clock shows', [at(1, '24:00', '25:00')], 'Enter hours and minutes.'],
])('%s: refused', (_, ranges, message) => {
  const { error } = z.safeParse(businessHoursSchema, { timeZone: 'Africa/Tunis', ranges })
  expect(error?.issues[0]?.message).toBe(message)
})

test.each([
  ['that touch', [at(1, '09:00', '13:00'), at(1, '13:00', '18:00')]],
  ['of every hour', ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => at(day, '00:00', '00:00'))],
  ['that touch over the week', [at(7, '22:00', '02:00'), at(1, '02:00', '05:00')]],
])('hours %s: accepted', (_, ranges) => {
  expect(z.safeParse(businessHoursSchema, { timeZone: 'Africa/Tunis', ranges }).success).toBe(true)
})

function pad(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

function byText(a: BusinessRange, b: BusinessRange): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}
