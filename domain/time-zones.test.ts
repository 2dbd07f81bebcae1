import { expect, test } from 'vitest'
import { namesOfZone, presentZone, zonesToChoose } from './time-zones.ts'

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['US/Eastern', 'America/New_York'],
  ['Africa/Tunis', 'Africa/Tunis'],
  ['Mars/Olympus', 'Mars/Olympus'],
])('%s is now %s', (name, present) => expect(presentZone(name)).toBe(present))

test('a zone that was renamed is found by either name, in a database of any age', () => {
  expect(namesOfZone('Europe/Kiev')).toEqual(['Europe/Kyiv', 'Europe/Kiev'])
  expect(namesOfZone('Europe/Kyiv')).toEqual(['Europe/Kyiv', 'Europe/Kiev'])
  expect(namesOfZone('Africa/Tunis')).toEqual(['Africa/Tunis'])
})

test('every zone that this engine lists keeps its clock under its present name, and is offered once', () => {
  const supported = Intl.supportedValuesOf('timeZone')
  const clock = (timeZone: string, month: number) =>
    new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'full' }).format(Date.UTC(2026, month, 1))
  const renamed = supported.filter((name) => presentZone(name) !== name)
  expect(renamed.length).toBeGreaterThan(10)
  for (const name of renamed)
    for (const month of [0, 6]) expect([name, clock(presentZone(name), month)]).toEqual([name, clock(name, month)])
  const offered = zonesToChoose(supported, 'Asia/Calcutta')
  expect(offered).toContain('Asia/Kolkata')
  expect(offered).not.toContain('Asia/Calcutta')
  expect(new Set(offered).size).toBe(offered.length)
})
