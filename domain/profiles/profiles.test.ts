import { expect, test } from 'vitest'
import { BIO_MAX, LOCATION_MAX, profileSchema, ratePercent, usernameSchema } from './profiles.ts'

test.each([
  [0, 0, null],
  [0, 5, '0.0'],
  [2, 7, '28.6'],
  [1, 3, '33.3'],
  [2, 3, '66.7'],
  [1, 16, '6.3'],
  [999, 1000, '99.9'],
  [99_999, 100_000, '100.0'],
  [7, 7, '100.0'],
])('%d of %d is %s percent', (part, whole, percent) => {
  expect(ratePercent(part, whole)).toBe(percent)
})

test.each([
  ['', '', null],
  ['😀'.repeat(BIO_MAX), 'é'.repeat(LOCATION_MAX), null],
  ['x'.repeat(BIO_MAX + 1), '', 'Bio must be at most 300 characters long'],
  ['', 'x'.repeat(LOCATION_MAX + 1), 'Location must be at most 60 characters long'],
  // Some characters take more room in their normalised form.
  ['\u0958'.repeat(200), '', 'Bio must be at most 300 characters long'],
])('a bio and a location have their bounds', (bio, location, message) => {
  const checked = profileSchema.safeParse({ bio, location })
  expect(checked.error?.issues[0]?.message ?? null).toBe(message)
})

test.each([
  ['', 'Username is required'],
  ['   ', 'Username is required'],
  ['ab', 'Username must be at least 3 characters long'],
  ['a'.repeat(21), 'Username must be at most 20 characters long'],
  ['Sarraf', 'This username is reserved'],
  ['a'.repeat(20), null],
])('the username %j', (username, message) => {
  expect(usernameSchema.safeParse({ username }).error?.issues[0]?.message ?? null).toBe(message)
})
