import { expect, test } from 'vitest'
import { KEY_NAME_MAX, newKeySchema } from './api-keys.ts'

test('the text about a long name states the limit', () => {
  const tooLong = newKeySchema.safeParse({ name: 'x'.repeat(KEY_NAME_MAX + 1), scopes: ['read'], expiresInDays: null })
  expect(tooLong.error?.issues[0]?.message).toContain(` ${KEY_NAME_MAX} `)
})

test('a name is cleaned before it is measured', () => {
  const key = { name: ` ${'x'.repeat(KEY_NAME_MAX)}\u0000\u202E `, scopes: ['read'], expiresInDays: 365 }
  expect(newKeySchema.parse(key).name).toBe('x'.repeat(KEY_NAME_MAX))
})
