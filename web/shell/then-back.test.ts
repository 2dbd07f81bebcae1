import { expect, test } from 'vitest'
import { thenBack } from './then-back.ts'

test.each([
  ['/offer/1', '', '/login?next=%2Foffer%2F1'],
  ['/offers/buy', '', '/login?next=%2Foffers%2Fbuy'],
  ['/offers', '?currency=TND&amount=50', '/login?next=%2Foffers%3Fcurrency%3DTND%26amount%3D50'],
  ['/trader/amina', '', '/login?next=%2Ftrader%2Famina'],
  ['/', '?ref=x', '/login'],
  ['/faq', '', '/login'],
  ['/register', '?next=%2Foffers', '/login'],
])('signing in from %s%s is %s', (pathname, search, address) => {
  expect(thenBack('/login', { pathname, search })).toBe(address)
})
