/** Templates of offers, which new offers begin with. */
import * as z from 'zod/mini'
import { LIMITS } from '../../limits.ts'
import { templateContentSchema, templateName } from '../../offers/offer-templates.ts'
import { described, endpointsOf, id, listOf, named } from '../endpoint.ts'

const endpoint = endpointsOf('Offer templates')

export const offerTemplate = named(
  'OfferTemplate',
  z.object({
    id,
    name: z.string(),
    content: described(
      named('OfferTemplateContent', z.object(templateContentSchema.shape)),
      'The offer form as it was typed, without the payment account.',
    ),
  }),
  'It reserves nothing; its content is checked when an offer is posted.',
)
export type OfferTemplate = z.infer<typeof offerTemplate>

const templateParams = z.strictObject({ templateId: id })

export const listOfferTemplates = endpoint({
  method: 'GET',
  path: '/api/offer-templates',
  summary: 'List your offer templates by their names',
  team: ['offers'],
  response: z.object({ templates: listOf(offerTemplate, LIMITS.offer_templates) }),
})

export const createOfferTemplate = endpoint({
  method: 'POST',
  path: '/api/offer-templates',
  summary: 'Create an offer template',
  team: ['offers'],
  needsIdempotencyKey: true,
  body: z.strictObject({ name: templateName, content: templateContentSchema }),
  response: offerTemplate,
  statuses: [201],
  errors: ['offer_templates_limit'],
})

export const renameOfferTemplate = endpoint({
  method: 'POST',
  path: '/api/offer-templates/:templateId',
  summary: 'Update the name of an offer template',
  team: ['offers'],
  needsIdempotencyKey: true,
  params: templateParams,
  body: z.strictObject({ name: templateName }),
  response: offerTemplate,
  errors: ['not_found'],
})

export const deleteOfferTemplate = endpoint({
  method: 'DELETE',
  path: '/api/offer-templates/:templateId',
  summary: 'Delete an offer template',
  team: ['offers'],
  needsIdempotencyKey: true,
  params: templateParams,
  response: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
})
