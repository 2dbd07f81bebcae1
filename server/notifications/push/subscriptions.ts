/** Push subscriptions: each belongs to a session, and ends with it. */
import type { Sent } from '../../../domain/api/endpoint.ts'
import type { subscribeToPush } from '../../../domain/api/notifications/push.ts'
import { InvalidInput } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { isPublicUrl } from '../../../domain/public-url.ts'
import { FIELD_TEXTS } from '../../../domain/texts.ts'
import type { Db, DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { isP256Point } from './browser-keys.ts'

type Session = { id: string; sessionId: string }

export async function findEndpoint(db: DbOrTx, { id, sessionId }: Session): Promise<string | null> {
  const { rows } = await sql<{ endpoint: string }>`
    select endpoint from push_subscriptions where session_id = ${sessionId} and user_id = ${id}`.execute(db)
  return rows[0]?.endpoint ?? null
}

/** Replaces the session's subscription. Refuses an endpoint that is not public or of another session, and a key that is no point. */
export async function subscribe(
  tx: Tx,
  { id, sessionId }: Session,
  { endpoint, p256dh, auth }: Sent<typeof subscribeToPush, 'body'>,
  publicKey: string,
): Promise<void> {
  if (!isPublicUrl(endpoint)) throw new InvalidInput({ endpoint: FIELD_TEXTS.pushEndpoint })
  if (!isP256Point(p256dh)) throw new InvalidInput({ p256dh: FIELD_TEXTS.pushEndpoint })
  await sql`delete from push_subscriptions where session_id = ${sessionId} and user_id = ${id}`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, public_key)
    values (${sessionId}, ${id}, ${endpoint}, ${p256dh}, ${auth}, ${publicKey})
    on conflict (endpoint) do nothing`.execute(tx)
  if (numAffectedRows !== 1n) throw new InvalidInput({ endpoint: FIELD_TEXTS.pushEndpoint })
}

export async function unsubscribe(tx: Tx, { id, sessionId }: Session): Promise<void> {
  await sql`delete from push_subscriptions where session_id = ${sessionId} and user_id = ${id}`.execute(tx)
}

export type Subscription = { sessionId: string; endpoint: string; p256dh: string; auth: string }

/** The subscriptions of the user's sessions that have not expired. */
export async function subscriptionsOf(db: Db, userId: string, publicKey: string): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select p.session_id, p.endpoint, p.p256dh, p.auth
    from push_subscriptions p join sessions s on s.id = p.session_id
    where p.user_id = ${userId} and p.public_key = ${publicKey} and s.expires_at > clock_timestamp()
    order by p.created_at desc limit ${sql.lit(LIMITS.push_subscriptions)}`.execute(db)
  return rows
}

/** Records that the push service accepted a message. */
export async function recordSuccess(db: Db, { sessionId, endpoint }: Subscription): Promise<void> {
  await sql`
    update push_subscriptions set last_success_at = clock_timestamp()
    where session_id = ${sessionId} and endpoint = ${endpoint}`.execute(db)
}

/** Deletes a subscription that can get no message any more, unless its session has a new one. */
export async function removeSubscription(db: Db, { sessionId, endpoint }: Subscription): Promise<void> {
  await sql`delete from push_subscriptions where session_id = ${sessionId} and endpoint = ${endpoint}`.execute(db)
}
