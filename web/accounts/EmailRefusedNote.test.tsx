import { expect, test } from 'vitest'
import { sessionKey } from '../session/session.ts'
import { expectAccessible, openPage, text } from '../testing/page.tsx'
import { user } from '../testing/samples.ts'
import { EmailRefusedNote } from './EmailRefusedNote.tsx'

test.each([
  [null, false],
  ['2026-11-26T09:41:00.000Z', true],
])('an address that refused an email at %s is said: %s', async (emailRefusedAt, isSaid) => {
  const session = { user: { ...user, emailRefusedAt } }
  await openPage(EmailRefusedNote, { path: '/', cached: [[sessionKey, session]] })
  expect(text().includes('Our emails to you are refused')).toBe(isSaid)
  expect(text().includes(user.email)).toBe(isSaid)
  expect(document.querySelector('a')?.getAttribute('href')).toBe(isSaid ? '/settings?tab=security' : undefined)
  await expectAccessible()
})
