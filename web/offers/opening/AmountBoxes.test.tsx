import { expect, test } from 'vitest'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { render } from '../../testing/render.tsx'
import { AmountBoxes, type Manner } from './AmountBoxes.tsx'
import { linkAmounts, type Typed } from './amounts.ts'

const offer = {
  type: 'sell',
  fiatCurrency: 'EUR',
  minAmount: '50.00',
  maxAmount: '500.00',
  maxUsdt: '535.446562',
  tradableUsdt: '535.446562',
  price: '0.9338',
} as Offer

test.each<[Manner, Typed, string]>([
  ['dialog', { anchor: 'fiat', text: '0' }, 'Minimum amount is 50.00 EUR'],
  ['dialog', { anchor: 'fiat', text: '-3' }, 'Minimum amount is 50.00 EUR'],
  ['dialog', { anchor: 'fiat', text: '49.99' }, 'Minimum amount is 50.00 EUR'],
  ['dialog', { anchor: 'fiat', text: '500.01' }, 'Maximum amount is 500.00 EUR'],
  ['dialog', { anchor: 'fiat', text: '1000000000' }, 'Maximum amount is 500.00 EUR'],
  ['dialog', { anchor: 'fiat', text: 'abc' }, 'Please enter a valid amount'],
  ['dialog', { anchor: 'usdt', text: '0' }, 'Invalid USDT amount'],
  ['page', { anchor: 'fiat', text: '0' }, 'Please enter a valid amount'],
  ['page', { anchor: 'fiat', text: '-3' }, 'Please enter a valid amount'],
  ['page', { anchor: 'fiat', text: '49.99' }, 'Amount must be between 50.00 and 500.00 EUR'],
  ['page', { anchor: 'usdt', text: '0' }, 'Please enter a valid USDT amount'],
])('%s, %j: %s', async (manner, typed, message) => {
  const amounts = linkAmounts(typed, '0.9338', offer)
  const { container } = await render(
    <AmountBoxes {...{ manner, offer, typed, amounts }} isResting onType={() => undefined} />,
  )
  expect(container.textContent).toContain(message)
})

test.each<[Manner, string, string]>([
  ['page', '2500', 'Amount must be between 100.00 and 2,000.00 EUR'],
  ['dialog', '2500', 'Maximum amount is 2,000.00 EUR'],
])('%s: the limits read alike in the hint and in the error', async (manner, text, message) => {
  const wide = {
    ...offer,
    minAmount: '100.00',
    maxAmount: '2000.00',
    maxUsdt: '2141.786249',
    tradableUsdt: '2141.786249',
  }
  const typed: Typed = { anchor: 'fiat', text }
  const amounts = linkAmounts(typed, '0.9338', wide)
  const { container } = await render(
    <AmountBoxes {...{ manner, typed, amounts }} offer={wide} isResting onType={() => undefined} />,
  )
  expect(container.textContent).toContain(message)
  expect(container.textContent).toContain('100.00 – 2,000.00 EUR')
})

test.each<[Manner, Typed, string]>([
  ['page', { anchor: 'fiat', text: '300' }, 'Amount must be between 50.00 and 233.45 EUR'],
  ['page', { anchor: 'usdt', text: '300' }, 'Amount must be between 50.00 and 233.45 EUR'],
  ['dialog', { anchor: 'fiat', text: '300' }, 'Maximum amount is 233.45 EUR'],
])('%s, %j: what open trades leave is the limit of the hint and of the error', async (manner, typed, message) => {
  const partly = { ...offer, tradableUsdt: '250.000000' }
  const amounts = linkAmounts(typed, '0.9338', partly)
  const { container } = await render(
    <AmountBoxes {...{ manner, typed, amounts }} offer={partly} isResting onType={() => undefined} />,
  )
  expect(container.textContent).toContain('50.00 – 233.45 EUR')
  expect(container.textContent).toContain(message)
})

test.each([
  ['sell', 'You receive 159.830799 USDT after the fee'],
  ['buy', 'You send 161.437137 USDT with the fee'],
] as const)('an offer to %s says beside the amount what the taker moves in the end', async (type, hint) => {
  const typed: Typed = { anchor: 'fiat', text: '150' }
  const amounts = linkAmounts(typed, '0.9338', offer)
  const { container } = await render(
    <AmountBoxes manner="page" offer={{ ...offer, type }} {...{ typed, amounts }} isResting onType={() => undefined} />,
  )
  expect(container.textContent).toContain(hint)
})
