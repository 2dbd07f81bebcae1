/** Whose money it is: the names of the payer. */
import * as z from 'zod/mini'
import { described, endpointsOf, moment, named } from '../endpoint.ts'
import { tradeParams } from './trades.ts'

const endpoint = endpointsOf('Trades')

export const payerCheck = named(
  'PayerCheck',
  z.object({
    payerName: described(
      z.nullable(z.string()),
      'The name that the buyer declared with the latest payment mark. Null to the seller before the seller has typed a name, and to both once it is erased.',
    ),
    senderName: described(
      z.nullable(z.string()),
      'The name that the seller typed last; null where there is none yet, or once it is erased.',
    ),
    result: described(
      z.nullable(z.enum(['same', 'different'])),
      'How the two compare; null before the seller’s check.',
    ),
    statedSamePerson: described(z.boolean(), 'Whether the seller stated that different names are one person’s.'),
    checkedAt: z.nullable(moment),
  }),
)
export type PayerCheck = z.infer<typeof payerCheck>

export const getPayerCheck = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/payer-check',
  summary: 'Get the names of a trade’s payer',
  team: ['release'],
  description: 'For its two parties, in a browser session only.',
  params: tradeParams,
  response: payerCheck,
  errors: ['not_found'],
})
