import { afterEach, expect, test, vi } from 'vitest'
import { findButton, openPage, pressButton, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import CaughtMailPage from './CaughtMailPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const open = (address: string) =>
  openPage(CaughtMailPage, {
    path: '/dev/mail',
    address,
    answers: { 'GET /api/dev': { mailIsCaught: true }, 'GET /api/dev/mail': { mails: [] } },
  })

test('a recipient without emails leads back to all emails', async () => {
  const { address } = await open('/dev/mail?to=unknown')
  await waitFor(() => expect(text()).toContain('No emails yet'))
  await pressButton('All emails')
  await waitFor(() => expect(address()).toBe('/dev/mail'))
  expect(findButton('All emails')).toBeUndefined()
})
