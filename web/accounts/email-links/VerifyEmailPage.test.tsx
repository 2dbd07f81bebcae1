import { afterEach, expect, test, vi } from 'vitest'
import { alerts, expectAccessible, findButton, openPage, refusal } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { user } from '../../testing/samples.ts'
import VerifyEmailPage from './VerifyEmailPage.tsx'

const INVALID = 'This link has expired or has already been used. Request a new one.'

afterEach(() => vi.unstubAllGlobals())

test.each([`#token=${'a'.repeat(43)}`, '#token=short', ''])('a used or malformed link says so: “%s”', async (hash) => {
  const { calls, address } = await openPage(VerifyEmailPage, {
    path: '/verify-email',
    address: `/verify-email${hash}`,
    answers: {
      'GET /api/session': { user: { ...user, isVerified: false } },
      'POST /api/verify-email': refusal('link_invalid'),
    },
  })
  await waitFor(() => expect(alerts()).toEqual([INVALID]))
  await waitFor(() => expect(findButton('Send the link again')).toBeDefined())
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(hash.length > 40 ? 1 : 0)
  expect(address()).toBe('/verify-email')
  await expectAccessible()
})

test('an invalid link leads a signed-out user to the sign-in page, where another one can be requested', async () => {
  await openPage(VerifyEmailPage, { path: '/verify-email', address: '/verify-email#token=short' })
  await waitFor(() => expect(document.querySelector('main a')?.getAttribute('href')).toBe('/login'))
  expect(alerts()).toEqual([INVALID])
})
