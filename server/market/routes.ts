import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { ASSET, FIAT_CURRENCIES } from '../../domain/market.ts'
import { formatRate } from '../../domain/money.ts'
import type { Context } from '../context.ts'
import { read } from '../http/route.ts'
import { cachedStatistics } from './statistics.ts'

export function marketRoutes(app: FastifyInstance, { db, rates }: Context): void {
  const statistics = cachedStatistics(db)

  read(app, api.getMarket, async () => ({
    asset: ASSET,
    rates: FIAT_CURRENCIES.map((fiatCurrency) => {
      const { rateE6, source, asOf } = rates.rateOf(fiatCurrency)
      return { fiatCurrency, rate: formatRate(rateE6), source, asOf: asOf.toISOString() }
    }),
  }))
  read(app, api.getMarketStatistics, () => statistics())
}
