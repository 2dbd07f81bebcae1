/** Business hours, within which the offers that follow them can be traded. */
import * as z from 'zod/mini'
import { RANGES_OF_DAY, WEEKDAYS, businessHoursSchema } from '../../offers/business-hours.ts'
import { described, endpointsOf, listOf, moment, named } from '../endpoint.ts'

const endpoint = endpointsOf('Business hours')

export const businessHours = named(
  'BusinessHours',
  z.object({
    timeZone: described(z.string(), 'An IANA name, for example Africa/Tunis.'),
    ranges: listOf(
      z.object({
        weekday: described(z.literal(WEEKDAYS), 'The day on which the range begins; Monday is 1.'),
        from: z.string(),
        until: z.string(),
      }),
      RANGES_OF_DAY * WEEKDAYS.length,
    ),
    isOpen: described(z.boolean(), 'Whether it is within the hours now.'),
    changesAt: described(moment, 'When the hours end, or begin again.'),
  }),
  'Local times, in the order of the week. A range that does not end after its beginning ends on the next day.',
)
export type BusinessHours = z.infer<typeof businessHours>

const ownHours = z.object({
  businessHours: described(z.nullable(businessHours), 'Null: you have none.'),
  offers: described(z.int(), 'How many of your offers follow them.'),
})

export const getBusinessHours = endpoint({
  method: 'GET',
  path: '/api/business-hours',
  summary: 'Get your business hours',
  team: ['offers'],
  scope: 'read',
  response: ownHours,
})

export const saveBusinessHours = endpoint({
  method: 'POST',
  path: '/api/business-hours',
  summary: 'Update your business hours',
  description:
    'Outside of them your offers with `hoursOnly` leave the market, and no trade is opened on them; their status stays.',
  team: ['offers'],
  scope: 'offers',
  needsIdempotencyKey: true,
  body: named('BusinessHoursInput', businessHoursSchema),
  response: ownHours,
})

export const removeBusinessHours = endpoint({
  method: 'DELETE',
  path: '/api/business-hours',
  summary: 'Delete your business hours',
  team: ['offers'],
  scope: 'offers',
  needsIdempotencyKey: true,
  response: ownHours,
  errors: ['not_found', 'business_hours_used'],
})
