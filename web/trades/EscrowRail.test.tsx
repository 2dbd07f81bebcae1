import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { EscrowRail } from './EscrowRail.tsx'

test.each([
  ['buyer', 'Cancelled by the buyer. The USDT was returned to the seller.'],
  ['seller', 'Cancelled by the seller. The USDT was returned to the seller. Do not pay now.'],
  ['clock', 'Cancelled: not paid in time. The USDT was returned to the seller. Do not pay now.'],
] as const)('a trade cancelled by the %s says so', async (cancelledBy, expected) => {
  const trade = { status: 'cancelled', role: 'buyer', cancelledBy } as const
  const { container } = await render(<EscrowRail {...trade} />)
  expect(container.querySelector('[role=status]')?.textContent).toBe(expected)
})
