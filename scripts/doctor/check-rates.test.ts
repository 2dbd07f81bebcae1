import { expect, test } from 'vitest'
import { RATES_EXAMPLE, rateSettings } from '../../server/offers/rates/settings.ts'
import { checkRates } from './check-rates.ts'

const TWO = 'EUR kraken coinbase; USD kraken coinbase'

test.each([
  ['a demonstration with the fixed table', true, 'fixed', 'ok', /fixed table/],
  ['a market with the fixed table', false, 'fixed', 'warning', /Set RATES/],
  ['the example of the documents', false, RATES_EXAMPLE, 'ok', /compared with one another/],
  ['manual with one other', false, `${TWO}; TND manual json:https://own.example/#rate`, 'ok', /./],
  ['manual beside two services', false, `${TWO}; TND manual open-er-api currency-api`, 'warning', /outvoted .*\(TND\)/],
  ['one service alone', false, 'EUR ecb; USD kraken coinbase; TND manual', 'warning', /^One source alone .*\(EUR\)/],
  ['both', false, 'EUR ecb; USD kraken coinbase manual; TND manual', 'warning', /outvoted .*\(USD\).* alone .*\(EUR\)/],
] as const)('%s', (_name, demo, text, state, words) => {
  expect(checkRates({ demo, rates: rateSettings('RATES', text) })).toEqual({
    state,
    text: expect.stringMatching(words),
  })
})
