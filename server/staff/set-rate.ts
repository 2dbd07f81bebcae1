import { DomainError } from '../../domain/errors.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import { parseRate } from '../../domain/money.ts'
import { FIXED, MANUAL, MANUAL_RATE_PERCENT } from '../../domain/offers/rates/sources.ts'
import { constraintOf } from '../db/error-codes.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Viewer } from '../http/viewer.ts'
import { deriveRates } from '../offers/rates/derive-rates.ts'
import type { RateSettings } from '../offers/rates/settings.ts'
import { idOfCurrency } from './currency-queries.ts'
import { recordAction } from './record-action.ts'

/**
 * Sets what the source `manual` says of a currency for the next day, and computes its rate again. Refuses with `rate_not_manual`
 * where the operator does not list that source, with `rate_too_far` from those of the last day, and with `staff_limit`.
 */
export async function setRate(
  tx: Tx,
  settings: RateSettings,
  viewer: Viewer,
  { currency, rate, reason }: { currency: FiatCurrency; rate: string; reason: string },
): Promise<void> {
  if (settings === FIXED || settings[currency].every(({ source }) => source !== MANUAL)) {
    throw new DomainError('rate_not_manual', { values: { currency } })
  }
  const subject = await idOfCurrency(tx, currency)
  const auditId = await recordAction(tx, viewer, { action: 'set_rate', subject, reason })
  try {
    await sql`insert into manual_rates (audit_id, rate_e6) values (${auditId}, ${parseRate(rate)})`.execute(tx)
  } catch (error) {
    if (constraintOf(error) !== 'manual_rates_near') throw error
    throw new DomainError('rate_too_far', { field: 'rate', values: { percent: MANUAL_RATE_PERCENT } })
  }
  await deriveRates(tx, settings, [currency])
}
