import { expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

test('the market states its rates and their source', async () => {
  const { status, body } = await call(testApp().app, 'GET', '/api/market')
  expect(status).toBe(200)
  expect(body.asset).toBe('USDT')
  expect(
    body.rates.map(({ fiatCurrency, rate, source }: Record<string, string>) => [fiatCurrency, rate, source]),
  ).toEqual([
    ['TND', '3.210000', 'Fixed reference table'],
    ['EUR', '0.920000', 'Fixed reference table'],
    ['USD', '1.000000', 'Fixed reference table'],
  ])
  for (const { asOf } of body.rates) expect(Date.parse(asOf)).toBeLessThanOrEqual(Date.now())
})
