import { afterEach, expect, test, vi } from 'vitest'
import type { SignInEntry } from '../../domain/api/accounts/accounts.ts'
import { expectAccessible, openPage } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { SignInHistory } from './SignInHistory.tsx'

const entry: SignInEntry = {
  id: '1',
  at: '2026-11-22T09:41:00.000Z',
  method: 'password',
  outcome: 'signed_in',
  isNewDevice: false,
  browser: 'Chrome',
  system: 'Linux',
}

afterEach(() => vi.unstubAllGlobals())

test('the history names new devices, refused attempts and the method', async () => {
  const signIns = [
    { ...entry, id: '3', isNewDevice: true },
    { ...entry, id: '2', outcome: 'refused' },
    { ...entry, method: 'registration' },
  ]
  await openPage(SignInHistory, { path: '/', answers: { 'GET /api/sign-ins': { signIns } } })
  await waitFor(() => expect(lines()).toHaveLength(3))
  expect(lines()[0]).toMatch(/New device.*Password/)
  expect(lines()[1]).toMatch(/Refused.*Password/)
  expect(lines()[2]).toContain('Registration')
  await expectAccessible()
})

const lines = () =>
  [...document.querySelectorAll('ul[aria-label="Sign-in history"] li')].map((line) => line.textContent)
