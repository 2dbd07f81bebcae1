/** Each adapter reads what its service sends. */
import { expect, test } from 'vitest'
import type { FiatCurrency } from '../../../../domain/offers/currencies.ts'
import { CURRENCIES } from '../../../../domain/offers/currencies.ts'
import { RATE_SERVICES } from '../../../../domain/offers/rates/sources.ts'
import type { RateService } from '../../../../domain/offers/rates/sources.ts'
import { ADAPTERS } from './adapters.ts'
import { ownAddress } from './own-address.ts'

const NOW = new Date('2026-11-27T12:00:00Z')

test.each<[RateService, FiatCurrency, string, number, string]>([
  [
    'kraken',
    'USD',
    '{"error":[],"result":{"USDTZUSD":{"a":["1.00020","54321","54321.000"],"b":["1.00000","12","12.000"],"c":["0.99990","10.0"],"v":["1","2"]}}}',
    1.0001,
    '2026-11-27T12:00:00.000Z',
  ],
  [
    'coinbase',
    'EUR',
    '{"ask":"0.8602","bid":"0.86","volume":"4356713.2","trade_id":1234,"price":"0.8590","size":"10","time":"2026-11-27T09:10:11.123456Z"}',
    0.8601,
    '2026-11-27T12:00:00.000Z',
  ],
  [
    'ecb',
    'EUR',
    `<?xml version="1.0" encoding="UTF-8"?>\n<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">\n<gesmes:subject>Reference rates</gesmes:subject>\n<Cube>\n<Cube time='2026-11-26'>\n<Cube currency='USD' rate='1.1600'/>\n<Cube currency='JPY' rate='181.05'/>\n</Cube></Cube></gesmes:Envelope>`,
    1 / 1.16,
    '2026-11-26T14:00:00.000Z',
  ],
  [
    'open-er-api',
    'TND',
    '{"result":"success","base_code":"USD","time_last_update_unix":1795737751,"rates":{"USD":1,"EUR":0.862,"TND":2.951}}',
    2.951,
    '2026-11-27T00:02:31.000Z',
  ],
  [
    'currency-api',
    'EUR',
    '{"date":"2026-11-27","usd":{"eur":0.86213,"tnd":2.9512}}',
    0.86213,
    '2026-11-27T00:00:00.000Z',
  ],
])('%s for %s', (service, currency, answer, rate, asOf) => {
  const value = ADAPTERS[service].read(answer, currency, NOW)
  expect(value.rate).toBeCloseTo(rate, 9)
  expect(value.asOf.toISOString()).toBe(asOf)
})

test('an operator’s own address', () => {
  const adapter = ownAddress('https://rates.example/v1', ['data', '0', 'street'])
  expect(adapter.read('{"data":[{"street":"3.41"}]}', 'TND', NOW)).toEqual({ rate: 3.41, asOf: NOW })
  for (const other of ['{}', '{"data":[]}', '[]', '{"data":[{"street":null}]}', '{"data":[{"street":""}]}']) {
    expect([other, adapter.read(other, 'TND', NOW).rate]).toEqual([other, NaN])
  }
  expect(ownAddress('https://rates.example/', ['constructor', 'length']).read('{}', 'TND', NOW).rate).toBeNaN()
})

test('every service is asked over TLS, for the currencies that it is listed with', () => {
  for (const [name, { currencies }] of Object.entries(RATE_SERVICES)) {
    for (const currency of currencies) {
      expect(CURRENCIES[currency].code).toBe(currency)
      expect(ADAPTERS[name as RateService].url(currency)).toMatch(/^https:\/\//)
    }
  }
})
