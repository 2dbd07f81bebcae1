import { expect, test } from 'vitest'
import type { Message } from '../api/chat/chat.ts'
import { withMessages } from './with-messages.ts'

function said(seq: number): Message {
  return {
    seq,
    tradeId: '0190b0a0-0000-7000-8000-000000000000',
    kind: 'text',
    sender: 'buyer',
    member: null,
    text: `number ${seq}`,
    systemCode: null,
    image: null,
    clientId: null,
    createdAt: '2026-11-21T10:00:00.000Z',
  }
}

const numbers = (messages: Message[]) => messages.map(({ seq }) => seq)

test('a message from both the stream and the list is shown once', () => {
  expect(numbers(withMessages([said(1), said(2)], [said(2), said(3)]))).toEqual([1, 2, 3])
})

test('messages are sorted by their numbers, however they arrive', () => {
  expect(numbers(withMessages([said(3)], [said(2), said(1)]))).toEqual([1, 2, 3])
})
