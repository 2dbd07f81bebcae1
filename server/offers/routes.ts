import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { requireVerified } from '../sessions/require-verified-email.ts'
import type { Context } from '../context.ts'
import { command, read } from '../http/route.ts'
import { createOffer } from './create-offer.ts'
import { deleteOffer } from './delete-offer.ts'
import { editOffer } from './edit-offer.ts'
import { listMarketplace } from './marketplace.ts'
import { readMarketplaceStatistics } from './marketplace-statistics.ts'
import { moveOffer } from './move-offer.ts'
import { getMyOffer, getOffer, listMyOffers, listOffers } from './queries.ts'

export function offerRoutes(app: FastifyInstance, context: Context): void {
  const { db, rates } = context

  read(app, api.listOffers, ({ query }, viewer) => listOffers(db, rates, viewer?.id ?? null, query))
  read(app, api.getOffer, ({ params }, viewer) => getOffer(db, rates, viewer?.id ?? null, params.offerId))
  read(app, api.listMarketplace, ({ query }, viewer) => listMarketplace(db, rates, viewer?.id ?? null, query))
  read(app, api.getMarketplaceStatistics, (_, viewer) => readMarketplaceStatistics(db, rates, viewer?.id ?? null))
  read(app, api.listMyOffers, async (_, viewer) => ({ offers: await listMyOffers(db, rates, viewer.id) }))

  command(
    app,
    context,
    api.createOffer,
    async (tx, { body }, viewer) => {
      requireVerified(viewer)
      return getMyOffer(tx, rates, viewer.id, await createOffer(tx, viewer.id, body))
    },
    { status: 201 },
  )
  command(app, context, api.editOffer, async (tx, { params, body }, viewer) => {
    await editOffer(tx, viewer.id, params.offerId, body)
    return getMyOffer(tx, rates, viewer.id, params.offerId)
  })
  command(app, context, api.pauseOffer, async (tx, { params }, viewer) => {
    await moveOffer(tx, viewer.id, params.offerId, 'pause')
    return getMyOffer(tx, rates, viewer.id, params.offerId)
  })
  command(app, context, api.activateOffer, async (tx, { params }, viewer) => {
    requireVerified(viewer)
    await moveOffer(tx, viewer.id, params.offerId, 'activate')
    return getMyOffer(tx, rates, viewer.id, params.offerId)
  })
  command(app, context, api.deleteOffer, async (tx, { params }, viewer) => {
    await deleteOffer(tx, viewer.id, params.offerId)
    return { deleted: true as const }
  })
}
