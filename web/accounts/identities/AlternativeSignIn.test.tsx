import { afterEach, expect, test, vi } from 'vitest'
import LoginPage from '../sign-in/LoginPage.tsx'
import RegisterPage from '../registration/RegisterPage.tsx'
import { alerts, expectAccessible, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/login', LoginPage],
  ['/register', RegisterPage],
])('alternative sign-in methods that failed to load show an error on %s, and load on a retry', async (path, Page) => {
  const methods = 'GET /api/sign-in-methods'
  const { answer } = await openPage(Page, { path, answers: { [methods]: refusal('internal') } })
  await waitFor(() => expect(alerts()[0]).toContain('We couldn’t load the other sign-in methods.'))
  expect(findButton('Continue with a wallet')).toBeUndefined()
  await expectAccessible()
  answer({ [methods]: { providers: [], wallet: true } })
  await pressButton('Try again')
  await waitFor(() => expect(findButton('Continue with a wallet')).toBeDefined())
  expect(alerts()).toEqual([])
  expect(text()).toMatch(/or(Email me a code|Continue)/)
  await expectAccessible()
})
