/** The public figures of the platform. */
import * as z from 'zod/mini'
import { DISPUTE_OUTCOMES } from '../../disputes/disputes.ts'
import { PAYMENT_METHODS } from '../../payments/methods.ts'
import { ESCROW_STEP_USDT, SHOWN_FROM, TRANSPARENCY_DAYS, TRANSPARENCY_WEEKS } from '../../staff/transparency.ts'
import { described, endpointsOf, listOf, moment, named } from '../endpoint.ts'
import { fiatCurrency, paymentMethod } from '../offers/market-values.ts'
import { disputeOutcome } from '../trades/trade-values.ts'

const endpoint = endpointsOf('Market')

const withheld = described(z.nullable(z.int()), `Null: fewer than ${SHOWN_FROM}, which is withheld.`)
const minutes = described(z.nullable(z.int()), `Whole minutes; null of fewer than ${SHOWN_FROM}.`)

const period = z.object({
  days: described(z.nullable(z.int()), 'The last days; null: since the beginning.'),
  completed: described(z.int(), 'The sum of `methods`.'),
  methods: listOf(z.object({ fiatCurrency, paymentMethod, count: z.int() }), PAYMENT_METHODS.length),
  minutesToPay: described(minutes, 'The median from opening to the payment mark.'),
  minutesToRelease: described(minutes, 'The median from the payment mark to the seller’s confirmation.'),
  disputes: z.object({
    opened: withheld,
    closed: listOf(z.object({ outcome: disputeOutcome, count: z.int() }), DISPUTE_OUTCOMES.length),
    minutesToDecide: described(minutes, 'The median from opening to the first decision.'),
    minutesHeld: described(
      minutes,
      'The median from the payment mark to the end of the trade, where the USDT was returned to the seller by a decision or because the buyer conceded.',
    ),
  }),
})

const transparency = named(
  'Transparency',
  z.object({
    asOf: described(moment, 'The end of the last day that is counted.'),
    includesDemo: described(z.boolean(), 'The trades of the demonstration’s invented traders are counted, too.'),
    periods: listOf(period, TRANSPARENCY_DAYS.length),
    weeks: described(
      listOf(z.object({ from: z.iso.date(), completed: z.int() }), TRANSPARENCY_WEEKS),
      'Completed trades of seven days each, oldest first; the last one ends with `asOf`.',
    ),
    escrow: z.object({
      asOf: described(
        moment,
        `When the number and the sums were computed; they stay until ${SHOWN_FROM} other trades have entered or left the escrow.`,
      ),
      openTrades: described(withheld, `Rounded down to a multiple of ${SHOWN_FROM}.`),
      ledgerUsdt: described(withheld, `By the transfers of the ledger, in whole ${ESCROW_STEP_USDT} USDT.`),
      tradesUsdt: described(withheld, `By the amounts of the open trades, in whole ${ESCROW_STEP_USDT} USDT.`),
      isEqual: described(z.boolean(), 'Whether both are equal before they are rounded, at the last publication.'),
    }),
  }),
  `Published once a day, after midnight UTC. A trade or dispute is counted once ${SHOWN_FROM} of its kind wait to be counted, on that day.`,
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
