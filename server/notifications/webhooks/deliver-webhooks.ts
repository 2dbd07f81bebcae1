/** Sends due deliveries to webhooks: signed, a few at a time, so that a receiver that hangs delays those of other users little. */
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../db/error-codes.ts'
import type { WebhookEvent } from '../../../domain/api/notifications/webhook-values.ts'
import { RETRY_HOURS } from '../../../domain/notifications/retries.ts'
import { NOTIFICATION_EVENTS } from '../../../domain/notifications/notifications.ts'
import type { NotificationEvent, NotificationValues } from '../../../domain/notifications/notifications.ts'
import { WEBHOOK_TEST_EVENT, WEBHOOK_TIMEOUT_SECONDS } from '../../../domain/notifications/webhooks.ts'
import type { WebhookFailure, WebhookPauseReason } from '../../../domain/notifications/webhooks.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { endOfRetries, timeOfNextAttempt } from '../../db/retries.ts'
import { open } from '../../db/encryption/envelope.ts'
import { webhookPlace } from '../../db/encryption/sealed-columns.ts'
import { createPublicTransport, TimedOut } from '../../http/public-request.ts'
import type { PublicAnswer, PublicTransport } from '../../http/public-request.ts'
import { notify } from '../notify.ts'
import { queueWebhookDeliveries } from './queue-deliveries.ts'
import { signedHeaders } from './signature.ts'

const GONE = 410
const LOOK_MS = 500

/** Concurrent requests. Failing webhooks have their own, so that receivers that hang cannot occupy those of healthy ones. */
const PLACES = { healthy: 24, failing: 8 }
type Lane = keyof typeof PLACES
const PER_USER = 4
const PER_FAILING_WEBHOOK = 1

type Delivery = {
  id: string
  keyId: string
  userId: string
  notificationId: string | null
  attempts: number
  url: string
  sealed: Buffer
  /** Null for a test, as are the trade and the values. */
  event: NotificationEvent | null
  tradeId: string | null
  values: NotificationValues | null
  at: Date
}
type InFlight = Delivery & { lane: Lane; ended: Promise<void> }

/** The answer, or why there was none. */
type Result = PublicAnswer | { failure: WebhookFailure }

const toPublicAddresses = createPublicTransport({ timeoutMs: WEBHOOK_TIMEOUT_SECONDS * 1000 })

/** Returns when nothing is due any more. */
export async function deliverDueWebhooks(
  context: Context,
  stopping?: AbortSignal,
  transport: PublicTransport = toPublicAddresses,
): Promise<void> {
  const inFlight = new Set<InFlight>()
  let ended = 0
  const start = (lane: Lane, delivery: Delivery) => {
    const started: InFlight = { ...delivery, lane, ended: Promise.resolve() }
    started.ended = deliver(context, transport, delivery, stopping).finally(() => {
      inFlight.delete(started)
      ended++
    })
    inFlight.add(started)
  }
  for (let queuedAt = -Infinity; ;) {
    let claimed = 0
    const endedBefore = ended
    if (!stopping?.aborted) {
      if (performance.now() - queuedAt > LOOK_MS) {
        await queueWebhookDeliveries(context.db)
        queuedAt = performance.now()
      }
      for (const lane of ['healthy', 'failing'] as const) {
        const due = await claimDue(context.db, lane, inFlight)
        for (const delivery of due) start(lane, delivery)
        claimed += due.length
      }
    }
    // One that ended meanwhile has left its place.
    if (claimed > 0 || ended > endedBefore) continue
    if (inFlight.size === 0) return
    await Promise.race([...[...inFlight].map(({ ended }) => ended), sleep(LOOK_MS)])
  }
}

/**
 * One delivery of each user at most, those that have waited longest first. Of two workers one claims it; if the worker dies, the
 * delivery becomes due again. The webhooks that have deliveries are found one after another in the index, so that a long queue of
 * one costs the others nothing.
 */
