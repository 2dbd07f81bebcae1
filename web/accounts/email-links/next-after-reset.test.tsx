import { afterEach, expect, test, vi } from 'vitest'
import { RESET_MINUTES } from '../../../domain/accounts/accounts.ts'
import { fill, openPage, pressButton, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import ForgotPasswordPage from './ForgotPasswordPage.tsx'
import { nextAfterReset } from './next-after-reset.ts'
import ResetPasswordPage from './ResetPasswordPage.tsx'

const DONE = { done: true }
const NEXT = '/trade/new?offer=1&amount=150'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

test('after a new password the sign-in leads to where the user wanted to go, as long as the link is valid', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await askFor(NEXT)
  expect(nextAfterReset()).toBe(NEXT)
  expect(await signInLink()).toBe(`/login?next=${encodeURIComponent(NEXT)}`)
  vi.setSystemTime(Date.now() + RESET_MINUTES * 60_000)
  expect(nextAfterReset()).toBeNull()
  expect(await signInLink()).toBe('/login')
})

test('an address of another site is not kept', async () => {
  await askFor('//evil.example/trade')
  expect(nextAfterReset()).not.toContain('evil')
  localStorage.setItem('next-after-reset', JSON.stringify({ next: '//evil.example', until: Date.now() + 1000 }))
  expect(nextAfterReset()).toBeNull()
})

async function askFor(next: string): Promise<void> {
  await openPage(ForgotPasswordPage, {
    path: '/forgot-password',
    address: `/forgot-password?next=${encodeURIComponent(next)}`,
    answers: { 'POST /api/forgot-password': DONE, 'GET /api/dev/mails': { mails: [] } },
  })
  await fill('Email', 'amina@example.org')
  await pressButton('Send the link')
  await waitFor(() => expect(text()).toContain('link to set a new password'))
}

async function signInLink(): Promise<string | null | undefined> {
  await openPage(ResetPasswordPage, {
    path: '/reset-password',
    address: `/reset-password#token=${'a'.repeat(43)}`,
    answers: {
      'POST /api/reset-password/review': { additions: [], isFirstPassword: false },
      'POST /api/reset-password': DONE,
    },
  })
  await waitFor(() => expect(text()).toContain('Set password'))
  await fill('New password', 'a long new password')
  await pressButton('Set password')
  await waitFor(() => expect(text()).toContain('Password set.'))
  return [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Sign in')?.getAttribute('href')
}
