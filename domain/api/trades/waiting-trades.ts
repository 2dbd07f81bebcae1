/** The trades that wait for the caller. */
import * as z from 'zod/mini'
import { LISTED } from '../../limits.ts'
import { TEAM_MOVES } from '../../accounts/team-roles.ts'
import { WAITING_ACTS } from '../../trades/waiting-trades.ts'
import { avatar, decimal, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { fiatCurrency, paymentMethod } from '../offers/market-values.ts'
import { partyRole } from './trade-values.ts'

const endpoint = endpointsOf('Trades')

const waitingTrade = named(
  'WaitingTrade',
  z.object({
    tradeId: id,
    act: described(
      z.enum(WAITING_ACTS),
      'What you have to do: pay and mark it, object to the held refund if you have paid, confirm the payment, submit a statement, or accept or appeal the decision.',
    ),
    role: described(partyRole, 'Your role.'),
    counterparty: z.object({ username: z.string(), avatar }),
    fiatCurrency,
    paymentMethod,
    amountFiat: decimal,
    amountUsdt: decimal,
    deadline: described(z.nullable(moment), 'Until when; null where there is no deadline.'),
    stoppedAt: described(z.nullable(moment), 'Since when an outage stops the deadlines; null while they run.'),
  }),
)
export type WaitingTrade = z.infer<typeof waitingTrade>

export const listWaitingTrades = endpoint({
  method: 'GET',
  path: '/api/trades/waiting',
  summary: 'List the trades that wait for you, the nearest deadline first',
  description: 'For a team member: those whose act the member’s roles include.',
  team: [TEAM_MOVES.confirm_receipt],
  scope: 'read',
  response: z.object({
    trades: listOf(waitingTrade, LISTED.waiting_trades),
    now: described(moment, 'When this was written, for a countdown.'),
  }),
})
