import { expect, test } from 'vitest'
import { readTemplate } from './offer-templates.ts'

test('an empty template has the defaults of the form', () => {
  expect(readTemplate({})).toMatchObject({ type: 'sell', minAmount: '', pricePercentage: '0', hoursOnly: false })
})

test('what the form no longer knows is left out, and the rest stays', () => {
  const stored = { type: 'buy', paymentMethods: ['cheque'], minAmount: '10', terms: 5, forgotten: true }
  expect(readTemplate(stored)).toMatchObject({
    type: 'buy',
    paymentMethods: ['sepa_instant'],
    minAmount: '10',
    terms: '',
  })
  expect(readTemplate(stored)).not.toHaveProperty('forgotten')
})
