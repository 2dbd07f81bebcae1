import { expect, test } from 'vitest'
import { METHODS, PAYMENT_METHODS, type PaymentMethod } from './methods.ts'
import { PAYMENT_WINDOWS } from '../offers/offers.ts'
import {
  ESCALATION_HOURS,
  ESCALATION_HOURS_MAX,
  WITHDRAWAL_MINUTES_MAX,
  WITHDRAWAL_MINUTES_MIN,
} from '../trades/trades.ts'
import { arrivalDate, arrivesBy, escalationHours, expectedArrival } from './arrival.ts'
import { dayOf, type Rail } from './rails/rail.ts'
import { TARGET } from './rails/target.ts'
import { TUNISIA } from './rails/tunisia.ts'
import { UNITED_STATES } from './rails/united-states.ts'

const HOUR_MS = 3_600_000

const arrives = (method: PaymentMethod, from: string) =>
  expectedArrival(method, new Date(from))?.toISOString().slice(0, 10) ?? null

const holidays = (rail: Rail, year: number) =>
  Array.from({ length: 366 }, (_, at) => dayOf(year, 1, 1) + at)
    .filter((day) => day < dayOf(year + 1, 1, 1) && rail.isHoliday(day))
    .map((day) => new Date(day * 24 * HOUR_MS).toISOString().slice(5, 10))

test('the euro’s holidays, whose Easter moves', () => {
  expect(holidays(TARGET, 2026)).toEqual('01-01 04-03 04-06 05-01 12-25 12-26'.split(' '))
  const mondays = [2024, 2025, 2027, 2028, 2029, 2030, 2031, 2032, 2035, 2038, 2049, 2076].map(
    (year) => holidays(TARGET, year)[2],
  )
  expect(mondays).toEqual('04-01 04-21 03-29 04-17 04-02 04-22 04-14 03-29 03-26 04-26 04-19 04-20'.split(' '))
})

test('the holidays of the United States, of which those on a Sunday are kept on the Monday', () => {
  expect(holidays(UNITED_STATES, 2026)).toEqual(
    '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'.split(' '),
  )
  expect(holidays(UNITED_STATES, 2027)).toContain('07-05')
  expect(holidays(UNITED_STATES, 2022)).toContain('12-26')
})

test('the holidays of Tunisia, with those of the moon', () => {
  const days = holidays(TUNISIA, 2026)
  for (const day of ['03-20', '05-27', '05-28', '06-16', '08-25', '12-17']) expect(days).toContain(day)
})

test.each([
  // on a Tuesday, the day after
  ['sepa_transfer', '2026-12-01T09:00:00Z', '2026-12-02'],
  // after the cut-off, a day later
  ['sepa_transfer', '2026-12-01T13:00:00Z', '2026-12-03'],
  // on a Friday evening, on Tuesday
  ['sepa_transfer', '2026-11-27T17:00:00Z', '2026-12-01'],
  // before Easter, after it
  ['sepa_transfer', '2026-04-02T15:00:00Z', '2026-04-08'],
  // on a Saturday in Tunis
  ['tn_bank_transfer', '2026-11-28T10:00:00Z', '2026-12-01'],
  // before the feast of sacrifice
  ['tn_bank_transfer', '2026-05-26T12:30:00Z', '2026-06-02'],
  // on a morning in New York, the same day
  ['wire_transfer', '2026-11-25T15:00:00Z', '2026-11-25'],
  // in the evening before Thanksgiving
  ['wire_transfer', '2026-11-25T20:00:00Z', '2026-11-27'],
  // three working days later
  ['us_bank_transfer', '2026-11-25T20:00:00Z', '2026-12-02'],
  // every day is one
  ['sepa_instant', '2026-11-28T10:00:00Z', null],
] as const)('%s of %s arrives on %s', (method, from, day) => {
  expect(arrives(method, from)).toBe(day)
})

test.each([
  // on a Friday evening, Tuesday in Berlin
  ['sepa_transfer', '2026-11-27T17:00:00Z', '2026-12-01T23:00:00.000Z'],
  // over the night in which the clocks of Berlin go back: Monday is over in winter time
  ['sepa_transfer', '2026-10-23T09:00:00Z', '2026-10-26T23:00:00.000Z'],
  // on the day before those of New York go forward, Monday by their summer time
  ['us_bank_transfer', '2026-03-06T15:00:00Z', '2026-03-12T04:00:00.000Z'],
  ['tn_bank_transfer', '2026-12-01T09:00:00Z', '2026-12-02T23:00:00.000Z'],
] as const)('%s of %s cannot be missed before %s', (method, from, by) => {
  const end = arrivesBy(method, new Date(from))
  expect(end.toISOString()).toBe(by)
  expect(arrivalDate(method, end)).toEqual(expectedArrival(method, new Date(from)))
})

test('where every day is a working day, a payment can be missed from the first minute on', () => {
  const now = new Date('2026-11-28T10:00:00Z')
  expect([arrivesBy('sepa_instant', now), arrivalDate('sepa_instant', now)]).toEqual([now, null])
})

test('a paid trade is disputed at noon after the day on which its payment arrives, and never before the least hours', () => {
  expect(escalationHours('sepa_instant', new Date('2026-11-27T17:00:00Z'), 360)).toBe(ESCALATION_HOURS)
  // Friday 18:00 in Berlin until Wednesday 12:00, the payment arriving on Tuesday.
  expect(escalationHours('sepa_transfer', new Date('2026-11-27T17:00:00Z'), 30)).toBe(6 + 4 * 24 + 12)
  // Paid at the end of its window that was extended, after the cut-off, the payment arrives a day later.
  const morning = new Date('2026-12-01T09:00:00Z')
  expect(escalationHours('sepa_transfer', morning, 30)).toBe(14 + 24 + 12)
  expect(escalationHours('sepa_transfer', morning, 360)).toBe(14 + 48 + 12)
  expect(escalationHours('wire_transfer', new Date('2026-12-01T15:00:00Z'), 30)).toBe(14 + 12)
})

test.each(PAYMENT_METHODS)(
  'in eight years each hour leaves a trade by %s the time in which the last payment arrives, and no more than the database allows',
  (method) => {
    const slowest = Math.max(...PAYMENT_WINDOWS)
    const hours = METHODS[method].rail ? 8 * 366 * 24 : 1
    for (let hour = 0; hour < hours; hour += 23) {
      const openedAt = new Date(Date.UTC(2026, 0, 1) + hour * HOUR_MS)
      const given = escalationHours(method, openedAt, slowest)
      const lastMinutes = 2 * slowest + WITHDRAWAL_MINUTES_MAX + WITHDRAWAL_MINUTES_MIN
      const lastArrival = arrivesBy(method, new Date(openedAt.getTime() + lastMinutes * 60_000))
      const isArrived = lastArrival.getTime() <= openedAt.getTime() + given * HOUR_MS
      if (given >= ESCALATION_HOURS && given < ESCALATION_HOURS_MAX && isArrived) continue
      expect.fail(`${openedAt.toISOString()}: ${given}`)
    }
  },
)
