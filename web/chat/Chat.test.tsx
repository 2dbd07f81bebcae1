import { afterEach, expect, test, vi } from 'vitest'
import type { Message } from '../../domain/api.ts'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { expectAccessible, field, openPage, pressButton, refusal, text } from '../testing/page.tsx'
import { choose, waitFor } from '../testing/render.tsx'
import { ID, trade } from '../testing/samples.ts'
import { Chat } from './Chat.tsx'

const MESSAGES = `GET /api/trades/${ID}/messages`

const message: Message = {
  seq: 1,
  tradeId: ID,
  kind: 'text',
  sender: 'seller',
  member: null,
  text: 'Which account?',
  systemCode: null,
  image: null,
  clientId: null,
  createdAt: '2026-11-22T09:41:00.000Z',
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  [[], 'karim0 messages'],
  [[message], 'karim1 message'],
  [[message, { ...message, seq: 2 }], 'karim2 messages'],
])('the chat counts its messages and says when each was written (%#)', async (messages, title) => {
  await open({ [MESSAGES]: { messages } })
  await waitFor(() => expect(document.querySelector('h2')?.textContent).toContain(`Chat with ${title}`))
  const times = [...document.querySelectorAll('time')].map(({ textContent }) => textContent)
  expect(times).toEqual(messages.map(() => expect.stringMatching(/^\d\d:\d\d$/)))
  await waitFor(() => expect(text().includes('No messages yet. Start the conversation!')).toBe(messages.length === 0))
  await expectAccessible()
})

test('the attach button accepts images, up to their largest size', async () => {
  await open()
  const input = fileField()
  expect(input.getAttribute('accept')).toBe('image/*')
  await choose(input, new File([new Uint8Array(IMAGE_MAX_BYTES + 1)], 'big.png', { type: 'image/png' }))
  await waitFor(() => expect(alert()).toBe('Image size must be less than 5MB.'))
  await choose(input, new File(['hello'], 'a.txt', { type: 'text/plain' }))
  await waitFor(() => expect(alert()).toBe('Unsupported file type. Use a JPEG, PNG or WebP image.'))
  expect(document.querySelector('img[alt=Preview]')).toBeNull()
})

test('a picture that the server refuses shows the reason, and can be discarded', async () => {
  await open({ [`POST /api/trades/${ID}/images`]: refusal('image_unreadable') })
  await choose(fileField(), new File(['<h1>no</h1>'], 'page.png', { type: 'image/png' }))
  await waitFor(() => expect(document.querySelector('img[alt=Preview]')).not.toBeNull())
  await pressButton('Send')
  await waitFor(() => expect(alert()).toContain('Unsupported file type.'))
  await pressButton('Discard')
  await waitFor(() => expect(alert()).toBeUndefined())
})

async function open(answers = {}) {
  await openPage(() => <Chat trade={trade} />, { path: '/', answers: { [MESSAGES]: { messages: [] }, ...answers } })
  await waitFor(() => field('Message'))
}

const fileField = () => document.querySelector<HTMLInputElement>('input[type=file]')!

const alert = () => document.querySelector('[role=alert]')?.textContent
