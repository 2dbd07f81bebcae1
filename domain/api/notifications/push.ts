/** Push notifications of a browser: one subscription for each session. */
import * as z from 'zod/mini'
import { exact } from '../../reading/fields.ts'
import { PUSH_AUTH_PATTERN, PUSH_ENDPOINT_MAX, PUSH_P256DH_PATTERN } from '../../notifications/push.ts'
import { FIELD_TEXTS } from '../../texts.ts'
import { described, endpointsOf, named } from '../endpoint.ts'

const endpoint = endpointsOf('Notifications')

const push = named(
  'Push',
  z.object({
    publicKey: described(z.string(), 'The applicationServerKey to subscribe with (VAPID, RFC 8292), in base64url.'),
    endpoint: described(
      z.nullable(z.string()),
      'The address of the subscription of this session; a browser that has another gets nothing by it.',
    ),
  }),
)
export type Push = z.infer<typeof push>

export const getPush = endpoint({
  method: 'GET',
  path: '/api/push',
  summary: 'Get the key of push notifications, and the subscription of this session',
  response: push,
})

export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/api/push',
  summary: 'Create the push subscription of this browser',
  description: 'It replaces an earlier one of the session, and ends with the session.',
  body: z.strictObject({
    endpoint: described(
      exact().check(z.maxLength(PUSH_ENDPOINT_MAX, FIELD_TEXTS.pushEndpoint)),
      'The address of the push service: https, a public host name, and no port.',
    ),
    p256dh: described(
      exact().check(z.regex(PUSH_P256DH_PATTERN, FIELD_TEXTS.pushEndpoint)),
      'The public key of the browser: an uncompressed point of P-256 (RFC 8291), in base64url.',
    ),
    auth: described(
      exact().check(z.regex(PUSH_AUTH_PATTERN, FIELD_TEXTS.pushEndpoint)),
      'The authentication secret of the browser: 16 bytes, in base64url.',
    ),
  }),
  response: push,
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/api/push',
  summary: 'Delete the push subscription of this browser',
  response: push,
})
