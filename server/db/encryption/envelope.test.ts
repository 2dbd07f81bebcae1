import { expect, test } from 'vitest'
import { ENVELOPE_BYTES, isCurrent, open, rewrap, seal } from './envelope.ts'
import { createKeyring } from './keyring.ts'

const [OLD, NEW] = ['the first secret, which is 32 bytes long', 'the second secret, which is as long as that']
const former = createKeyring({ current: OLD, previous: null })
const both = createKeyring({ current: NEW, previous: OLD })
const newest = createKeyring({ current: NEW, previous: null })
const PLACE = { table: 'payment_accounts', column: 'sealed', id: 'a:1' }
const PLAIN = Buffer.from('TN59 1000 6035 1835 9847 8831')

test('a sealed value opens in its place, and its length is known', () => {
  const sealed = seal(former, PLACE, PLAIN)
  expect(open(former, PLACE, sealed)).toEqual(PLAIN)
  expect(sealed).toHaveLength(PLAIN.length + ENVELOPE_BYTES)
  expect(sealed.includes(PLAIN)).toBe(false)
})

test('the same value is sealed differently each time', () => {
  const [first, second] = [seal(former, PLACE, PLAIN), seal(former, PLACE, PLAIN)]
  expect(first.subarray(9).equals(second.subarray(9))).toBe(false)
  expect(first.subarray(69).equals(second.subarray(69))).toBe(false)
})

test.each([
  ['table', { ...PLACE, table: 'trade_payment_details' }],
  ['column', { ...PLACE, column: 'holder' }],
  ['row', { ...PLACE, id: 'b:1' }],
  ['version of the row', { ...PLACE, id: 'a:2' }],
])('it does not open in another %s, and its data key is not wrapped for it', (_, place) => {
  const sealed = seal(former, PLACE, PLAIN)
  expect(() => open(former, place, sealed)).toThrow()
  expect(() => rewrap(both, place, sealed)).toThrow()
})

test('a data key moved to another value opens nothing', () => {
  const [first, second] = [seal(former, PLACE, PLAIN), seal(former, PLACE, Buffer.from('another value'))]
  const mixed = Buffer.concat([first.subarray(0, 69), second.subarray(69)])
  expect(() => open(former, PLACE, mixed)).toThrow()
})

test('every changed byte is noticed', () => {
  const sealed = seal(former, PLACE, PLAIN)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => open(former, PLACE, changed), `byte ${at}`).toThrow()
  }
  for (const length of [0, 1, 9, 68, 69, 96]) expect(() => open(former, PLACE, sealed.subarray(0, length))).toThrow()
})

test('while keys are rotated both open, and the newest wraps', () => {
  const sealed = seal(former, PLACE, PLAIN)
  expect(open(both, PLACE, sealed)).toEqual(PLAIN)
  expect([isCurrent(former, sealed), isCurrent(both, sealed)]).toEqual([true, false])
  expect(isCurrent(newest, seal(both, PLACE, PLAIN))).toBe(true)
})

test('wrapped again, the ciphertext stays and the former key is unnecessary', () => {
  const sealed = seal(former, PLACE, PLAIN)
  const next = rewrap(both, PLACE, sealed)
  expect(next.subarray(69).equals(sealed.subarray(69))).toBe(true)
  expect(isCurrent(newest, next)).toBe(true)
  expect(open(newest, PLACE, next)).toEqual(PLAIN)
  expect(() => open(former, PLACE, next)).toThrow('under no key')
  expect(() => open(newest, PLACE, sealed)).toThrow('under no key')
})
