/** What keeps an open list of offers up to date. */
import * as z from 'zod/mini'
import { exact } from '../../reading/fields.ts'
import { LIVE_OFFERS_MAX, OFFERS_PAGE_MAX, amountFits } from '../../offers/listing.ts'
import { described, endpointsOf, id, listOf, named } from '../endpoint.ts'
import { offer, offerScope } from './offers.ts'

const endpoint = endpointsOf('Offers')

const offersNow = named(
  'OffersNow',
  z.object({
    offers: described(
      listOf(offer, LIVE_OFFERS_MAX),
      'Those of `shown` that can be taken now, whether they still pass the filters or not.',
    ),
    first: described(listOf(id, OFFERS_PAGE_MAX), 'The offers of the first page of the list, as it is now.'),
  }),
)
export type OffersNow = z.infer<typeof offersNow>

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const liveQuery = z
  .strictObject({
    ...offerScope,
    shown: described(
      z.optional(exact().check(z.regex(new RegExp(`^${UUID}(,${UUID}){0,${LIVE_OFFERS_MAX - 1}}$`)))),
      `The ids of the offers that are shown, at most ${LIVE_OFFERS_MAX}, separated by commas.`,
    ),
  })
  .check(amountFits)
export type LiveOffersQuery = z.infer<typeof liveQuery>

export const getOffersNow = endpoint({
  method: 'GET',
  path: '/api/offers/now',
  summary: 'Get the present prices and availability of offers that are shown',
  description:
    'For a list that stays up to date. The answer has an `ETag`: the same request with it in `If-None-Match` is answered with 304 and without a read of the market while nothing has changed.',
  scope: 'read',
  isPublic: true,
  query: liveQuery,
  response: offersNow,
})
