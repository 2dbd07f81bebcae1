/** What arbiters keep of a case that has gone to another one. */
import * as z from 'zod/mini'
import { described, endpointsOf } from '../endpoint.ts'
import { tradeParams } from '../trades/trades.ts'
import { decision } from './case-values.ts'

const endpoint = endpointsOf('Disputes')

const ownDecision = z.object({
  reference: described(z.string(), 'The payment reference of the trade.'),
  decision,
})
export type OwnDecision = z.infer<typeof ownDecision>

export const getOwnDecision = endpoint({
  method: 'GET',
  path: '/api/staff/disputes/:tradeId/own-decision',
  summary: 'Arbiter: get your latest decision of a case',
  description:
    'Also after an appeal, which gives the case to another arbiter. Not found where you have decided nothing.',
  staff: 'arbiter',
  params: tradeParams,
  response: ownDecision,
})
