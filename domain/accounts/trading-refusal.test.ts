import { expect, test } from 'vitest'
import { tradingRefusal } from './trading-refusal.ts'

test.each([
  [false, false, null],
  [false, true, 'account_suspended'],
  [true, false, 'arbiter_may_not_trade'],
  [true, true, 'arbiter_may_not_trade'],
])('an arbiter (%s) who is suspended (%s) is refused with %s', (isArbiter, isSuspended, code) => {
  expect(tradingRefusal({ isArbiter, isSuspended })).toBe(code)
})
