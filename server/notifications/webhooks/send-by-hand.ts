import type { WebhookDelivery } from '../../../domain/api/notifications/webhook-values.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { RateLimits } from '../../http/rate-limits/rate-limits.ts'
import { getDelivery } from './queries.ts'

/** Refuses with `webhook_paused`, with `webhook_key_unfit` for an expired key, and with `not_found` where the user has no such webhook. */
export async function sendTest(tx: Tx, limits: RateLimits, userId: string, keyId: string): Promise<WebhookDelivery> {
  await assertActive(tx, limits, userId, keyId)
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (key_id, user_id) values (${keyId}, ${userId}) returning id`.execute(tx)
  return getDelivery(tx, rows[0]!.id)
}

/** Begins the attempts of a delivery again; one that still waits is attempted next. The receiver gets the same id. */
export async function resend(
  tx: Tx,
  limits: RateLimits,
  userId: string,
  { keyId, deliveryId }: { keyId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  await assertActive(tx, limits, userId, keyId)
  const { numAffectedRows } = await sql`
    update webhook_deliveries set due_at = clock_timestamp(), outcome = null, ended_at = null,
      attempts = case when outcome is null then attempts else 0 end,
      since = case when outcome is null then since else clock_timestamp() end
    where id = ${deliveryId} and key_id = ${keyId} and user_id = ${userId}`.execute(tx)
  if (numAffectedRows !== 1n) throw new DomainError('not_found')
  return getDelivery(tx, deliveryId)
}

async function assertActive(tx: Tx, limits: RateLimits, userId: string, keyId: string): Promise<void> {
  const { rows } = await sql<{ isPaused: boolean; isExpired: boolean }>`
    select w.paused_at is not null as is_paused, not is_key_valid(k.expires_at) as is_expired
    from webhooks w join api_keys k on k.id = w.key_id
    where w.key_id = ${keyId} and w.user_id = ${userId} for no key update of w`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  if (rows[0].isExpired) throw new DomainError('webhook_key_unfit')
  if (rows[0].isPaused) throw new DomainError('webhook_paused')
  await limits.consume(tx, 'webhook_sends_per_account', userId)
}
