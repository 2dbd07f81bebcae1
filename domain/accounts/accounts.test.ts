import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { registrationError, registrationSchema, usernameError, usernameSkeleton } from './accounts.ts'
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

test.each(['amina', 'AMINA', 'a_1', 'a'.repeat(20), '123'])('%s is a username', (name) =>
  expect(usernameError(name)).toBeNull(),
)

const RESERVED = `
  admin ADMIN adm1n _a_d_m_i_n_ Sarraf_Admin administrator Nadia_Admin admin2026 4dm1n adrnin Administer badminton
  support supp0rt s_u_p_p_o_r_t Supp0rt Sarraf_Support 5upp0r7 support_tn TheSupport suppport customersupport
  official Official_Sarraf 0ff1c1al officiel_tn offlcial verified_official
  staff Staff_Amina 5taff st4ff the_staff Stafford
  escrow escr0vv Escrow_Agent e5crow demo_escrow
  moderator rnoderator m0derator Moderator_1 mediator
  arbiter Arb1ter arbiter_lea arbitre
  security secur1ty system Syst3m system_bot
  Sarraf sarraf_ SARRAF24 s4rraf 5arraf real_sarraf sarrraf sarraf_exchange
  help Help_Desk helpdesk h3lp help_me askHelp help24 HelpDesk
  root r00t unknown anonymous Anonymous_1
  deleted deleted_user De1eted`
test.each(RESERVED.trim().split(/\s+/))('%s would impersonate the staff or the product', (name) =>
  expect(usernameError(name)).toBe('This username is reserved'),
)

const INNOCENT = `
  Nadia amina_tn karim_sfax lea_lyon northpay Saraf Sarafina Safia sara_f Serraf_B Asma_Rafik
  Adam Adnan adil_m Madame_B Yasmin Jasmin_1 Edmond sup_por Rupert Porter_99 sportif_tn
  Offa_77 Ofelia Staf Tafef Mustafa mustafa_st Escobar Crowley escro
  arbitrage_tn Modest moderne Mediha Wahelp1t Whelpton Shelpman Beetroot Rootsy_1 Trooter
  Sistema Cisse_M ecu_rite Secu Unkn0 Anon_7 Delete1 dinar2026 usdt_4_you`
test.each(INNOCENT.trim().split(/\s+/))('%s is no reserved name', (name) => expect(usernameError(name)).toBeNull())

test.each([
  ['amina', 'AM1NA'],
  ['Amina_1', 'aminal'],
  ['omar', '0mar'],
  ['mark', 'rnark'],
  ['wael', 'vvael'],
  ['nour', 'n_o_u_r'],
])('%s and %s look alike', (one, other) => expect(usernameSkeleton(one)).toBe(usernameSkeleton(other)))

test('a skeleton does not depend on case and underscores', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_]{3,20}$/)
  fc.assert(
    fc.property(name, (text) => {
      expect(usernameSkeleton(text.toUpperCase())).toBe(usernameSkeleton(text.toLowerCase()))
      expect(usernameSkeleton(text.replaceAll('_', ''))).toBe(usernameSkeleton(text))
    }),
  )
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
