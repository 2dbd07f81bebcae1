/** Trading again with a former counterparty. */
import * as z from 'zod/mini'
import { usernameField } from '../../accounts/usernames.ts'
import { LIMITS } from '../../limits.ts'
import { decimal, described, endpointsOf, id, listOf, named } from '../endpoint.ts'
import { fiatCurrency, paymentMethod } from '../offers/market-values.ts'
import { offer } from '../offers/offers.ts'
import { partyRole } from './trade-values.ts'

const endpoint = endpointsOf('Trades')

const tradeAgain = named(
  'TradeAgain',
  z.object({
    trade: described(
      z.nullable(
        z.object({
          id,
          role: described(partyRole, 'Your role.'),
          fiatCurrency,
          paymentMethod,
          amountFiat: decimal,
        }),
      ),
      'A completed trade of yours with this trader: the one you name, or the latest. Null where there is none.',
    ),
    offers: described(
      listOf(offer, LIMITS.active_offers),
      'The offers of the trader on which you can trade the same amount again, those with the same payment method first.',
    ),
  }),
)
export type TradeAgain = z.infer<typeof tradeAgain>

export const getTradeAgain = endpoint({
  method: 'GET',
  path: '/api/traders/:username/trade-again',
  summary: 'Get a completed trade with a trader, and the offers on which it can be repeated',
  scope: 'read',
  params: z.strictObject({ username: usernameField }),
  query: z.strictObject({ trade: z.optional(id) }),
  response: tradeAgain,
  errors: ['not_found'],
})
