/** Webhooks: set up, tested and watched by the owner of an API key in a browser, never by a key. */
import * as z from 'zod/mini'
import { LISTED } from '../../limits.ts'
import { newWebhookSchema, WEBHOOK_DELIVERY_DAYS } from '../../notifications/webhooks.ts'
import { apiKeys } from '../accounts/api-keys.ts'
import { described, endpointsOf, id, listOf } from '../endpoint.ts'
import { webhookDelivery } from './webhook-values.ts'

const endpoint = endpointsOf('Webhooks')

const keyParams = z.strictObject({ keyId: id })

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/keys/:keyId/webhook',
  summary: 'Create the webhook of an API key; its secret is returned once',
  description: 'The key must be valid and have the scope `read`. The address is public: https, a host name, no port.',
  needsVerifiedEmail: true,
  params: keyParams,
  body: newWebhookSchema,
  response: z.object({
    secret: described(z.string(), 'Signs the requests: it cannot be read again.'),
    keys: apiKeys.shape.keys,
  }),
  statuses: [201],
  errors: ['not_found', 'reauthentication_required', 'webhook_exists', 'webhook_key_unfit', 'webhooks_limit'],
})

export const changeWebhook = endpoint({
  method: 'POST',
  path: '/api/keys/:keyId/webhook/url',
  summary: 'Update the address of a webhook; a paused one is resumed',
  needsIdempotencyKey: true,
  params: keyParams,
  body: newWebhookSchema,
  response: apiKeys,
  errors: ['not_found', 'reauthentication_required'],
})

export const resumeWebhook = endpoint({
  method: 'POST',
  path: '/api/keys/:keyId/webhook/resume',
  summary: 'Update a paused webhook: it is sent events again',
  needsIdempotencyKey: true,
  params: keyParams,
  response: apiKeys,
  errors: ['not_found'],
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/keys/:keyId/webhook',
  summary: 'Delete a webhook, with its deliveries',
  needsIdempotencyKey: true,
  params: keyParams,
  response: apiKeys,
  errors: ['not_found'],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/keys/:keyId/webhook/test',
  summary: 'Send a test event to a webhook',
  needsIdempotencyKey: true,
  params: keyParams,
  response: webhookDelivery,
  statuses: [201],
  errors: ['not_found', 'webhook_key_unfit', 'webhook_paused'],
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/keys/:keyId/webhook/deliveries',
  summary: 'List the deliveries of a webhook, newest first',
  description: `They are kept for ${WEBHOOK_DELIVERY_DAYS} days.`,
  params: keyParams,
  query: z.strictObject({ before: described(z.optional(id), 'The `nextCursor` of the page before.') }),
  response: z.object({
    deliveries: listOf(webhookDelivery, LISTED.webhook_deliveries),
    nextCursor: described(z.nullable(id), 'The `before` of the next page; null on the last.'),
  }),
  errors: ['not_found'],
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/keys/:keyId/webhook/deliveries/:deliveryId/resend',
  summary: 'Send a delivery again, whatever its outcome',
  needsIdempotencyKey: true,
  params: z.strictObject({ keyId: id, deliveryId: id }),
  response: webhookDelivery,
  errors: ['not_found', 'webhook_key_unfit', 'webhook_paused'],
})
