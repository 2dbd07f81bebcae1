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

test.each([
  ['an unknown method is left out, and the others stay', 'EUR', ['cheque', 'revolut', 5], ['revolut']],
  ['one of another currency is left out', 'TND', ['revolut', 'cash_tnd', 'd17'], ['cash_tnd', 'd17']],
  ['without a known one the currency has its first', 'TND', ['cheque'], ['flouci']],
  ['the default of the form is not of every currency', 'TND', undefined, ['flouci']],
  ['none is the currency’s first', 'EUR', [], ['sepa_instant']],
  ['what is not a list is as if left out', 'TND', 'd17', ['flouci']],
  ['one named twice is there once', 'TND', ['d17', 'd17'], ['d17']],
] as const)('payment methods: %s', (_, fiatCurrency, paymentMethods, read) => {
  expect(readTemplate({ fiatCurrency, paymentMethods })).toMatchObject({ fiatCurrency, paymentMethods: read })
})

test('the payment window is one that the methods allow', () => {
  const stored = { fiatCurrency: 'TND', paymentMethods: ['d17', 'cash_tnd'], paymentWindowMinutes: 30 }
  expect(readTemplate(stored).paymentWindowMinutes).toBe(120)
  expect(readTemplate({ ...stored, paymentMethods: ['d17'] }).paymentWindowMinutes).toBe(30)
})
