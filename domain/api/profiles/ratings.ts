/** Ratings: what the parties of completed trades think of each other. */
import * as z from 'zod/mini'
import { usernameField } from '../../accounts/usernames.ts'
import { RATINGS_PAGE_SIZE, ratingReplySchema, ratingSchema } from '../../profiles/ratings.ts'
import { described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { tradeParams } from '../trades/trades.ts'

const endpoint = endpointsOf('Ratings')

const tradeRating = named(
  'TradeRating',
  z.object({
    id,
    stars: described(z.int(), 'From 1 to 5.'),
    comment: described(z.string(), 'May be empty.'),
    at: described(moment, 'When it was published; while it is hidden, when it was given.'),
    reply: described(z.nullable(z.string()), 'The answer of the rated trader.'),
    canReply: described(z.boolean(), 'Whether you are the rated trader and can still reply.'),
  }),
)
export type TradeRating = z.infer<typeof tradeRating>

export const tradeRatings = named(
  'TradeRatings',
  z.object({
    rateUntil: described(
      z.nullable(moment),
      'Until when you can rate this trade; null if you have, if the time is over, and before the trade is completed.',
    ),
    given: described(z.nullable(tradeRating), 'Your rating of the other party.'),
    removed: described(
      z.nullable(z.object({ at: moment, reason: z.string() })),
      'When and why our staff removed your rating: no one else sees it, and it no longer counts.',
    ),
    isHidden: described(
      z.boolean(),
      'Whether your rating is hidden from others: it is published when the other party rates too, or at `publishedBy`.',
    ),
    publishedBy: described(z.nullable(moment), 'When a hidden rating is published at the latest.'),
    received: described(
      z.nullable(tradeRating),
      'The other party’s rating of you; null while it is hidden, and once it is removed.',
    ),
  }),
)
export type TradeRatings = z.infer<typeof tradeRatings>

const traderRating = named(
  'TraderRating',
  z.extend(tradeRating, {
    by: described(z.nullable(z.string()), 'The username of the rater; null once that account was deleted.'),
    isDemo: described(z.boolean(), 'The rater was invented by the demonstration.'),
  }),
)
export type TraderRating = z.infer<typeof traderRating>

const ratingPage = named(
  'RatingPage',
  z.object({
    ratings: listOf(traderRating, RATINGS_PAGE_SIZE),
    nextCursor: described(z.nullable(id), 'The `before` of the next page; null on the last.'),
  }),
)
export type RatingPage = z.infer<typeof ratingPage>

export const listRatings = endpoint({
  method: 'GET',
  path: '/api/traders/:username/ratings',
  summary: 'List a trader’s published ratings that count, newest first, ten to a page',
  scope: 'read',
  isPublic: true,
  params: z.strictObject({ username: usernameField }),
  query: z.strictObject({ before: described(z.optional(id), 'The `nextCursor` of the page before.') }),
  response: ratingPage,
  errors: ['not_found'],
})

export const getTradeRatings = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/ratings',
  summary: 'Get your rating of a trade, and the one you received',
  scope: 'read',
  params: tradeParams,
  response: tradeRatings,
  errors: ['not_found'],
})

export const rateTrade = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/ratings',
  summary: 'Send a rating of the other party',
  description:
    'Once for each party of a completed trade. The rating is hidden until the other party rates too or the time is over, and cannot be changed.',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: ratingSchema,
  response: tradeRatings,
  errors: ['not_found', 'rating_too_early', 'rating_time_over', 'already_rated'],
})

export const replyToRating = endpoint({
  method: 'POST',
  path: '/api/ratings/:ratingId/reply',
  summary: 'Send a reply to a rating that you received',
  description: 'Once, to a published rating. The reply is public and cannot be changed.',
  needsIdempotencyKey: true,
  params: z.strictObject({ ratingId: id }),
  body: ratingReplySchema,
  response: tradeRating,
  errors: ['not_found', 'already_replied', 'reply_time_over'],
})
