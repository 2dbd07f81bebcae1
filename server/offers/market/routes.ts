import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/offers/market.ts'
import { getRateHistory } from '../../../domain/api/offers/rates.ts'
import { ASSET } from '../../../domain/asset.ts'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import { formatRate } from '../../../domain/money.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { keptForVisitors, openMarketTags } from './market-tags.ts'
import { listRateHistory } from '../rates/queries.ts'
import { readMarketCounts } from './counts.ts'
import { listSwitchedOff, readStatistics } from './queries.ts'

export function marketRoutes(app: FastifyInstance, context: Context): void {
  const { publicReads, rates } = context
  const { mount } = endpointsOn(app, context)
  const tags = openMarketTags(context)
  app.addHook('onClose', async () => tags.close())
  const countForVisitors = keptForVisitors(tags, () => readMarketCounts(publicReads, rates, null))

  mount(api.getMarket, async () => {
    const closed = await listSwitchedOff(publicReads)
    return {
      asset: ASSET,
      rates: FIAT_CURRENCIES.map((fiatCurrency) => {
        const { rateE6, sources, asOf, unavailableSince } = rates.rateOf(fiatCurrency)
        const isAvailable = !closed.includes(fiatCurrency)
        return {
          fiatCurrency,
          rate: formatRate(rateE6),
          sources: [...sources],
          asOf: asOf.toISOString(),
          unavailableSince: unavailableSince?.toISOString() ?? null,
          isAvailable,
        }
      }),
    }
  })
  mount(getRateHistory, async ({ params, query }) => ({
    points: await listRateHistory(publicReads, params.fiatCurrency, query.days ?? '7'),
  }))
  mount(api.getMarketStatistics, () => readStatistics(publicReads))
  mount(api.getMarketCounts, ({ viewer }) =>
    viewer ? readMarketCounts(publicReads, rates, viewer.id) : countForVisitors(),
  )
}
