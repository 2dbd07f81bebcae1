import type { FastifyInstance } from 'fastify'
import * as offersApi from '../../domain/api/offers/offers.ts'
import * as liveOffersApi from '../../domain/api/offers/live-offers.ts'
import * as myOffersApi from '../../domain/api/offers/my-offers.ts'
import type { Context } from '../context.ts'
import { NOT_MODIFIED, endpointsOn } from '../http/endpoints.ts'
import { withAccountsOfOwner } from './account-of-member.ts'
import { changeOffers } from './change-offers.ts'
import { createOffer } from './create-offer.ts'
import { deleteOffer } from './delete-offer.ts'
import { editOffer } from './edit-offer.ts'
import { listLandingOffers, listOffers, listTraderOffers } from './list-offers.ts'
import { moveOffer } from './move-offer.ts'
import { isTagOf, openMarketTags } from './market/market-tags.ts'
import { getOffersNow } from './offers-now.ts'
import { refillOffer } from './refill-offer.ts'
import { getMyOffer, getOffer, listMyOffers, listMyOffersById } from './queries.ts'

export function offerRoutes(app: FastifyInstance, context: Context): void {
  const { db, publicReads, rates, limits } = context
  const { mount, command } = endpointsOn(app, context)
  const tags = openMarketTags(context)
  app.addHook('onClose', async () => tags.close())

  mount(offersApi.listOffers, ({ query, viewer }) => listOffers(publicReads, rates, viewer?.id ?? null, query))
  mount(offersApi.listLandingOffers, async ({ viewer }) => ({
    offers: await listLandingOffers(publicReads, rates, viewer?.id ?? null),
  }))
  mount(liveOffersApi.getOffersNow, async ({ query, viewer, request, reply }) => {
    // Before the read: a commit after it is not hidden behind the tag.
    const tag = tags.tagFor(viewer?.id ?? null)
    if (tag !== null) reply.headers({ 'cache-control': 'private, no-cache', etag: tag })
    if (tag !== null && isTagOf(request.headers['if-none-match'], tag)) return NOT_MODIFIED
    return getOffersNow(publicReads, rates, viewer?.id ?? null, query)
  })
  mount(offersApi.listTraderOffers, async ({ params, viewer }) => ({
    offers: await listTraderOffers(publicReads, rates, viewer?.id ?? null, params.username),
  }))
  mount(offersApi.getOffer, ({ params, viewer }) => getOffer(publicReads, rates, viewer?.id ?? null, params.offerId))
  mount(myOffersApi.getMyOffer, ({ params, viewer }) => getMyOffer(db, rates, viewer.id, params.offerId))
  mount(myOffersApi.listMyOffers, ({ query, viewer }) => listMyOffers(db, rates, viewer.id, query))

  command(myOffersApi.createOffer, async (tx, { body, viewer }) => {
    await limits.consume(tx, 'new_offers_per_account', viewer.id)
    const input = await withAccountsOfOwner(tx, viewer, body)
    return getMyOffer(tx, rates, viewer.id, await createOffer(tx, viewer.id, input))
  })
  command(myOffersApi.editOffer, async (tx, { params, body, viewer }) => {
    const input = await withAccountsOfOwner(tx, viewer, body, params.offerId)
    await editOffer(tx, viewer.id, params.offerId, input)
    return getMyOffer(tx, rates, viewer.id, params.offerId)
  })
  command(myOffersApi.pauseOffer, async (tx, { params, viewer }) => {
    await moveOffer(tx, viewer.id, params.offerId, 'pause')
    return getMyOffer(tx, rates, viewer.id, params.offerId)
  })
  command(myOffersApi.activateOffer, async (tx, { params, viewer }) => {
    await moveOffer(tx, viewer.id, params.offerId, 'activate')
    return getMyOffer(tx, rates, viewer.id, params.offerId)
  })
  command(myOffersApi.changeOffers, async (tx, { body: { offers }, viewer }) => {
    await changeOffers(tx, viewer.id, offers)
    const ids = offers.map(({ offerId }) => offerId)
    return { offers: await listMyOffersById(tx, rates, viewer.id, ids) }
  })
  command(myOffersApi.refillOffer, async (tx, { params, body, viewer }) => {
    await refillOffer(tx, viewer.id, params.offerId, body)
    return getMyOffer(tx, rates, viewer.id, params.offerId)
  })
  command(myOffersApi.deleteOffer, async (tx, { params, viewer }) => {
    await deleteOffer(tx, viewer.id, params.offerId)
    return { deleted: true as const }
  })
}
