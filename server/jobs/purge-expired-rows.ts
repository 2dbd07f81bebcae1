import { RETENTION } from '../../domain/accounts/privacy.ts'
import { USERNAME_CHANGE_DAYS } from '../../domain/profiles/profiles.ts'
import { DEVICE_DAYS } from '../../domain/accounts/devices.ts'
import { ARBITER_CONFLICT_DAYS } from '../../domain/disputes/disputes.ts'
import { LIMITS } from '../../domain/limits.ts'
import { NOTIFICATION_DAYS, MAIL_DAYS } from '../../domain/notifications/notifications.ts'
import { WEBHOOK_DELIVERY_DAYS } from '../../domain/notifications/webhooks.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { eachInTurn, inBatches } from './batches.ts'

const BATCH_SIZE = 5000

/** The time is computed once, in a subquery: an index cannot be searched for clock_timestamp(), which differs for each row. */
const isOlderThan = (column: string, age: string) =>
  sql<boolean>`${sql.ref(column)} < (select clock_timestamp() - ${sql.lit(age)}::interval)`
const isExpired = isOlderThan('expires_at', '0')

/** Which rows of a table are purged, and in which order: a user's events in sequence, so that no reader sees a gap. */
const PURGES = [
  { table: 'commands', isDue: isOlderThan('at', '48 hours'), order: 'at' },
  { table: 'user_events', isDue: isOlderThan('at', '7 days'), order: 'at, seq' },
  { table: 'notifications', isDue: isOlderThan('at', `${NOTIFICATION_DAYS} days`), order: 'at' },
  {
    table: 'webhook_deliveries',
    isDue: isOlderThan('created_at', `${WEBHOOK_DELIVERY_DAYS} days`),
    order: 'created_at',
  },
  { table: 'search_matches', isDue: isOlderThan('at', '2 days'), order: 'at' },
  { table: 'mails', isDue: isOlderThan('created_at', `${MAIL_DAYS} days`), order: 'created_at' },
  {
    table: 'mails',
    isDue: sql<boolean>`user_id is null and ${isOlderThan('created_at', '1 day')}`,
    order: 'created_at',
  },
  {
    table: 'mails',
    isDue: sql<boolean>`user_id in (
      select id from users where ${isOlderThan('deleted_at', '1 day')} and not ${isOlderThan('deleted_at', `${MAIL_DAYS + 1} days`)})`,
    order: 'created_at',
  },
  {
    table: 'contact_messages',
    isDue: isOlderThan('created_at', `${RETENTION.contactYears} years`),
    order: 'created_at',
  },
  { table: 'freed_usernames', isDue: isOlderThan('freed_at', `${USERNAME_CHANGE_DAYS} days`), order: 'freed_at' },
  { table: 'sessions', isDue: isExpired, order: 'expires_at' },
  { table: 'one_time_tokens', isDue: isExpired, order: 'expires_at' },
  // An authenticator app that was shown its secret and never confirmed.
  {
    table: 'totps',
    isDue: sql<boolean>`confirmed_at is null and ${isOlderThan('created_at', '1 day')}`,
    order: 'created_at',
  },
  { table: 'upload_parts', isDue: isExpired, order: 'expires_at' },
  { table: 'rate_limits', isDue: isOlderThan('window_ends_at', '0'), order: 'window_ends_at' },
  {
    table: 'team_members',
    isDue: isOlderThan('ended_at', `${ARBITER_CONFLICT_DAYS} days`),
    order: 'ended_at',
  },
  { table: 'team_acts', isDue: isOlderThan('at', `${RETENTION.actYears} years`), order: 'at' },
  { table: 'sign_ins', isDue: isOlderThan('at', `${RETENTION.logDays} days`), order: 'at' },
  {
    table: 'user_networks',
    isDue: isOlderThan('last_seen_at', `${LIMITS.shared_network_days} days`),
    order: 'last_seen_at',
  },
  { table: 'devices', isDue: isOlderThan('last_used_at', `${DEVICE_DAYS} days`), order: 'last_used_at' },
] as const

/** Purges each table's due rows in batches; the table above has the periods. */
export async function purgeExpiredRows(db: Db): Promise<void> {
  await eachInTurn(
    PURGES,
    ({ table }) => table,
    (due) => inBatches(BATCH_SIZE, (atMost) => purge(db, due, atMost)),
  )
}

/** The condition is repeated in the delete: a selected row that was extended in the meantime stays. */
async function purge(db: Db, { table, isDue, order }: (typeof PURGES)[number], atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where ctid = any(array(
      select ctid from ${sql.table(table)} where ${isDue} order by ${sql.raw(order)} limit ${sql.lit(atMost)})) and ${isDue}`.execute(
    db,
  )
  return Number(numAffectedRows)
}
