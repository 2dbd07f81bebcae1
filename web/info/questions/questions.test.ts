import { expect, test } from 'vitest'
import { faqAddressOf, faqSearch } from './address.ts'

test.each([
  ['', { category: null, open: null }],
  ['?category=fees', { category: 'fees', open: null }],
  ['?category=fees&open=fee', { category: 'fees', open: 'fee' }],
] as const)('the address %j and back', (search, faq) => {
  expect(faqAddressOf(search)).toEqual(faq)
  expect(faqSearch(faq)).toBe(search)
})

test('an unknown category shows all questions', () => {
  expect(faqAddressOf('?category=gossip').category).toBeNull()
})
