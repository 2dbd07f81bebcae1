/** What a party shows where the parties meet. */
import * as z from 'zod/mini'
import { endpointsOf } from '../endpoint.ts'
import { tradeParams } from './trades.ts'

const endpoint = endpointsOf('Trades')

export const getMeetingCode = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/meeting-code',
  summary: 'Get the code that you show at the meeting',
  description:
    'In person, and in a browser session only: the seller’s code until the trade is marked as paid, the buyer’s from then on. Show it to the other party where you meet, and do not send it: typed by the other party, the seller’s code marks the trade as paid, and the buyer’s releases the USDT.',
  params: tradeParams,
  response: z.object({ code: z.string() }),
  errors: ['not_found', 'no_meeting_code'],
})
