import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { registrationError, registrationSchema } from './accounts.ts'
import type { RegistrationInput } from './accounts.ts'
import { LANGUAGES } from '../languages.ts'

const AMINA: RegistrationInput = {
  username: 'amina_t',
  email: 'amina@example.org',
  password: 'eight888',
  confirmPassword: 'eight888',
  acceptsTerms: true,
  language: 'en',
}

test('Amina registers', () => expect(registrationError(AMINA)).toBeNull())

test.each([
  [
    'seven characters',
    { password: 'seven77', confirmPassword: 'seven77' },
    'password',
    'Password must be at least 8 characters long',
  ],
  ['an endless password', { password: 'p'.repeat(257) }, 'password', 'Password must be at most 256 characters long'],
  ['another confirmation', { confirmPassword: 'eight889' }, 'confirmPassword', 'Passwords do not match'],
  ['no username', { username: '' }, 'username', 'Username is required'],
  ['a blank username', { username: '   ' }, 'username', 'Username is required'],
  ['two characters', { username: 'am' }, 'username', 'Username must be at least 3 characters long'],
  ['a space', { username: 'amina t' }, 'username', 'Username can only contain letters, numbers, and underscores'],
  [
    'an Arabic letter',
    { username: 'amina\u0627' },
    'username',
    'Username can only contain letters, numbers, and underscores',
  ],
  [
    'a Cyrillic а',
    { username: '\u0430mina' },
    'username',
    'Username can only contain letters, numbers, and underscores',
  ],
  ['a line break', { username: 'amina\n' }, 'username', 'Username can only contain letters, numbers, and underscores'],
  ['21 characters', { username: 'a'.repeat(21) }, 'username', 'Username must be at most 20 characters long'],
  ['no email', { email: '' }, 'email', 'Please enter a valid email address'],
  ['half an email', { email: 'amina@' }, 'email', 'Please enter a valid email address'],
  [
    'an email with a header in it',
    { email: 'amina@example.org\r\nBcc: all@example.org' },
    'email',
    'Please enter a valid email address',
  ],
  ['an email of 255', { email: `${'a'.repeat(243)}@example.org` }, 'email', 'Please enter a valid email address'],
  ['terms not accepted', { acceptsTerms: false }, 'acceptsTerms', 'You must be at least 18 and accept the terms'],
])('%s', (_, changes, field, message) => {
  expect(registrationError({ ...AMINA, ...changes })).toEqual({ field, message })
})

test('the first error is reported, in the specification’s order', () => {
  const nothing = { username: '', email: '', password: 'x', confirmPassword: 'y', acceptsTerms: false }
  const repairs: [repair: Partial<RegistrationInput>, expected: string][] = [
    [{ password: 'eight888' }, 'password: Password must be at least 8 characters long'],
    [{ confirmPassword: 'eight888' }, 'confirmPassword: Passwords do not match'],
    // Too short and with forbidden characters: the length is reported.
    [{ username: 'a!' }, 'username: Username is required'],
    [{ username: 'a!b' }, 'username: Username must be at least 3 characters long'],
    [{ username: 'amina_t' }, 'username: Username can only contain letters, numbers, and underscores'],
    [{ email: AMINA.email }, 'email: '],
    [{ acceptsTerms: true }, 'acceptsTerms: '],
  ]
  let input: RegistrationInput = { ...AMINA, ...nothing }
  for (const [repair, expected] of repairs) {
    const { field, message } = registrationError(input) ?? {}
    expect(`${field}: ${message}`).toContain(expected)
    input = { ...input, ...repair }
  }
  expect(registrationError(input)).toBeNull()
})

test.each(['role', 'verified', 'emailVerified', 'completedTrades', 'id'])(
  'registration refuses a client’s own %s',
  (key) => {
    expect(z.safeParse(registrationSchema, { ...AMINA, [key]: true }).success).toBe(false)
  },
)

test('the rules answer any input and never throw', () => {
  const anything = fc.record({
    username: fc.string({ unit: 'binary' }),
    email: fc.string({ unit: 'binary' }),
    password: fc.string(),
    confirmPassword: fc.string(),
    acceptsTerms: fc.boolean(),
    language: fc.constantFrom(...LANGUAGES),
  })
  fc.assert(fc.property(anything, (input) => void registrationError(input)))
})
