/** Reference rates that move. */
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { TestApp } from './app.ts'

/** Sets the rate of a currency, in 10^-6, as the sources would, and waits until the application has it. */
export async function moveRate({ owner, context }: TestApp, currency: FiatCurrency, rateE6: bigint): Promise<void> {
  await owner.query('update reference_rates set rate_e6 = $2 where fiat_currency = $1', [currency, String(rateE6)])
  await context.rates.reload()
}
