import { afterEach, expect, test, vi } from 'vitest'
import { findButton, openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { useSignOut } from './sign-out.ts'

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

function SignOut() {
  const signOut = useSignOut()
  return <button onClick={signOut}>Sign out</button>
}
