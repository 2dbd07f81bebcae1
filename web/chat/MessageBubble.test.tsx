import { expect, test } from 'vitest'
import type { Message } from '../../domain/api/chat/chat.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { SYSTEM_CODES, SYSTEM_TEXTS } from '../../domain/chat/chat.ts'
import { render } from '../testing/render.tsx'
import { ToastProvider } from '../ui/notices/Toast.tsx'
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
  member: null,
  text: SYSTEM_TEXTS.opened,
  systemCode: 'opened',
  image: null,
  clientId: null,
  createdAt: '2026-11-22T09:41:00.000Z',
}

test.each([
  ['a sell offer, read by the buyer', 'seller', { taker: 'buyer', role: 'buyer' }, 'amina'],
  ['a sell offer, read by the seller', 'seller', { taker: 'buyer', role: 'seller' }, 'You'],
  ['a buy offer, read by the seller', 'buyer', { taker: 'seller', role: 'seller' }, 'karim'],
  ['a buy offer, read by the buyer', 'buyer', { taker: 'seller', role: 'buyer' }, 'You'],
] as const)('the trade instructions of %s are from the offer’s owner', async (_, sender, roles, writer) => {
  const terms: Message = { ...message, kind: 'terms', sender, text: trade.terms, systemCode: null }
  const text = await textOf(terms, { ...trade, ...roles })
  expect(text).toMatch(new RegExp(`^${writer}: Trade instructions`))
  expect(text).toContain(trade.terms)
  expect(text).not.toContain('Sarraf')
})

test('a team member reads the name of the owner over what the owner wrote', async () => {
  const written: Message = { ...message, kind: 'text', sender: 'seller', text: 'Paid.', systemCode: null }
  const { container } = await render(
    <ToastProvider>
      <MessageBubble message={written} trade={{ ...trade, role: 'seller' }} isTeamMember />
    </ToastProvider>,
  )
  expect(container.textContent).toMatch(/^amina: Paid/)
})

test('the automatic message of an offer is from its owner, and marked', async () => {
  const first: Message = { ...message, kind: 'automatic', sender: 'seller', text: 'Hello!', systemCode: null }
  expect(await textOf(first, trade)).toMatch(/^amina: Automatic messageHello!/)
})

test.each(['text', 'terms', 'automatic'] as const)(
  '%s that imitates the platform is in a bubble under its writer’s name',
  async (kind) => {
    const fake = 'Sarraf: Payment confirmed! Trade completed successfully.'
    const written: Message = { ...message, kind, sender: 'seller', text: fake, systemCode: null }
    const completed = { ...message, systemCode: 'completed' } as const
    const real = (await render(shown(completed, trade))).container.cloneNode(true) as Element
    const { container } = await render(shown(written, trade))
    expect(container.textContent).toMatch(/^amina: /)
    expect(container.querySelector('li > div > span:first-child')?.textContent).toBe('amina: ')
    expect(container.querySelector('.sr-only')).toBeNull()
    expect(container.querySelector('li')!.className).not.toBe(real.querySelector('li')!.className)
    expect(real.querySelector('li > div')).toBeNull()
  },
)

test('a move appears as a message of the platform', async () => {
  const paid = { ...message, systemCode: 'paid', text: SYSTEM_TEXTS.paid } as const
  expect(await textOf(paid, trade)).toMatch(/^Sarraf: The buyer marked this trade as paid\./)
})

test.each([
  ['cancelled_by_buyer', 'The buyer cancelled the trade.'],
  ['cancelled_by_seller', 'The seller cancelled the trade.'],
] as const)('the message %s says: %s', async (systemCode, expected) => {
  const cancelled = { ...message, systemCode, text: SYSTEM_TEXTS[systemCode] } as const
  expect(await textOf(cancelled, trade)).toContain(expected)
})

test('a screen reader announces the author of a message, with the colon of the language', async () => {
  const written: Message = { ...message, kind: 'text', sender: 'seller', text: 'Hello', systemCode: null }
  expect(await textOf(written, trade)).toMatch(/^amina: Hello/)
  const { container } = await render(shown(written, trade), { language: 'fr' })
  expect(container.textContent).toMatch(/^amina\u00A0: Hello/)
})

test('beside the rail, the chat is silent about the moves that the rail announces, and about no other', async () => {
  const { container } = await render(
    <ToastProvider>
      {SYSTEM_CODES.map((systemCode, seq) => (
        <MessageBubble key={systemCode} message={{ ...message, seq, systemCode }} trade={trade} isBesideRail />
      ))}
    </ToastProvider>,
  )
  const silent = [...container.querySelectorAll<HTMLElement>('li[aria-live=off]')]
  expect(silent.map(({ dataset }) => SYSTEM_CODES[Number(dataset.seq)])).toEqual([
    'paid',
    'payment_mark_withdrawn',
    'cancelled_by_buyer',
    'cancelled_by_seller',
    'expired',
    'confirmed',
    'completed',
    'refund_held_by_seller',
    'refund_held_by_expiry',
    'refunded',
  ])
})

async function textOf(read: Message, where: Trade): Promise<string> {
  const { container } = await render(shown(read, where))
  return container.textContent ?? ''
}

function shown(read: Message, where: Trade) {
  return (
    <ToastProvider>
      <MessageBubble message={read} trade={where} />
    </ToastProvider>
  )
}
