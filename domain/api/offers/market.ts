/** Reference rates, and how much is traded and offered. */
import * as z from 'zod/mini'
import { ASSET } from '../../asset.ts'
import { FIAT_CURRENCIES } from '../../offers/currencies.ts'
import { RATE_SOURCES_MAX } from '../../offers/rates/sources.ts'
import { ESCROW_STEP_USDT, SHOWN_FROM, STATISTICS_DAYS } from '../../staff/transparency.ts'
import { count, decimal, described, endpointsOf, listOf, moment, named } from '../endpoint.ts'
import { fiatCurrency } from './market-values.ts'

const endpoint = endpointsOf('Market')

const marketRate = named(
  'MarketRate',
  z.object({
    fiatCurrency,
    rate: described(decimal, 'Fiat for 1 USDT.'),
    sources: described(
      listOf(z.string(), RATE_SOURCES_MAX),
      'The sources that agree with it, whose median it is: `fixed` for the fixed table, `manual` for a rate that staff have set, else the name of a service.',
    ),
    asOf: described(moment, 'When the sources had it.'),
    unavailableSince: described(
      z.nullable(moment),
      'Since when the sources give no rate: this is the last one, and quotes are refused with `rate_unavailable`.',
    ),
    isAvailable: described(z.boolean(), 'False while the currency is switched off.'),
  }),
)
export type MarketRate = z.infer<typeof marketRate>

const market = z.object({ asset: z.literal(ASSET), rates: listOf(marketRate, FIAT_CURRENCIES.length) })
export type Market = z.infer<typeof market>

const marketStatistics = named(
  'MarketStatistics',
  z.object({
    activeTraders: described(
      z.int(),
      `Different users who were a party of a trade, rounded down to a multiple of ${SHOWN_FROM}.`,
    ),
    volumeUsdt: described(decimal, `The USDT of the completed trades, rounded down to whole ${ESCROW_STEP_USDT}.`),
    completedTrades: z.int(),
    successRate: described(z.nullable(decimal), 'Completed trades out of all that ended, in percent with one decimal.'),
    settlementSeconds: described(z.nullable(z.int()), 'From the opening of a trade to its completion, on average.'),
    includesDemo: described(z.boolean(), 'The trades of the demonstration’s invented traders are counted, too.'),
  }),
  `Of the last ${STATISTICS_DAYS} days, counted and published as \`/api/transparency\`; a figure is null where there is none to compute it from.`,
)
export type MarketStatistics = z.infer<typeof marketStatistics>

export const getMarket = endpoint({
  method: 'GET',
  path: '/api/market',
  summary: 'Get the reference rates',
  scope: 'read',
  isPublic: true,
  response: market,
})

export const getMarketStatistics = endpoint({
  method: 'GET',
  path: '/api/market/stats',
  summary: `Get market statistics of the last ${STATISTICS_DAYS} days`,
  scope: 'read',
  isPublic: true,
  response: marketStatistics,
})

const marketCounts = named(
  'MarketCounts',
  z.object({ offers: count, traders: count, buy: count, sell: count, newToday: count }),
)
export type MarketCounts = z.infer<typeof marketCounts>

export const getMarketCounts = endpoint({
  method: 'GET',
  path: '/api/market/counts',
  summary: 'Get the numbers of open offers and traders, excluding the caller',
  scope: 'read',
  isPublic: true,
  response: marketCounts,
})
