import type { WebhookDelivery } from '../../../domain/api/notifications/webhook-values.ts'
import { DomainError } from '../../../domain/errors.ts'
import { LISTED } from '../../../domain/limits.ts'
import { WEBHOOK_TEST_EVENT } from '../../../domain/notifications/webhooks.ts'
import { pageOf } from '../../db/page-of.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Page = { deliveries: WebhookDelivery[]; nextCursor: string | null }

/** Newest first, `LISTED.webhook_deliveries` at a time; `before` is the id of the last one of the former page. */
export async function listDeliveries(db: DbOrTx, userId: string, keyId: string, before: string | null): Promise<Page> {
  const { rows: found } = await sql`select from webhooks where key_id = ${keyId} and user_id = ${userId}`.execute(db)
  if (found.length === 0) throw new DomainError('not_found')
  const { rows } = await sql<DeliveryRow>`
    ${selectDeliveries()} where d.key_id = ${keyId} and d.user_id = ${userId}
      and (${before}::uuid is null or (d.created_at, d.id) <
        (select created_at, id from webhook_deliveries where id = ${before} and key_id = ${keyId}))
    order by d.created_at desc, d.id desc limit ${sql.lit(LISTED.webhook_deliveries + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, LISTED.webhook_deliveries, ({ id }) => id)
  return { deliveries: page.map(toDelivery), nextCursor }
}

/** How many deliveries of an export are in memory: a user may have those of 30 days, some 150,000. */
export const EXPORTED_AT_A_TIME = 1000

/** Of all webhooks of the user, oldest first. */
export async function* everyDelivery(db: DbOrTx, userId: string): AsyncGenerator<WebhookDelivery & { keyId: string }> {
  // A moment, not a row, since the row may be purged during the export; as text, which keeps the microseconds.
  let last = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (let read = EXPORTED_AT_A_TIME; read === EXPORTED_AT_A_TIME;) {
    const { rows } = await sql<DeliveryRow & { keyId: string; createdAt: string }>`
      ${selectDeliveries(sql`d.key_id, d.created_at::text as created_at, `)}
      where d.user_id = ${userId} and (d.created_at, d.id) > (${last.createdAt}::timestamptz, ${last.id}::uuid)
      order by d.created_at, d.id limit ${sql.lit(EXPORTED_AT_A_TIME)}`.execute(db)
    for (const { keyId, createdAt, ...row } of rows) {
      yield { ...toDelivery(row), keyId }
      last = { createdAt, id: row.id }
    }
    read = rows.length
  }
}

export async function getDelivery(db: DbOrTx, id: string): Promise<WebhookDelivery> {
  const { rows } = await sql<DeliveryRow>`${selectDeliveries()} where d.id = ${id}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return toDelivery(rows[0])
}

type DeliveryRow = Omit<WebhookDelivery, 'at' | 'lastAttemptAt' | 'nextAttemptAt'> & {
  at: Date
  lastAttemptAt: Date | null
  nextAttemptAt: Date | null
}

const selectDeliveries = (further = sql``) => sql`
  select ${further}d.id, coalesce(n.event, ${sql.lit(WEBHOOK_TEST_EVENT)}) as event, n.trade_id, coalesce(n.at, d.created_at) as at,
    coalesce(d.outcome, 'waiting') as status, d.attempts, d.last_attempt_at,
    case when d.outcome is null then d.due_at end as next_attempt_at, d.response_status, d.failure
  from webhook_deliveries d left join notifications n on n.id = d.notification_id`

function toDelivery({ at, lastAttemptAt, nextAttemptAt, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    at: at.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}
