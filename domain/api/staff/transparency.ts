/** The public figures of the platform. */
import * as z from 'zod/mini'
import { DISPUTE_OUTCOMES } from '../../disputes/disputes.ts'
import { PAYMENT_METHODS } from '../../market.ts'
import {
  ESCROW_STEP_USDT,
  SHOWN_FROM,
  TRANSPARENCY_DAYS,
  TRANSPARENCY_MINUTES,
  TRANSPARENCY_WEEKS,
} from '../../staff/transparency.ts'
import { described, endpointsOf, listOf, moment, named } from '../endpoint.ts'
import { fiatCurrency, paymentMethod } from '../offers/market-values.ts'
import { disputeOutcome } from '../trades/trade-values.ts'

const endpoint = endpointsOf('Market')

const withheld = described(z.nullable(z.int()), `Null: fewer than ${SHOWN_FROM}, which is withheld.`)
const minutes = described(z.nullable(z.int()), `Whole minutes; null of fewer than ${SHOWN_FROM}.`)
const others = described(z.int(), 'Together in the cells that are withheld; 0 where that is small too.')

const period = z.object({
  days: described(z.nullable(z.int()), 'The last days; null: since the beginning.'),
  completed: described(z.int(), 'Completed trades, without those withheld.'),
  methods: listOf(z.object({ fiatCurrency, paymentMethod, count: z.int() }), PAYMENT_METHODS.length),
  others,
  isWithheld: described(z.boolean(), 'Whether small numbers are withheld in this period.'),
  minutesToPay: described(minutes, 'The median from opening to the payment mark.'),
  minutesToRelease: described(minutes, 'The median from the payment mark to the seller’s confirmation.'),
  disputes: z.object({
    opened: withheld,
    closed: listOf(z.object({ outcome: disputeOutcome, count: z.int() }), DISPUTE_OUTCOMES.length),
    others,
    minutesToDecide: described(minutes, 'The median from opening to the first decision.'),
  }),
})

const transparency = named(
  'Transparency',
  z.object({
    asOf: moment,
    periods: listOf(period, TRANSPARENCY_DAYS.length),
    weeks: described(
      listOf(z.object({ from: z.iso.date(), completed: withheld }), TRANSPARENCY_WEEKS),
      'Completed trades of seven days each, oldest first; the last one ends today.',
    ),
    escrow: z.object({
      openTrades: withheld,
      ledgerUsdt: described(withheld, `By the transfers of the ledger, in whole ${ESCROW_STEP_USDT} USDT.`),
      tradesUsdt: described(withheld, `By the amounts of the open trades, in whole ${ESCROW_STEP_USDT} USDT.`),
      isEqual: described(z.boolean(), 'Whether both are equal before they are rounded.'),
    }),
  }),
  `Computed every ${TRANSPARENCY_MINUTES} minutes.`,
)
export type Transparency = z.infer<typeof transparency>

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: 'Get the public figures',
  scope: 'read',
  isPublic: true,
  response: z.object({
    figures: described(z.nullable(transparency), 'Null until they are computed for the first time.'),
  }),
})
