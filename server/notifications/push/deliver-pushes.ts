/** The push channel: sends each due delivery to every browser of its user, encrypted for that browser. */
import webPush from 'web-push'
import { codeOf } from '../../db/error-codes.ts'
import { addressIn, directionOf } from '../../../domain/languages.ts'
import { NOTIFICATION_EVENTS } from '../../../domain/notifications/notifications.ts'
import { PUSH_HOURS } from '../../../domain/notifications/push.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { pushSummaryTitle, pushTitle } from '../../mail/push-texts.ts'
import { claimDue, delivered, dropped, failed } from '../deliveries.ts'
import type { Delivery } from '../deliveries.ts'
import { languageOf } from '../queries.ts'
import { findRelevance } from '../relevance.ts'
import { decideSending } from '../summaries.ts'
import { canEncryptWith } from './browser-keys.ts'
import { recordSuccess, removeSubscription, subscriptionsOf } from './subscriptions.ts'
import type { Subscription } from './subscriptions.ts'
import { createPublicTransport, PrivateAddress } from '../../http/public-request.ts'
import type { PublicTransport } from '../../http/public-request.ts'
import { vapidKeys } from './vapid-keys.ts'
import type { VapidKeys } from './vapid-keys.ts'

const PUSHES_PER_ROUND = 200
/** Each sends one notification after the other, so that a push service that hangs holds up one of them. */
const SENDERS = 8
const HOUR_S = 3600
/** Statuses by which a push service reports an expired subscription (RFC 8030, section 7.3). */
const GONE: readonly number[] = [404, 410]

const toPublicAddresses = createPublicTransport()

export async function deliverDuePushes(
  context: Context,
  stopping?: AbortSignal,
  transport: PublicTransport = toPublicAddresses,
): Promise<void> {
  let claimed = 0
  const first = await claim()
  if (!first) return
  const keys = await vapidKeys(context)
  await Promise.all([send(first), ...Array.from({ length: SENDERS - 1 }, async () => send(await claim()))])

  async function claim(): Promise<Delivery | undefined> {
    if (claimed++ >= PUSHES_PER_ROUND || stopping?.aborted) return undefined
    const [due] = await claimDue(context.db, 'push', 1)
    return due
  }

  async function send(delivery: Delivery | undefined): Promise<void> {
    for (let due = delivery; due; due = await claim()) await deliver(context, keys, transport, due)
  }
}

/**
 * Sends a notification, or a summary of many (summaries.ts), to all browsers of its user and ends the delivery once all of them have
 * it. A retry sends to each browser again; the service worker replaces a repeated notification without a sound.
 */
async function deliver(
  context: Context,
  keys: VapidKeys,
  transport: PublicTransport,
  delivery: Delivery,
): Promise<void> {
  const { db, log } = context
  try {
    const sending = await inTransaction(db, (tx) => decideSending(tx, delivery))
    if (sending.as === 'held' || sending.as === 'ended') return
    const of = sending.as === 'summary' ? sending.of : [delivery]
    const payload = await payloadOf(context, delivery.notificationId, of)
    const subscriptions = await subscriptionsOf(db, delivery.userId, keys.publicKey)
    const ttl = Math.min(await secondsLeftOf(db, of), PUSH_HOURS * HOUR_S)
    const push = { context, keys, transport, delivery, payload, ttl }
    const results = await Promise.all(subscriptions.map((subscription) => sendTo(subscription, push)))
    const errors = results.filter((result) => result !== 'sent' && result !== 'gone')
    if (errors[0] !== undefined) await failed(db, delivery, errors[0])
    else if (results.includes('sent')) await delivered(db, delivery)
    else await dropped(db, delivery)
  } catch (error) {
    log.error({ err: error, notificationId: delivery.notificationId }, 'a notification could not be pushed')
    await failed(db, delivery, 'not sent')
  }
}

/** Until the last deadline of those that are sent; Infinity without one. */
async function secondsLeftOf(db: Db, of: readonly Delivery[]): Promise<number> {
  let longest = 0
  for (const delivery of of) longest = Math.max(longest, (await findRelevance(db, delivery))?.secondsLeft ?? Infinity)
  return longest
}

/** What the service worker shows: no name, no amount and nothing of a message. `id` is that of the delivery, in any attempt. */
async function payloadOf({ db, mail }: Context, id: string, of: readonly Delivery[]): Promise<string> {
  const [{ event, tradeId, userId }] = of as [Delivery]
  const language = await languageOf(db, userId)
  const isOne = of.length === 1
  const pathOfOne = tradeId === null ? '/dashboard?tab=alerts' : `/trade/${tradeId}`
  return JSON.stringify({
    id,
    title: isOne ? pushTitle(mail.catalogues, language, event) : pushSummaryTitle(mail.catalogues, language, of.length),
    path: addressIn(language, isOne ? pathOfOne : '/trades'),
    language,
    direction: directionOf(language),
  })
}

type Push = {
  context: Context
  keys: VapidKeys
  transport: PublicTransport
  delivery: Delivery
  payload: string
  ttl: number
}

/** 'sent', 'gone', or a code of the failure. */
async function sendTo(subscription: Subscription, push: Push): Promise<string> {
  const { db } = push.context
  if (!canEncryptWith(subscription)) {
    await removeSubscription(db, subscription)
    return 'gone'
  }
  // Outside the `try`: what throws here is a fault of the server, which must remove no subscription.
  const request = requestTo(subscription, push)
  try {
    const { status } = await push.transport(request)
    if (status >= 200 && status < 300) {
      await recordSuccess(db, subscription)
      return 'sent'
    }
    if (!GONE.includes(status)) return `status ${status}`
  } catch (error) {
    if (!(error instanceof PrivateAddress)) return codeOf(error) ?? 'no connection'
  }
  await removeSubscription(db, subscription)
  return 'gone'
}

function requestTo({ endpoint, p256dh, auth }: Subscription, { context, keys, delivery, payload, ttl }: Push) {
  const { publicKey, privateKey } = keys
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contactOf(context.config), publicKey, privateKey },
    // A deadline that has passed is no news when the phone is switched on.
    TTL: ttl,
    urgency: NOTIFICATION_EVENTS[delivery.event].isUrgent ? 'high' : 'normal',
    // By the topic, a retry replaces a message that the browser has not fetched yet (RFC 8030, section 5.4).
    topic: delivery.notificationId.replaceAll('-', ''),
    contentEncoding: 'aes128gcm',
  })
  return { url: endpoint, headers: headers as Record<string, string | number>, body: body! }
}

/** The contact that a push service can write to. */
function contactOf({ operator: { supportEmail }, publicUrl }: Context['config']): string {
  if (supportEmail !== null) return `mailto:${supportEmail}`
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:support@localhost'
}
