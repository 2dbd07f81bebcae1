import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { methodsOf } from '../payments/methods.ts'
import { OFFER_DEFAULTS, offerSchema } from './offer-form.ts'

const FORM = {
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethods: ['sepa_instant'],
  minAmount: '10',
  maxAmount: '1000',
  pricePercentage: '1.5',
  terms: 'Please pay within the window.',
  paymentWindowMinutes: 30,
  maxOpenTrades: 5,
  availableUsdt: '',
}

test('a simple offer is valid', () => expect(problems({})).toEqual({}))

test.each([
  [{ minAmount: '' }, 'minAmount', 'Minimum amount is required'],
  [{ minAmount: '0' }, 'minAmount', 'Minimum amount must be greater than 0'],
  [{ minAmount: '0.99' }, 'minAmount', 'Minimum amount must be at least 1'],
  [{ minAmount: '-5' }, 'minAmount', 'Minimum amount must be greater than 0'],
  [{ minAmount: '1.001' }, 'minAmount', 'Minimum amount must be a number with at most 2 decimals'],
  [{ minAmount: '1e2' }, 'minAmount', 'Minimum amount must be a number with at most 2 decimals'],
  [{ maxAmount: ' ' }, 'maxAmount', 'Maximum amount is required'],
  [{ maxAmount: '0.00' }, 'maxAmount', 'Maximum amount must be greater than 0'],
  [{ minAmount: '1000000000' }, 'minAmount', 'Minimum amount must be less than 1,000,000,000'],
  [{ maxAmount: '1000000000.00' }, 'maxAmount', 'Maximum amount must be less than 1,000,000,000'],
  [{ maxAmount: '1e10' }, 'maxAmount', 'Maximum amount must be a number with at most 2 decimals'],
  [{ maxAmount: '10' }, 'maxAmount', 'Maximum amount must be greater than minimum amount'],
  [{ maxAmount: '9.99' }, 'maxAmount', 'Maximum amount must be greater than minimum amount'],
  [{ pricePercentage: '' }, 'pricePercentage', 'Price percentage is required'],
  [{ pricePercentage: '10.1' }, 'pricePercentage', 'Price percentage must be between -10% and +10%'],
  [{ pricePercentage: '-10.1' }, 'pricePercentage', 'Price percentage must be between -10% and +10%'],
  [{ pricePercentage: '1.55' }, 'pricePercentage', 'Price percentage must be a number in steps of 0.1'],
  [{ pricePercentage: 'NaN' }, 'pricePercentage', 'Price percentage must be a number in steps of 0.1'],
  [{ terms: '' }, 'terms', 'Terms are required'],
  [{ terms: ' \n\t ' }, 'terms', 'Terms are required'],
  [{ terms: 'nine char' }, 'terms', 'Terms must be at least 10 characters long'],
  [{ terms: 'x'.repeat(501) }, 'terms', 'Terms must be at most 500 characters long'],
  [{ terms: '\u0000'.repeat(20) }, 'terms', 'Terms are required'],
  [{ terms: `short\u202E${'\u200F'.repeat(20)}` }, 'terms', 'Terms must be at least 10 characters long'],
  [{ terms: '\u0958'.repeat(300) }, 'terms', 'Terms must be at most 500 characters long'],
  [{ paymentMethods: ['d17'] }, 'paymentMethods', 'This payment method isn’t available for this currency'],
  [{ availableUsdt: '0' }, 'availableUsdt', 'Available USDT must be a number greater than 0'],
  [{ availableUsdt: '0.0000001' }, 'availableUsdt', 'Available USDT must be a number greater than 0'],
] as const)('%j is refused with its text', (changes, field, message) => {
  expect(problems(changes)[field]).toBe(message)
})

test.each([
  { type: 'swap' },
  { fiatCurrency: 'GBP' },
  { paymentMethods: ['Cash'] },
  { paymentWindowMinutes: 45 },
  { paymentWindowMinutes: '30' },
  { maxOpenTrades: 0 },
  { maxOpenTrades: 21 },
  { maxOpenTrades: 1.5 },
  { maxOpenTrades: Number.NaN },
  { minAmount: 10 },
  { status: 'active' },
  { ownerId: 'x' },
  { version: 2 },
])('%j is refused', (changes) => expect(Object.keys(problems(changes))).toHaveLength(1))

test.each([
  { pricePercentage: '10' },
  { pricePercentage: '-10.0' },
  { pricePercentage: '+0.1' },
  { terms: 'ten chars.' },
  { terms: 'x'.repeat(500) },
  { terms: '💶'.repeat(500) },
  { minAmount: '1', maxAmount: '1.01' },
  { maxAmount: '999999999.99' },
  { availableUsdt: '0.000001' },
  { maxOpenTrades: 20 },
])('%j is allowed', (changes) => expect(problems(changes)).toEqual({}))

test('the default payment method is of the default currency', () => {
  expect(methodsOf(OFFER_DEFAULTS.fiatCurrency)[0]).toBe(OFFER_DEFAULTS.paymentMethods[0]!)
})

/** The first message of each field. */
function problems(changes: Record<string, unknown>): Record<string, string> {
  const result = z.safeParse(offerSchema, { ...FORM, ...changes })
  const found: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) found[path.join('.')] ??= message
  return found
}
