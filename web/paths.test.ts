import { expect, test } from 'vitest'
import { ownPath } from '../domain/own-path.ts'
import { paths } from './paths.ts'

test.each([
  ['/trade/1', '/trade/1'],
  ['/trade/new?offer=1#x', '/trade/new?offer=1#x'],
  [null, '/trades'],
  ['', '/trades'],
  ['//evil.example', '/trades'],
  ['/\\evil.example', '/trades'],
  ['/\t/evil.example', '/trades'],
  ['https://evil.example', '/trades'],
  ['javascript:alert(1)', '/trades'],
])('after signing in, next=%j leads to %s', (next, expected) => {
  expect(ownPath(next, paths.trades)).toBe(expected)
})

test('signing in returns to the whole address', () => {
  const address = new URL(paths.loginThen(paths.newTrade('a&b')), 'http://localhost')
  expect(address.searchParams.get('next')).toBe('/trade/new?offer=a%26b')
})
