import { expect, test } from 'vitest'
import type { Message, Trade } from '../../domain/api.ts'
import { systemText } from '../../domain/chat.ts'
import { render } from '../testing/render.tsx'
import { MessageBubble } from './MessageBubble.tsx'

const trade = {
  role: 'buyer',
  taker: 'buyer',
  terms: 'Only from your own account.',
  buyer: { username: 'karim' },
  seller: { username: 'amina' },
} as Trade

const message: Message = {
  seq: 1,
  tradeId: '00000000-0000-4000-8000-000000000000',
  kind: 'system',
  sender: null,
  text: systemText('instructions', trade.terms),
  systemCode: 'instructions',
  image: null,
  clientId: null,
  createdAt: '2026-11-22T09:41:00.000Z',
}

test.each([
  ['a sell offer, read by the buyer', { taker: 'buyer', role: 'buyer' }, 'amina'],
  ['a sell offer, read by the seller', { taker: 'buyer', role: 'seller' }, 'You'],
  ['a buy offer, read by the seller', { taker: 'seller', role: 'seller' }, 'karim'],
  ['a buy offer, read by the buyer', { taker: 'seller', role: 'buyer' }, 'You'],
] as const)('the trade instructions of %s are from the offer’s owner', async (_, roles, writer) => {
  const text = await textOf(message, { ...trade, ...roles })
  expect(text).toMatch(new RegExp(`^${writer}Trade instructions`))
  expect(text).toContain(trade.terms)
  expect(text).not.toContain('Sarraf')
})

test('a move appears as a message of the platform', async () => {
  const paid = { ...message, systemCode: 'paid', text: systemText('paid') } as const
  expect(await textOf(paid, trade)).toMatch(/^Sarraf: The buyer marked this trade as paid\./)
})

test.each([
  ['cancelled_by_buyer', 'The buyer cancelled the trade.'],
  ['cancelled_by_seller', 'The seller cancelled the trade.'],
] as const)('the message %s says: %s', async (systemCode, expected) => {
  const cancelled = { ...message, systemCode, text: systemText(systemCode) } as const
  expect(await textOf(cancelled, trade)).toContain(expected)
})

test('a screen reader announces the author of a message, with the colon of the language', async () => {
  const written: Message = { ...message, kind: 'text', sender: 'seller', text: 'Hello', systemCode: null }
  expect(await textOf(written, trade)).toMatch(/^amina: Hello/)
  const { container } = await render(<MessageBubble message={written} trade={trade} />, { language: 'fr' })
  expect(container.textContent).toMatch(/^amina\u00A0: Hello/)
})

async function textOf(shown: Message, where: Trade): Promise<string> {
  const { container } = await render(<MessageBubble message={shown} trade={where} />)
  return container.textContent ?? ''
}
