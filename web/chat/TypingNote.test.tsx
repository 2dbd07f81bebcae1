import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TYPING_SHOWN_SECONDS } from '../../domain/chat/chat.ts'
import type { Language } from '../../domain/languages.ts'
import { render, type Rendered } from '../testing/render.tsx'
import { keepTyping } from '../notifications/live/chat-signals.ts'
import { TypingNote } from './TypingNote.tsx'

const ID = '00000000-0000-4000-8000-000000000000'
let client: QueryClient
let page: Rendered

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  client = new QueryClient()
})
afterEach(() => vi.useRealTimers())

const note = (receivedSeq = 1) => (
  <QueryClientProvider client={client}>
    <TypingNote tradeId={ID} username="karim" receivedSeq={receivedSeq} />
  </QueryClientProvider>
)
async function open(language: Language = 'en') {
  page = await render(note(), { language })
}
const shown = () => page.container.querySelector('[aria-hidden]')!.textContent
const announced = () => page.container.querySelector('[role=status]')!.textContent
const pass = (seconds: number) => act(async () => vi.advanceTimersByTime(seconds * 1000))
async function signal(): Promise<void> {
  keepTyping(client, ID)
  // The query client notifies with a timer.
  await pass(0.01)
}

test('“typing” is shown for a few seconds after each signal, and ends with the message', async () => {
  await open()
  expect(shown()).toBe('')
  await signal()
  expect(shown()).toBe('karim is typing…')
  await pass(TYPING_SHOWN_SECONDS - 1)
  await signal()
  await pass(TYPING_SHOWN_SECONDS - 1)
  expect(shown()).toBe('karim is typing…')
  await pass(2)
  expect(shown()).toBe('')
  await signal()
  await page.rerender(note(2))
  await pass(0.01)
  expect(shown()).toBe('')
})

test('a screen reader announces it once in a minute, however often the other side begins', async () => {
  await open()
  await signal()
  expect(announced()).toBe('karim is typing…')
  for (let n = 0; n < 3; n++) {
    await pass(TYPING_SHOWN_SECONDS + 1)
    expect(announced()).toBe('')
    await signal()
    expect([shown(), announced()]).toEqual(['karim is typing…', ''])
  }
  await pass(60)
  await signal()
  expect(announced()).toBe('karim is typing…')
})

test('the name keeps its own direction', async () => {
  await open('ar')
  await signal()
  expect(page.container.querySelector('bdi')?.textContent).toBe('karim')
})
