/** The shapes of webhooks, which API keys and their deliveries use. */
import * as z from 'zod/mini'
import { NOTIFICATION_EVENTS } from '../../notifications/notifications.ts'
import type { NotificationEvent } from '../../notifications/notifications.ts'
import {
  WEBHOOK_FAILURES,
  WEBHOOK_OUTCOMES,
  WEBHOOK_PAUSE_REASONS,
  WEBHOOK_RETRY_HOURS,
  WEBHOOK_TEST_EVENT,
} from '../../notifications/webhooks.ts'
import { described, id, moment, named } from '../endpoint.ts'

export const webhook = named(
  'Webhook',
  z.object({
    url: described(z.string(), 'Where events are sent.'),
    createdAt: moment,
    lastSuccessAt: described(z.nullable(moment), 'Exact to a minute; null before the first success.'),
    failingSince: described(z.nullable(moment), 'Since the first failure after the last success.'),
    pausedAt: described(z.nullable(moment), 'A paused webhook is sent nothing.'),
    pauseReason: described(
      z.nullable(z.enum(WEBHOOK_PAUSE_REASONS)),
      `Every attempt of ${WEBHOOK_RETRY_HOURS} hours failed, or the receiver answered with 410.`,
    ),
  }),
)
export type Webhook = z.infer<typeof webhook>

const webhookEventKind = named(
  'WebhookEventKind',
  z.enum([...(Object.keys(NOTIFICATION_EVENTS) as [NotificationEvent, ...NotificationEvent[]]), WEBHOOK_TEST_EVENT]),
  'The event of a notification, or a test.',
)

export const webhookEvent = named(
  'WebhookEvent',
  z.object({
    id: described(id, 'Of the notification, and the header webhook-id: a repetition has the same.'),
    event: webhookEventKind,
    isUrgent: described(z.boolean(), 'It is your turn, and there is a deadline.'),
    tradeId: described(z.nullable(id), 'The trade that it is about, if any.'),
    values: described(
      z.record(z.string(), z.union([z.string(), z.number()])),
      'Values of the event that the trade does not have.',
    ),
    at: described(moment, 'When it happened; the header webhook-timestamp is the time of the attempt.'),
  }),
  'What a webhook is sent.',
)
export type WebhookEvent = z.infer<typeof webhookEvent>

export const webhookDelivery = named(
  'WebhookDelivery',
  z.object({
    id,
    event: webhookEventKind,
    tradeId: z.nullable(id),
    at: described(moment, 'When the event happened.'),
    status: described(
      z.enum(['waiting', ...WEBHOOK_OUTCOMES]),
      `Waiting for an attempt; delivered; failed for ${WEBHOOK_RETRY_HOURS} hours; dropped because the webhook was paused or its key expired.`,
    ),
    attempts: described(z.int(), 'Since it was written, or last sent again.'),
    lastAttemptAt: z.nullable(moment),
    nextAttemptAt: described(z.nullable(moment), 'Null unless it is waiting.'),
    responseStatus: described(z.nullable(z.int()), 'The HTTP status of the last answer.'),
    failure: described(z.nullable(z.enum(WEBHOOK_FAILURES)), 'Why the last attempt had no answer.'),
  }),
)
export type WebhookDelivery = z.infer<typeof webhookDelivery>
