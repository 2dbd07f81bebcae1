import { afterEach, expect, test, vi } from 'vitest'
import { openPage, pressButton } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { BackButton } from './BackButton.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a user who arrived by an external link is led to the given page', async () => {
  history.replaceState(null, '')
  const { address } = await openPage(() => <BackButton otherwise="/trades" />, { path: '/trade/1' })
  await pressButton('Back')
  await waitFor(() => expect(address()).toBe('/trades'))
})
