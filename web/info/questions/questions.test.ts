import { expect, test } from 'vitest'
import { faqAddressOf, faqSearch } from './address.ts'

test.each([
  ['', { category: null, open: null }],
  ['?category=fees', { category: 'fees', open: null }],
  ['?category=fees&open=fee', { category: 'fees', open: 'fee' }],
] as const)('the address %j and back', (search, faq) => {
  expect(faqAddressOf(`http://localhost/faq${search}`)).toEqual(faq)
  expect(faqSearch(faq)).toBe(search)
})

test('an unknown category shows all questions', () => {
  expect(faqAddressOf('http://localhost/faq?category=gossip').category).toBeNull()
})