async function claimDue(db: Db, lane: Lane, inFlight: ReadonlySet<InFlight>): Promise<Delivery[]> {
  const running = [...inFlight]
  const free = PLACES[lane] - running.filter((one) => one.lane === lane).length
  if (free <= 0) return []
  const users = atLimit(running, ({ userId }) => userId, PER_USER)
  const keys = lane === 'failing' ? atLimit(running, ({ keyId }) => keyId, PER_FAILING_WEBHOOK) : []
  const { rows } = await sql<Delivery>`
    with recursive waiting (key_id) as (
      (select key_id from webhook_deliveries where outcome is null order by key_id limit 1)
      union all
      select (select d.key_id from webhook_deliveries d where d.outcome is null and d.key_id > w.key_id order by d.key_id limit 1)
      from waiting w where w.key_id is not null
    ), of_each_user as (
      select distinct on (w.user_id) d.id, d.due_at
      from waiting join webhooks w on w.key_id = waiting.key_id join api_keys k on k.id = w.key_id
        cross join lateral (
          select id, due_at from webhook_deliveries
          where key_id = w.key_id and outcome is null and due_at <= (select clock_timestamp())
          order by due_at limit 1 for no key update skip locked) d
      where (w.failing_since is not null) = ${lane === 'failing'} and w.paused_at is null
        and is_key_valid(k.expires_at)
        and w.user_id <> all(${users}::uuid[]) and w.key_id <> all(${keys}::uuid[])
      order by w.user_id, d.due_at
    ), due as (select id from of_each_user order by due_at limit ${sql.lit(free)})
    update webhook_deliveries d set attempts = d.attempts + 1, last_attempt_at = clock_timestamp(),
      due_at = ${timeOfNextAttempt('d.attempts')}
    from due join webhook_deliveries claimed on claimed.id = due.id
      join webhooks w on w.key_id = claimed.key_id left join notifications n on n.id = claimed.notification_id
    where d.id = due.id
    returning d.id, d.key_id, d.user_id, d.notification_id, d.attempts, w.url, w.sealed, n.event, n.trade_id,
      n.values - 'seq' as values, coalesce(n.at, d.created_at) as at`.execute(db)
  return rows
}

function atLimit(running: readonly InFlight[], of: (one: InFlight) => string, limit: number): string[] {
  const counts = new Map<string, number>()
  for (const one of running) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= limit).map(([id]) => id)
}

async function deliver(
  context: Context,
  transport: PublicTransport,
  delivery: Delivery,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { db, log } = context
  try {
    const result = await send(context, transport, delivery, stopping)
    const isDelivered = 'status' in result && result.status >= 200 && result.status < 300
    await (isDelivered ? recordSuccess(db, delivery, result.status) : recordFailure(db, delivery, result))
  } catch (error) {
    // It becomes due again.
    log.error({ err: error, deliveryId: delivery.id }, 'the result of a webhook delivery could not be recorded')
  }
}

async function send(
  { keyring, log }: Context,
  transport: PublicTransport,
  delivery: Delivery,
  stopping: AbortSignal | undefined,
): Promise<Result> {
  const event = eventOf(delivery)
  const body = JSON.stringify(event)
  try {
    const secret = open(keyring, webhookPlace(delivery.keyId), delivery.sealed).toString()
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Sarraf-Webhooks/1.0',
      ...signedHeaders(secret, event.id, new Date(), body),
    }
    const request = { url: delivery.url, headers, body: Buffer.from(body) }
    return await transport(stopping ? { ...request, signal: stopping } : request)
  } catch (error) {
    log.debug({ err: error, deliveryId: delivery.id }, 'a webhook did not answer')
    return { failure: failureOf(error) }
  }
}

