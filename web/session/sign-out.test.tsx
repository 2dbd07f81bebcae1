import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findButton, openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { useSignOut } from './sign-out.ts'

// Other files of the same run leave settings.
beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('a failed sign-out says so and leaves the page, since the session is still open', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { answer } = await openPage(SignOut, { path: '/', answers: { 'POST /api/sign-out': refusal('internal') } })
  await pressButton('Sign out')
  await waitFor(() => expect(text()).toContain('An unexpected error occurred. Please try again.'))
  expect(assign).not.toHaveBeenCalled()
  answer({ 'POST /api/sign-out': { user: null } })
  await pressButton('Sign out')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(findButton('Sign out')).toBeDefined()
})

test('the settings of the display stay in the browser whose storage is cleared, and the market’s filters do not', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  localStorage.setItem('shortcuts', 'off')
  localStorage.setItem('market', '/offers/buy?currency=EUR')
  sessionStorage.setItem('draft 1 chat 2', 'I paid at noon')
  const cleared = () => {
    localStorage.clear()
    return Response.json({ user: null })
  }
  await openPage(SignOut, { path: '/', answers: { 'POST /api/sign-out': cleared } })
  await pressButton('Sign out')
  await waitFor(() => expect({ ...localStorage }).toEqual({ shortcuts: 'off' }))
  expect(sessionStorage.length).toBe(0)
  localStorage.clear()
})

function SignOut() {
  const signOut = useSignOut()
  return <button onClick={signOut}>Sign out</button>
}
