import { expect, test } from 'vitest'
import { rateSettings } from '../../server/offers/rates/settings.ts'
import { checkRates } from './check-rates.ts'

const THREE = 'kraken coinbase manual'

test.each([
  ['a demonstration with the fixed table', true, 'fixed', 'ok', /fixed table/],
  ['a market with the fixed table', false, 'fixed', 'warning', /Set RATES/],
  ['a market with few sources', false, `EUR ${THREE}; USD ${THREE}; TND manual`, 'warning', /three sources \(TND\)/],
  ['a market', false, `EUR ${THREE}; USD ${THREE}; TND open-er-api currency-api manual`, 'ok', /three sources/],
] as const)('%s', (_name, demo, text, state, words) => {
  expect(checkRates({ demo, rates: rateSettings('RATES', text) })).toEqual({
    state,
    text: expect.stringMatching(words),
  })
})
