import { expect, test } from 'vitest'
import type { Trade } from '../../domain/api.ts'
import { render } from '../testing/render.tsx'
import { trade } from '../testing/samples.ts'
import { EscrowRail } from './EscrowRail.tsx'

test.each([
  ['buyer', 'Cancelled by the buyer. The USDT was returned to the seller.'],
  ['dispute', 'Cancelled after a dispute. The USDT was returned to the seller.'],
  ['seller', 'Cancelled by the seller. The USDT was returned to the seller. Do not pay now.'],
  ['clock', 'Cancelled: not paid in time. The USDT was returned to the seller. Do not pay now.'],
] as const)('a trade cancelled by the %s says so', async (cancelledBy, expected) => {
  expect(await statusOf({ status: 'cancelled', turn: [], cancelledBy })).toBe(expected)
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

test('a held refund is not shown as paid', async () => {
  expect(await statusOf({ status: 'refund_held', cancelledBy: 'seller' })).toContain('Do not pay now.')
  expect(document.querySelector('ol')?.textContent).not.toContain('Marked as paid')
})

async function statusOf(changes: Partial<Trade>) {
  const { container } = await render(<EscrowRail trade={{ ...trade, ...changes }} />)
  return container.querySelector('[role=status]')?.textContent
}
