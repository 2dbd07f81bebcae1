import { expect, test } from 'vitest'
import { rateSettings } from './settings.ts'

const SOURCES =
  'EUR kraken coinbase ecb; USD kraken; TND open-er-api manual json:https://rates.example:8443/a?key=secret#data.0.rate'

test('each currency has its sources; the name of an own one does not repeat its address', () => {
  expect(rateSettings('RATES', 'fixed')).toBe('fixed')
  expect(rateSettings('RATES', SOURCES)).toEqual({
    EUR: [{ source: 'kraken' }, { source: 'coinbase' }, { source: 'ecb' }],
    USD: [{ source: 'kraken' }],
    TND: [
      { source: 'open-er-api' },
      { source: 'manual' },
      {
        source: 'json:rates.example:8443',
        url: 'https://rates.example:8443/a?key=secret',
        path: ['data', '0', 'rate'],
      },
    ],
  })
})

test.each([
  ['', 'RATES names no source for TND'],
  ['EUR kraken; USD kraken', 'RATES names no source for TND'],
  ['EUR kraken; USD kraken; TND', 'RATES names no source for TND'],
  ['EUR kraken; EUR ecb; USD kraken; TND manual', 'RATES names each of TND, EUR, USD once'],
  ['GBP kraken', 'RATES names each of TND, EUR, USD once'],
  ['EUR kraken kraken; USD kraken; TND manual', 'RATES names a source of EUR twice'],
  ['EUR toString; USD kraken; TND manual', 'RATES: "toString" is none of kraken'],
  ['EUR ecb; USD ecb; TND manual', 'RATES: ecb has no rate of USD, only of EUR'],
  ['EUR json:http://a.example/#rate; USD kraken; TND manual', 'RATES: a source of your own is json:https://'],
  ['EUR json:https://a.example/; USD kraken; TND manual', 'RATES: a source of your own is json:https://'],
  ['EUR json:https://a.example/#%; USD kraken; TND manual', 'RATES: a source of your own is json:https://'],
  ['EUR json:no-address; USD kraken; TND manual', 'RATES: a source of your own is json:https://'],
])('%j is refused with what to write instead', (text, wanted) => {
  expect(() => rateSettings('RATES', text)).toThrow(wanted)
})

test.each(['json:http://a.example/?key=secret#x', 'https://a.example/?key=secret#x', 'a.example/secret'])(
  'no error repeats the address %s, which may hold a key',
  (address) => {
    const refusal = () => rateSettings('RATES', `EUR ${address}; USD kraken; TND manual`)
    expect(refusal).toThrow('RATES')
    expect(refusal).not.toThrow('secret')
  },
)
