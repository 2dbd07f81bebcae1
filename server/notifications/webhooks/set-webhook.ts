/** The webhook of an API key: its owner sets it, after authenticating recently, and is notified by email. */
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { seal } from '../../db/encryption/envelope.ts'
import { webhookPlace } from '../../db/encryption/sealed-columns.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueAdditionLink } from '../../accounts/one-time-tokens/addition-links.ts'
import type { RateLimits } from '../../http/rate-limits/rate-limits.ts'
import { requireRecentAuthentication } from '../../accounts/sessions/recent-authentication.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockUser } from '../../accounts/users/lock-user.ts'
import { getRecipient } from '../../accounts/users/queries.ts'
import { newSecret } from './signature.ts'

type Address = { keyId: string; url: string }

/**
 * Creates the webhook of a key and returns its secret, which cannot be read again. Refuses with `reauthentication_required`, `webhook_exists`, `webhook_key_unfit` or `webhooks_limit`, and with `not_found` for another user's key.
 */
export async function createWebhook(
  { keyring, limits }: Pick<Context, 'keyring' | 'limits'>,
  db: Db,
  viewer: Viewer,
  { keyId, url }: Address,
): Promise<string> {
  const secret = newSecret()
  await inTransaction(db, async (tx) => {
    const { name, isFit } = await keyForChange(tx, limits, viewer, keyId)
    if (!isFit) throw new DomainError('webhook_key_unfit')
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from webhooks where user_id = ${viewer.id} and key_id <> ${keyId}`.execute(tx)
    const limit = LIMITS.webhooks
    if (rows[0]!.others >= limit) throw new DomainError('webhooks_limit', { values: { limit } })
    const { numAffectedRows } = await sql`
      insert into webhooks (key_id, user_id, url, sealed)
      values (${keyId}, ${viewer.id}, ${url}, ${seal(keyring, webhookPlace(keyId), Buffer.from(secret))})
      on conflict (key_id) do nothing`.execute(tx)
    if (numAffectedRows !== 1n) throw new DomainError('webhook_exists')
    await report(tx, viewer, keyId, name)
  })
  return secret
}

/** Sends events to another address from now on, also those that wait; a paused webhook is resumed. */
export async function changeWebhook(
  tx: Tx,
  limits: RateLimits,
  viewer: Viewer,
  { keyId, url }: Address,
): Promise<void> {
  const { name } = await keyForChange(tx, limits, viewer, keyId)
  const { numAffectedRows } = await sql`
    update webhooks set url = ${url}, failing_since = null, paused_at = null, pause_reason = null
    where key_id = ${keyId} and user_id = ${viewer.id}`.execute(tx)
  if (numAffectedRows !== 1n) throw new DomainError('not_found')
  await report(tx, viewer, keyId, name)
}

export async function resumeWebhook(tx: Tx, userId: string, keyId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update webhooks set failing_since = null, paused_at = null, pause_reason = null
    where key_id = ${keyId} and user_id = ${userId}`.execute(tx)
  if (numAffectedRows !== 1n) throw new DomainError('not_found')
}

export async function removeWebhook(tx: Tx, userId: string, keyId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from webhooks where key_id = ${keyId} and user_id = ${userId}`.execute(tx)
  if (numAffectedRows !== 1n) throw new DomainError('not_found')
}

type Key = {
  name: string
  /** It is valid and may read. */
  isFit: boolean
}

async function keyForChange(tx: Tx, limits: RateLimits, viewer: Viewer, keyId: string): Promise<Key> {
  await lockUser(tx, viewer.id)
  // After the lock: a session that was ended meanwhile is refused.
  await requireRecentAuthentication(viewer, tx)
  const { rows } = await sql<Key>`
    select name, 'read' = any(scopes) and is_key_valid(expires_at) as is_fit
    from api_keys where id = ${keyId} and user_id = ${viewer.id}`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  await limits.consume(tx, 'webhook_changes_per_account', viewer.id)
  return rows[0]
}

/** The link removes the key, and the webhook with it. */
async function report(tx: Tx, viewer: Viewer, keyId: string, name: string): Promise<void> {
  const recipient = await getRecipient(tx, viewer.id)
  const link = await issueAdditionLink(tx, recipient, { kind: 'api_key', id: keyId })
  await queueMail(tx, { ...recipient, kind: 'webhook_set', values: { name, link } })
}
