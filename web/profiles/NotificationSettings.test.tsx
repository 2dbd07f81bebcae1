import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Profile } from '../../domain/api.ts'
import { press, render, waitFor } from '../testing/render.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([true, false])(
  'email about trades, now %s, is turned over and saved by its box',
  async (wantsTradeUpdates) => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string }) => {
      sent.push([method, path, JSON.parse(body)])
      return new Promise<Response>(() => {})
    })
    const { container } = await render(
      <QueryClientProvider client={new QueryClient()}>
        <NotificationSettings profile={{ wantsTradeUpdates } as Profile} />
      </QueryClientProvider>,
    )
    const box = container.querySelector<HTMLInputElement>('input[type=checkbox]')!
    expect(box.checked).toBe(wantsTradeUpdates)
    await press(box)
    await waitFor(() =>
      expect(sent).toEqual([['POST', '/api/profile/notifications', { tradeUpdates: !wantsTradeUpdates }]]),
    )
    await waitFor(() => expect(box.checked).toBe(!wantsTradeUpdates))
  },
)
