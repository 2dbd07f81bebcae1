import { expect, test } from 'vitest'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { render } from '../../testing/render.tsx'
import { trade } from '../../testing/samples.ts'
import { EscrowRail } from './EscrowRail.tsx'

const [CREATED, PAID, CLOSED] = ['09:00', '09:20', '09:31'].map((time) => `2026-11-03T${time}:00.000Z`) as [
  string,
  string,
  string,
]

test.each([
  ['buyer', 'buyer', 'You cancelled this trade. The USDT was returned to the seller. Don’t pay.'],
  ['buyer', 'dispute', 'Cancelled after a dispute. The USDT was returned to the seller.'],
  ['buyer', 'seller', 'Cancelled by the seller. The USDT was returned to the seller. Don’t pay.'],
  ['buyer', 'clock', 'Cancelled: not paid in time. The USDT was returned to the seller. Don’t pay.'],
  ['seller', 'buyer', 'Cancelled by the buyer. Your USDT was returned to you.'],
  ['seller', 'dispute', 'Cancelled after a dispute. Your USDT was returned to you.'],
  ['seller', 'seller', 'You cancelled this trade. Your USDT was returned to you.'],
  ['seller', 'clock', 'Cancelled: the buyer did not pay in time. Your USDT was returned to you.'],
] as const)('the %s reads how a trade cancelled by the %s ended', async (role, cancelledBy, expected) => {
  expect(await statusOf({ role, status: 'cancelled', turn: [], cancelledBy })).toBe(expected)
})

test.each([
  ['buyer', false, 'Completed: the seller confirmed your payment, and the USDT was released to you.'],
  ['buyer', true, 'Completed after a dispute: the USDT was released to you.'],
  ['seller', false, 'Completed: you confirmed the payment, and your USDT was released to the buyer.'],
  ['seller', true, 'Completed after a dispute: your USDT was released to the buyer.'],
] as const)('the %s reads how a trade was completed (dispute: %s)', async (role, hasDispute, expected) => {
  expect(await statusOf({ role, status: 'completed', turn: [], hasDispute })).toBe(expected)
})

test.each([
  [['buyer', 'seller'], 'Your turn in the dispute. The USDT stays locked until it is closed.'],
  [['seller'], 'Waiting for the seller in the dispute. The USDT stays locked until it is closed.'],
  [['arbiter'], 'Waiting for the arbiter to decide. The USDT stays locked until the dispute is closed.'],
  [['system'], 'Decided. The decision is being carried out.'],
] as const)('a dispute in which %j have to act says so to the buyer', async (turn, expected) => {
  expect(await statusOf({ status: 'disputed', turn: [...turn] })).toBe(expected)
  expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Disputed')
})

test('a split is no release', async () => {
  const split = { toBuyer: '79.600000', fee: '0.400000', toSeller: '80.633968' }
  expect(await statusOf({ status: 'completed', turn: [], split })).toContain('split between the buyer and the seller')
  expect(document.querySelector('ol')?.textContent).toContain('Complete: USDT split')
})

test('a trade that ends by a dispute without a payment mark is not shown as paid', async () => {
  await statusOf({ status: 'completed', turn: [], hasDispute: true, paidAt: null })
  expect(document.querySelector('ol')?.textContent).not.toContain('Marked as paid')
  expect(document.querySelector('ol')?.textContent).toContain('Disputed')
})

test('a held refund is not shown as paid', async () => {
  expect(await statusOf({ status: 'refund_held', cancelledBy: 'seller' })).toContain('Don’t pay.')
  expect(document.querySelector('ol')?.textContent).not.toContain('Marked as paid')
})

test('a buyer whose bank names another person is not told to pay', async () => {
  const bankAnswer = { answer: 'no_match', at: CREATED } as const
  const said = await statusOf({ status: 'awaiting_payment', role: 'buyer', bankAnswer })
  expect(said).toContain('Don’t pay:')
  expect(said).not.toContain('pay the seller')
})

test.each([
  ['awaiting_payment', [CREATED]],
  ['payment_sent', [CREATED, PAID]],
  ['completed', [CREATED, PAID, CLOSED]],
  ['cancelled', [CREATED, CLOSED]],
] as const)('%s: the creation, the payment mark and the end are dated', async (status, expected) => {
  const closedAt = status === 'completed' || status === 'cancelled' ? CLOSED : null
  const now = '2026-11-05T09:00:00.000Z'
  await statusOf({ status, now, createdAt: CREATED, paidAt: status === 'awaiting_payment' ? null : PAID, closedAt })
  const times = [...document.querySelectorAll<HTMLTimeElement>('li time')]
  expect(times.map(({ dateTime }) => dateTime)).toEqual(expected)
  expect(times[0]?.textContent).toContain('Nov 2026')
})

test('a step of today is told without its date', async () => {
  await statusOf({ status: 'awaiting_payment', createdAt: CREATED, now: PAID })
  expect(document.querySelector('li time')?.textContent).toMatch(/^\d\d:\d\d$/)
})

async function statusOf(changes: Partial<Trade>) {
  const { container } = await render(<EscrowRail trade={{ ...trade, ...changes }} />)
  return container.querySelector('[role=status]')?.textContent
}
