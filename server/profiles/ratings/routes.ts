import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/profiles/ratings.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { getRating, getTradeRatings, listRatings } from './queries.ts'
import { rateTrade } from './rate-trade.ts'
import { replyToRating } from './reply-to-rating.ts'

export function ratingRoutes(app: FastifyInstance, context: Context): void {
  const { db, publicReads } = context
  const { mount, command } = endpointsOn(app, context)

  mount(api.listRatings, ({ params, query, viewer }) =>
    listRatings(publicReads, viewer?.id ?? null, params.username, query.before ?? null),
  )
  mount(api.getTradeRatings, ({ params, viewer }) => getTradeRatings(db, viewer.id, params.tradeId))

  command(api.rateTrade, async (tx, { params: { tradeId }, body, viewer }) => {
    await rateTrade(tx, { tradeId, raterId: viewer.id, ...body })
    return getTradeRatings(tx, viewer.id, tradeId)
  })
  command(api.replyToRating, async (tx, { params: { ratingId }, body, viewer }) => {
    await replyToRating(tx, { ratingId, authorId: viewer.id, ...body })
    return getRating(tx, viewer.id, ratingId)
  })
}
