/** What a trade on an offer would come to, for callers without an account. */
import * as z from 'zod/mini'
import { readsNumber } from '../../reading/fields.ts'
import { decimal, described, endpointsOf, id, named } from '../endpoint.ts'
import { chosenMethod, fiatCurrency, paymentMethod } from '../offers/market-values.ts'
import { TAKING_REFUSALS, partyRole } from './trade-values.ts'

const endpoint = endpointsOf('Trades')

const tradeEstimate = named(
  'TradeEstimate',
  z.object({
    role: described(partyRole, 'Your role in the trade.'),
    fiatCurrency,
    paymentMethod,
    price: described(decimal, 'Fiat for 1 USDT, with all its decimals.'),
    amountFiat: decimal,
    amountUsdt: decimal,
    fee: described(decimal, 'In USDT; the taker pays it.'),
    takerUsdt: described(
      decimal,
      'What you would receive (buying: amount minus fee) or send to the escrow (selling: amount plus fee).',
    ),
    bond: described(decimal, 'In USDT: as in a quote for you; 0 to a caller without an account.'),
  }),
)
export type TradeEstimate = z.infer<typeof tradeEstimate>

export const getTradeEstimate = endpoint({
  method: 'GET',
  path: '/api/offers/:offerId/estimate',
  summary: 'Get the amounts of a trade on an offer at the present price',
  description: 'Stores nothing and holds no price. An offer’s amount tail is not part of it.',
  scope: 'read',
  isPublic: true,
  params: z.strictObject({ offerId: id }),
  query: z.strictObject({
    amount: described(
      z._default(readsNumber('amount').check(z.maxLength(40)), ''),
      'A decimal number in the offer’s currency, above 0.',
    ),
    paymentMethod: chosenMethod,
  }),
  response: tradeEstimate,
  errors: ['not_found', 'account_suspended', ...TAKING_REFUSALS],
})
