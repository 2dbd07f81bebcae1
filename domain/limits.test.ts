import { expect, test } from 'vitest'
import { SMALLEST_TRADE_MILLI } from './limits.ts'
import { CURRENCIES, FIAT_CURRENCIES } from './offers/currencies.ts'

test.each(FIAT_CURRENCIES)('rounding up to a step of %s costs at most 1%% of the smallest trade', (code) =>
  expect(SMALLEST_TRADE_MILLI).toBeGreaterThanOrEqual(100 * Number(CURRENCIES[code].stepMilli)),
)
