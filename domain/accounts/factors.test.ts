import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  PASSKEY_NAME_MAX,
  TOTP_WRONG_MINUTES,
  confirmAboveSchema,
  passkeyNameSchema,
  reauthenticationSchema,
  secondFactorCodeSchema,
} from './factors.ts'
import { ERRORS } from '../errors.ts'

const messageOf = (schema: z.ZodMiniType, input: unknown) =>
  z.safeParse(schema, input).error?.issues[0]?.message ?? null

test.each([
  ['totp', '123456', null],
  ['totp', '123 456', null],
  ['totp', '١٢٣-٤٥٦', null],
  ['totp', '1234567', 'Enter the 6-digit code from your app.'],
  ['totp', 'O23456', 'Enter the 6-digit code from your app.'],
  ['totp', '12345', 'Enter the 6-digit code from your app.'],
  ['recovery_code', '', 'Enter one of your recovery codes.'],
  ['recovery_code', 'anything', null],
])('a %s of %j: %s', (method, code, message) =>
  expect(messageOf(secondFactorCodeSchema, { method, code })).toBe(message),
)

test.each([
  [{ method: 'password', password: 'x' }, undefined, null],
  [{ method: 'password', password: '' }, undefined, 'Password is required'],
  [
    { method: 'mailed_code', codeId: crypto.randomUUID(), code: '12345' },
    undefined,
    'Enter the 6-digit code from the email',
  ],
  [{ method: 'password', password: 'x' }, { method: 'totp', code: '123 456' }, null],
  [{ method: 'password', password: 'x' }, { method: 'totp', code: '12345' }, 'Enter the 6-digit code from your app.'],
])('%j with %j proves: %s', (first, second, message) =>
  expect(messageOf(reauthenticationSchema, { first, second })).toBe(message),
)

test('a password is no second factor, and a second factor alone does not re-authenticate', () => {
  expect(messageOf(secondFactorCodeSchema, { method: 'password', code: 'x' })).not.toBeNull()
  expect(messageOf(reauthenticationSchema, { second: { method: 'totp', code: '123456' } })).not.toBeNull()
})

test.each([
  ['', null],
  ['0', null],
  ['500.5', null],
  ['-1', 'Please enter a valid USDT amount'],
  ['much', 'Please enter a valid USDT amount'],
])('above %j: %s', (confirmAboveUsdt, message) =>
  expect(messageOf(confirmAboveSchema, { confirmAboveUsdt })).toBe(message),
)

test('the numbers in texts are those of the rules', () => {
  expect(messageOf(passkeyNameSchema, 'x'.repeat(PASSKEY_NAME_MAX + 1))).toContain(` ${PASSKEY_NAME_MAX} `)
  expect([TOTP_WRONG_MINUTES, ERRORS.totp_attempts_exceeded.text]).toEqual([10, expect.stringContaining('ten minutes')])
})
