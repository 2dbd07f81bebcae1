/** Which refusals of a trade the demonstration starts without, and which stop its start. */
import { expect, test } from 'vitest'
import { DomainError } from '../../domain/errors.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { asSystem } from '../db/scope.ts'
import { useTestApp } from '../testing/suite.ts'
import { seedDemo } from './seed.ts'

const testApp = useTestApp({ demo: true })

/** Seeds while every quote is refused with `code`. */
function seedRefusedWith(code: ErrorCode): Promise<void> {
  const { context } = testApp()
  const rates = new Proxy(context.rates, {
    get: () => () => {
      throw new DomainError(code)
    },
  })
  return asSystem('demonstration', () => seedDemo({ ...context, rates } as Context))
}
const trades = async () => Number((await testApp().owner.query('select count(*) from trades')).rows[0].count)

test('a limit, or what visitors did to an offer, leaves a trade out', async () => {
  for (const code of ['open_trades_limit', 'opening_paused', 'amount_out_of_limits', 'offer_unavailable'] as const) {
    await seedRefusedWith(code)
  }
  expect(await trades()).toBe(0)
})

test('a refusal that only a fault of the seed can cause stops the start', async () => {
  for (const code of ['invalid_input', 'internal'] as const) {
    await expect(seedRefusedWith(code)).rejects.toThrow(DomainError)
  }
})
