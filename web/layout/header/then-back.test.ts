import { expect, test } from 'vitest'
import { thenBack } from './then-back.ts'

test.each([
  ['/offer/1', '/login?next=%2Foffer%2F1'],
  ['/offers/buy', '/login?next=%2Foffers%2Fbuy'],
  ['/marketplace', '/login?next=%2Fmarketplace'],
  ['/trader/amina', '/login?next=%2Ftrader%2Famina'],
  ['/', '/login'],
  ['/faq', '/login'],
  ['/register', '/login'],
])('signing in from %s is %s', (pathname, address) => {
  expect(thenBack('/login', pathname)).toBe(address)
})
