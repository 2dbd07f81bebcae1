/**
 * Webhooks of API keys, as in the Standard Webhooks specification (spec-coverage 14 Webhooks): notifications are sent to an address of
 * the user's own program, signed by a secret that both know.
 */
import * as z from 'zod/mini'
import { reads } from '../reading/fields.ts'
import { isPublicUrl } from '../public-url.ts'
import { RETRY_HOURS } from './retries.ts'

export const WEBHOOK_URL_MAX = 1000
/** The prefix of the specification, before the secret in base64. */
export const WEBHOOK_SECRET_START = 'whsec_'
export const WEBHOOK_SECRET_BYTES = 32

/** A delivery is attempted for this long; a webhook without one success in this time is paused. */
export const WEBHOOK_RETRY_HOURS = RETRY_HOURS
export const WEBHOOK_DELIVERY_DAYS = 30
/** The receiver answers an attempt within this time. */
export const WEBHOOK_TIMEOUT_SECONDS = 10
/** A receiver refuses a request whose time differs by more; `packages/client` does. */
export const WEBHOOK_TOLERANCE_MINUTES = 5
/** Deliveries that are written for one user in 24 hours; further notifications are not sent to webhooks. */
export const WEBHOOK_DELIVERIES_PER_DAY = 5000
/** Test events and deliveries sent again by hand. */
export const WEBHOOK_SENDS_PER_HOUR = 30
/** Addresses set or changed, each of which is reported by email. */
export const WEBHOOK_CHANGES_PER_DAY = 20

/** Why a webhook is paused: every attempt of `WEBHOOK_RETRY_HOURS` failed, or its receiver answered with 410 Gone. */
export const WEBHOOK_PAUSE_REASONS = ['failing', 'gone'] as const
export type WebhookPauseReason = (typeof WEBHOOK_PAUSE_REASONS)[number]

/** Why there was no answer. A private address is `no_connection`: nothing is said of the server's own network. */
export const WEBHOOK_FAILURES = ['timed_out', 'no_connection', 'certificate'] as const
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number]

/** A dropped delivery was not attempted any more: its webhook was paused, or its key expired. */
export const WEBHOOK_OUTCOMES = ['delivered', 'failed', 'dropped'] as const

/** The event of a test, which is no notification. */
export const WEBHOOK_TEST_EVENT = 'test'

const URL_WRONG = /*i18n*/ 'Enter a public https address without a port.'

export const newWebhookSchema = z.strictObject({
  url: reads('url').check(
    z.maxLength(WEBHOOK_URL_MAX, /*i18n*/ 'The address is too long.'),
    z.overwrite((text) => (URL.canParse(text) ? new URL(text).href : text)),
    z.refine(isPublicUrl, URL_WRONG),
    z.maxLength(WEBHOOK_URL_MAX, /*i18n*/ 'The address is too long.'),
  ),
})
