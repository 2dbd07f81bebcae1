/** Reference rates, and how much is traded and offered. */
import * as z from 'zod/mini'
import { ASSET, FIAT_CURRENCIES } from '../market.ts'
import { count, decimal, endpointsOf, moment } from './endpoint.ts'

const endpoint = endpointsOf('Market')

const market = z.object({
  asset: z.literal(ASSET),
  rates: z.array(z.object({ fiatCurrency: z.enum(FIAT_CURRENCIES), rate: decimal, source: z.string(), asOf: moment })),
})

/** Facts about trades that were opened in the last 30 days; null where there is nothing to reckon with. */
const marketStatistics = z.object({
  /** People who were a side of such a trade. */
  activeTraders: z.int(),
  /** USDT of the trades completed in the last 24 hours. */
  volumeUsdt: decimal,
  completedTrades: z.int(),
  /** Completed out of all that ended, in percent with one decimal. */
  successRate: z.nullable(decimal),
  /** From the opening of a trade to its completion, on average. */
  settlementSeconds: z.nullable(z.int()),
})
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
  summary: 'Get market statistics of the last 30 days',
  scope: 'read',
  isPublic: true,
  response: marketStatistics,
})

const marketCounts = z.object({ offers: count, traders: count, buy: count, sell: count, newToday: count })
export type MarketCounts = z.infer<typeof marketCounts>

export const getMarketCounts = endpoint({
  method: 'GET',
  path: '/api/market/counts',
  summary: 'Get the numbers of open offers and traders, excluding the caller',
  scope: 'read',
  isPublic: true,
  response: marketCounts,
})
