import { expect, test } from 'vitest'
import { demoAddress, isPayable } from './demo-address.ts'

/** The test cases of EIP-55 itself: mixed, all capitals, all small. */
const REAL = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  // USDT's own contract on Ethereum
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
]

test.each(REAL)('%s is an address that can receive money', (address) => expect(isPayable(address)).toBe(true))

test.each(REAL.slice(0, 4))('%s with one letter in the other case is not', (address) => {
  const at = address.search(/[a-f]/)
  const turned = address.slice(0, at) + address.charAt(at).toUpperCase() + address.slice(at + 1)
  expect(isPayable(turned)).toBe(false)
  expect(isPayable(turned.toLowerCase())).toBe(true)
})

test('none of a thousand demonstration addresses can receive money, and no two are equal', () => {
  const made = Array.from({ length: 1000 }, demoAddress)
  for (const address of made) {
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(address).toMatch(/[a-f]/)
    expect(address.slice(2)).toMatch(/[A-F]/)
    expect(isPayable(address)).toBe(false)
  }
  expect(new Set(made.map((address) => address.toLowerCase())).size).toBe(1000)
})
