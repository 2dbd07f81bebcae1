import { afterEach, expect, test, vi } from 'vitest'
import { alerts, expectAccessible, findButton, openPage, refusal } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import ResetPasswordPage from './ResetPasswordPage.tsx'

const INVALID = 'This link has expired or has already been used. Request a new one.'
const TOKEN = `#token=${'a'.repeat(43)}`

afterEach(() => vi.unstubAllGlobals())

const open = (hash: string, review: object) =>
  openPage(ResetPasswordPage, {
    path: '/reset-password',
    address: `/reset-password${hash}`,
    answers: { 'POST /api/reset-password/review': review },
  })

test.each([TOKEN, '#token=short', ''])(
  'a used or malformed link offers another one as a button: “%s”',
  async (hash) => {
    await open(hash, refusal('link_invalid'))
    await waitFor(() => expect(alerts()).toEqual([INVALID]))
    const links = [...document.querySelectorAll('main a, a')].filter(
      ({ textContent }) => textContent === 'Request a new link',
    )
    expect(links).toHaveLength(1)
    expect(links[0]?.getAttribute('href')).toBe('/forgot-password')
    expect(links[0]?.closest('.panel')).not.toBeNull()
    await expectAccessible()
  },
)

test('beside the form another link can be requested', async () => {
  await open(TOKEN, { additions: [], isFirstPassword: false })
  await waitFor(() => expect(findButton('Set password')).toBeDefined())
  expect(document.querySelector('a[href="/forgot-password"]')?.textContent).toBe('Request a new link')
})

test('a failure of the network is retried, not another link requested', async () => {
  await open(TOKEN, () => Promise.reject(new TypeError('offline')))
  await waitFor(() => expect(findButton('Try again')).toBeDefined())
  expect(document.querySelector('a[href="/forgot-password"]')).toBeNull()
})
