/** Outages: admins start and end them; users read of an open one in their session. */
import * as z from 'zod/mini'
import { OUTAGES_LISTED } from '../../outages.ts'
import { reasonSchema } from '../../staff/staff-forms.ts'
import { described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'

const endpoint = endpointsOf('Staff')

const act = z.object({ at: moment, by: z.string(), reason: z.string() })
const outage = named(
  'Outage',
  z.object({ id, started: act, ended: described(z.nullable(act), 'Null while it is open.') }),
)
export type Outage = z.infer<typeof outage>

const ACTION_ERRORS = ['staff_limit', 'already_done'] as const
const done = z.object({ done: z.literal(true) })

export const listOutages = endpoint({
  method: 'GET',
  path: '/api/staff/outages',
  summary: 'Admin: list the latest outages, newest first',
  staff: 'admin',
  response: z.object({
    outages: listOf(outage, OUTAGES_LISTED),
    openTrades: described(z.int(), 'The trades whose deadlines an outage stops, or has stopped.'),
  }),
})

export const startOutage = endpoint({
  method: 'POST',
  path: '/api/staff/outages',
  summary: 'Admin: start an outage, which stops the deadlines of all open trades and disputes',
  description:
    'Quotes and new trades are refused with `outage` until it ends; every move of an open trade stays possible. The parties of ' +
    'open trades are notified. At most one outage is open.',
  staff: 'admin',
  needsIdempotencyKey: true,
  body: reasonSchema,
  response: done,
  errors: ACTION_ERRORS,
})

export const endOutage = endpoint({
  method: 'POST',
  path: '/api/staff/outages/end',
  summary: 'Admin: end the outage; the deadlines that it stopped move by its length',
  staff: 'admin',
  needsIdempotencyKey: true,
  body: reasonSchema,
  response: done,
  errors: ACTION_ERRORS,
})
