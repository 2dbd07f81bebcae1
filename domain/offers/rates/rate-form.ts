/** The rate that an admin sets by hand. */
import * as z from 'zod/mini'
import { parseRate } from '../../money.ts'
import { readsNumber } from '../../reading/fields.ts'
import { reasonSchema } from '../../staff/staff-forms.ts'
import { LEAST_RATE_E6, MOST_RATE_E6 } from './median-rate.ts'

/** Fiat for 1 USDT, with at most 6 decimals. */
export const rateSchema = z.strictObject({
  rate: readsNumber('amount').check((ctx) => {
    const rateE6 = parseRate(ctx.value)
    if (rateE6 !== null && rateE6 >= LEAST_RATE_E6 && rateE6 <= MOST_RATE_E6) return
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: /*i18n*/ 'Please enter a valid rate',
    })
  }),
  ...reasonSchema.shape,
})
