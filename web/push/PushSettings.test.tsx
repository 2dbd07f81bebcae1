import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { press, render, waitFor } from '../testing/render.tsx'
import { PushSettings } from './PushSettings.tsx'

afterEach(() => vi.unstubAllGlobals())

test('settings that cannot be read show the error, and the retry reads them', async () => {
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', {})
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
  let isDown = true
  vi.stubGlobal('fetch', async () =>
    isDown
      ? Response.json({ code: 'internal', text: 'Something failed' }, { status: 500 })
      : Response.json({ publicKey: 'key', isSubscribed: false }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <PushSettings />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(container.querySelector('[role=alert]')).not.toBeNull())
  isDown = false
  await press(container.querySelector<HTMLElement>('[role=alert] button')!)
  await waitFor(() => expect(container.querySelector('[role=alert]')).toBeNull())
  expect(container.querySelector('button')!.textContent).toBe('Turn on push notifications')
})
