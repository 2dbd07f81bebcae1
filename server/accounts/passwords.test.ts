import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('beyond two that run and twenty that wait a hash is refused as busy', async () => {
  const passwords = createPasswords()
  const outcomes = await Promise.allSettled(Array.from({ length: 23 }, (_, n) => passwords.hash(`a password ${n}`)))
  expect(outcomes.slice(0, 22).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(outcomes[22]).toMatchObject({ status: 'rejected', reason: { code: 'busy' } })
  expect(await passwords.verify({ hash: await passwords.hash('another'), password: 'another' })).toBe(true)
})