function eventOf({ id, notificationId, event, tradeId, values, at }: Delivery): WebhookEvent {
  return {
    id: notificationId ?? id,
    event: event ?? WEBHOOK_TEST_EVENT,
    isUrgent: event !== null && NOTIFICATION_EVENTS[event].isUrgent,
    tradeId,
    values: values ?? {},
    at: at.toISOString(),
  }
}

function failureOf(error: unknown): WebhookFailure {
  if (error instanceof TimedOut) return 'timed_out'
  return /CERT|UNABLE_TO|^ERR_TLS|^ERR_SSL/.test(codeOf(error) ?? '') ? 'certificate' : 'no_connection'
}

/** Two transactions, so that neither row is locked while the other is waited for. */
async function recordSuccess(db: Db, { id, keyId }: Delivery, status: number): Promise<void> {
  await sql`
    update webhook_deliveries set outcome = 'delivered', ended_at = clock_timestamp(), response_status = ${status}, failure = null
    where id = ${id} and outcome is null`.execute(db)
  await sql`
    update webhooks set last_success_at = clock_timestamp(), failing_since = null
    where key_id = ${keyId} and (failing_since is not null
      or coalesce(last_success_at < clock_timestamp() - interval '1 minute', true))`.execute(db)
}

/**
 * The delivery is attempted again later, and has failed when the next attempt would be a day after the first. A receiver may ask by
 * Retry-After for a later attempt than that of the schedule, within that day.
 */
async function recordFailure(db: Db, { id, keyId, url, attempts }: Delivery, result: Result): Promise<void> {
  const status = 'status' in result ? result.status : null
  const failure = 'failure' in result ? result.failure : null
  // No longer than the day, so that the number fits an interval.
  const seconds = Math.min(('status' in result && result.retryAfterSeconds) || 0, RETRY_HOURS * 3600)
  await inTransaction(db, async (tx) => {
    // Locks the webhook before the delivery, as every writer of both does. No row is updated if the address has changed since.
    const { numAffectedRows } = await sql`
      update webhooks set failing_since = coalesce(failing_since, clock_timestamp())
      where key_id = ${keyId} and url = ${url}`.execute(tx)
    if (numAffectedRows !== 1n) return
    const { rows } = await sql<{ outcome: string | null; isSilent: boolean }>`
      update webhook_deliveries d set response_status = ${status}, failure = ${failure},
        outcome = case when due_at > retried_until then 'failed' end,
        ended_at = case when due_at > retried_until then clock_timestamp() end,
        due_at = greatest(due_at, least(clock_timestamp() + make_interval(secs => ${seconds}), retried_until))
      from (select ${endOfRetries('since')} as retried_until from webhook_deliveries where id = ${id}) age
      -- An earlier attempt says nothing of one that is later.
      where d.id = ${id} and d.outcome is null and d.attempts = ${attempts}
      returning d.outcome, coalesce((select last_success_at < d.since from webhooks where key_id = d.key_id), true) as is_silent
      `.execute(tx)
    if (status === GONE) return pause(tx, keyId, 'gone')
    if (rows[0]?.outcome === 'failed' && rows[0].isSilent) await pause(tx, keyId, 'failing')
  })
}

/** Its owner is notified once. What waits is dropped, and can be sent again by hand after the webhook was resumed. */
async function pause(tx: Tx, keyId: string, reason: WebhookPauseReason): Promise<void> {
  const { rows } = await sql<{ userId: string; name: string }>`
    update webhooks w set paused_at = clock_timestamp(), pause_reason = ${reason}
    from api_keys k where w.key_id = ${keyId} and k.id = w.key_id and w.paused_at is null
    returning w.user_id, k.name`.execute(tx)
  if (!rows[0]) return
  await sql`
    update webhook_deliveries set outcome = 'dropped', ended_at = clock_timestamp()
    where key_id = ${keyId} and outcome is null`.execute(tx)
  const { userId, name } = rows[0]
  await notify(tx, { userId, event: 'webhook_paused', values: { name, reason } })
}
