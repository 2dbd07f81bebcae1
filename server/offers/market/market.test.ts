import { expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

test('the market states its rates and their source', async () => {
  const { status, body } = await call(testApp().app, 'GET', '/api/market')
  expect(status).toBe(200)
  expect(body.asset).toBe('USDT')
  expect(
    body.rates.map(({ fiatCurrency, rate, sources, unavailableSince }: Record<string, unknown>) => [
      fiatCurrency,
      rate,
      sources,
      unavailableSince,
    ]),
  ).toEqual([
    ['TND', '3.210000', ['fixed'], null],
    ['EUR', '0.920000', ['fixed'], null],
    ['USD', '1.000000', ['fixed'], null],
  ])
  for (const { asOf } of body.rates) expect(Date.parse(asOf)).toBeLessThanOrEqual(Date.now())
})
