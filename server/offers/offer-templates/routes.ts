import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/offers/offer-templates.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { listOfferTemplates } from './queries.ts'
import { createTemplate, deleteTemplate, renameTemplate } from './save-template.ts'

export function offerTemplateRoutes(app: FastifyInstance, context: Context): void {
  const { mount, command } = endpointsOn(app, context)

  mount(api.listOfferTemplates, async ({ viewer }) => ({ templates: await listOfferTemplates(context.db, viewer.id) }))
  command(api.createOfferTemplate, (tx, { body, viewer }) => createTemplate(tx, viewer.id, body))
  command(api.renameOfferTemplate, (tx, { params, body, viewer }) =>
    renameTemplate(tx, viewer.id, params.templateId, body.name),
  )
  command(api.deleteOfferTemplate, async (tx, { params, viewer }) => {
    await deleteTemplate(tx, viewer.id, params.templateId)
    return { deleted: true as const }
  })
}
