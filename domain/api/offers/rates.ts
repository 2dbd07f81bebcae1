/** Reference rates: their history, their sources, and what admins set by hand. */
import * as z from 'zod/mini'
import { FIAT_CURRENCIES } from '../../offers/currencies.ts'
import { HISTORY_DAYS, HISTORY_POINTS, RATE_SOURCES_MAX } from '../../offers/rates/sources.ts'
import { rateSchema } from '../../offers/rates/rate-form.ts'
import { decimal, described, endpointsOf, listOf, moment, named } from '../endpoint.ts'
import { done } from '../staff/staff-values.ts'
import { fiatCurrency } from './market-values.ts'

const market = endpointsOf('Market')
const staff = endpointsOf('Staff')
const params = z.strictObject({ fiatCurrency })

const ratePoint = named(
  'RatePoint',
  z.object({
    from: described(moment, 'The beginning of the hour or the day, in UTC.'),
    rate: described(decimal, 'The last rate of it: fiat for 1 USDT.'),
    low: decimal,
    high: decimal,
  }),
)
export type RatePoint = z.infer<typeof ratePoint>

export const getRateHistory = market({
  method: 'GET',
  path: '/api/market/rates/:fiatCurrency',
  summary: 'Get the history of a reference rate',
  description:
    'Oldest first: of 7 days by the hour, of 30 days by the day. One in which the sources gave no rate is missing. Empty while the rates are a fixed table.',
  scope: 'read',
  isPublic: true,
  params,
  query: z.strictObject({ days: described(z.optional(z.enum(HISTORY_DAYS)), 'The last 7 or 30 days; 7 by default.') }),
  response: z.object({ points: listOf(ratePoint, HISTORY_POINTS) }),
})

const rateReading = z.object({
  source: z.string(),
  rate: described(z.nullable(decimal), 'The last value that it gave; null: none yet.'),
  asOf: described(z.nullable(moment), 'When it had this value.'),
  askedAt: described(z.nullable(moment), 'When it was last asked, or set by hand.'),
  fault: described(
    z.nullable(z.string()),
    'Why it does not count, for example `off`, `stale`, `timed_out` or `not_asked`; null: it counts.',
  ),
})
export type RateReading = z.infer<typeof rateReading>

const staffRate = named(
  'StaffRate',
  z.object({
    fiatCurrency,
    rate: decimal,
    asOf: moment,
    unavailableSince: z.nullable(moment),
    isFixed: described(z.boolean(), 'The rates are a fixed table: no source is asked.'),
    isManual: described(z.boolean(), 'Admins may set it by hand.'),
    readings: listOf(rateReading, RATE_SOURCES_MAX),
  }),
)
export type StaffRate = z.infer<typeof staffRate>

export const listStaffRates = staff({
  method: 'GET',
  path: '/api/staff/rates',
  summary: 'Admin: list the reference rates with what each source says',
  staff: 'admin',
  response: z.object({ rates: listOf(staffRate, FIAT_CURRENCIES.length) }),
})

export const setRate = staff({
  method: 'POST',
  path: '/api/staff/rates/:fiatCurrency',
  summary: 'Admin: set a reference rate by hand',
  description: 'It is one source among those that the operator configured, for 24 hours.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params,
  body: rateSchema,
  response: done,
  errors: ['staff_limit', 'rate_not_manual', 'rate_too_far'],
})
