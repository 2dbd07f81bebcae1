import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Telegram } from '../../../domain/api/notifications/telegram.ts'
import { press, render, waitFor } from '../../testing/render.tsx'
import { ToastProvider } from '../../ui/notices/Toast.tsx'
import { TelegramSettings } from './TelegramSettings.tsx'

afterEach(() => vi.unstubAllGlobals())

const MOMENT = '2026-03-02T10:00:00.000Z'
const NONE: Telegram = { isOffered: true, bot: 'sarraf_bot', chat: null, refusedAt: null }
const LINKED: Telegram = { ...NONE, chat: { name: 'Amina (@amina)', linkedAt: MOMENT, lastSuccessAt: null } }

/** Shows the section, with a server whose state the test changes; what is sent is recorded. */
async function open(first: Telegram, code: () => Response = newCode) {
  const server = { state: first, sent: [] as string[], changes: 0 }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: { method?: string } = {}) => {
    if (method !== 'GET') server.sent.push(`${method} ${path}`)
    if (path === '/api/telegram/code') return code()
    if (method === 'DELETE') server.state = NONE
    return Response.json(server.state)
  })
  const { container } = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>
        <TelegramSettings onChanged={() => void server.changes++} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('button')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
    )
  return { container, server, button }
}

const newCode = (seconds = 600) =>
  Response.json({
    code: '7K2QX-9M4TA',
    url: 'https://t.me/sarraf_bot?start=7K2QX9M4TA',
    expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
  })
const dialog = () => document.querySelector('[role=dialog]:not([data-type])')

test('a market without a bot shows nothing', async () => {
  const { container } = await open({ ...NONE, isOffered: false, bot: null })
  await waitFor(() => expect(container.querySelector('section')).toBeNull())
  expect(container.textContent).toBe('')
})

test('a bot that cannot be reached has no button', async () => {
  const { container, button } = await open({ ...NONE, bot: null })
  await waitFor(() => expect(container.textContent).toContain('can’t be reached right now'))
  expect(button('Link Telegram')).toBeUndefined()
})

test('the code waits in a dialog until its chat is linked', async () => {
  const { container, server, button } = await open(NONE)
  await waitFor(() => expect(button('Link Telegram')).toBeDefined())
  await press(button('Link Telegram')!)
  await waitFor(() => expect(dialog()?.textContent).toContain('7K2QX-9M4TA'))
  const link = dialog()!.querySelector('a')!
  expect([link.href, link.rel]).toEqual(['https://t.me/sarraf_bot?start=7K2QX9M4TA', 'noopener noreferrer'])
  expect(server.changes).toBe(0)
  server.state = LINKED
  await waitFor(() => expect(dialog()).toBeNull())
  expect(container.textContent).toContain('Amina (@amina)')
  expect(container.textContent).toContain('No alert sent yet')
  expect(server.changes).toBe(1)
})

test('an expired code is replaced by a new one', async () => {
  let seconds = 0
  const { server, button } = await open(NONE, () => newCode(seconds))
  await waitFor(() => expect(button('Link Telegram')).toBeDefined())
  await press(button('Link Telegram')!)
  await waitFor(() => expect(dialog()?.textContent).toContain('The code has expired.'))
  seconds = 600
  await press(button('Create a new code')!)
  await waitFor(() => expect(server.sent).toHaveLength(2))
})

test('a refusal by Telegram is named, and the chat can be linked again', async () => {
  const { container, button } = await open({ ...NONE, refusedAt: MOMENT })
  await waitFor(() =>
    expect(container.querySelector('[role=note]')?.textContent).toContain('Telegram refused our alert'),
  )
  expect(button('Link Telegram')).toBeDefined()
})

test('a linked chat is unlinked after a question', async () => {
  const { server, button } = await open(LINKED)
  await waitFor(() => expect(button('Unlink Telegram')).toBeDefined())
  await press(button('Unlink Telegram')!)
  expect(server.sent).toEqual([])
  await press([...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1)!)
  await waitFor(() => expect(button('Link Telegram')).toBeDefined())
  expect(server.sent).toEqual(['DELETE /api/telegram'])
  expect(server.changes).toBe(1)
})
