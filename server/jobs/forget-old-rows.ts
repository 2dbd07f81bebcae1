import { RETENTION } from '../../domain/privacy.ts'
import { USERNAME_CHANGE_DAYS } from '../../domain/profiles.ts'
import { DEVICE_DAYS } from '../sessions/device.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { eachInTurn, inBatches } from './batches.ts'

const A_BATCH = 5000

/** The moment is read once: an index is not asked for what clock_timestamp() says anew for each row. */
const isOlderThan = (column: string, age: string) =>
  sql<boolean>`${sql.ref(column)} < (select clock_timestamp() - ${sql.lit(age)}::interval)`
const isOver = isOlderThan('expires_at', '0')

/** Which rows of a table go, and in which order: one person's events from the first on, so that no gap is ever seen. */
const OLD = [
  { table: 'commands', goes: isOlderThan('at', '48 hours'), order: 'at' },
  { table: 'user_events', goes: isOlderThan('at', '7 days'), order: 'at, seq' },
  { table: 'mails', goes: isOlderThan('created_at', '7 days'), order: 'created_at' },
  {
    table: 'mails',
    goes: sql<boolean>`user_id is null and ${isOlderThan('created_at', '1 day')}`,
    order: 'created_at',
  },
  {
    table: 'mails',
    goes: sql<boolean>`user_id in (
      select id from users where ${isOlderThan('deleted_at', '1 day')} and not ${isOlderThan('deleted_at', '8 days')})`,
    order: 'created_at',
  },
  {
    table: 'contact_messages',
    goes: isOlderThan('created_at', `${RETENTION.contactYears} years`),
    order: 'created_at',
  },
  { table: 'freed_usernames', goes: isOlderThan('freed_at', `${USERNAME_CHANGE_DAYS} days`), order: 'freed_at' },
  { table: 'sessions', goes: isOver, order: 'expires_at' },
  { table: 'one_time_tokens', goes: isOver, order: 'expires_at' },
  // An authenticator app that was shown its secret and never answered.
  {
    table: 'totps',
    goes: sql<boolean>`confirmed_at is null and ${isOlderThan('created_at', '1 day')}`,
    order: 'created_at',
  },
  { table: 'rate_limits', goes: isOlderThan('window_ends_at', '0'), order: 'window_ends_at' },
  { table: 'sign_ins', goes: isOlderThan('at', `${RETENTION.logDays} days`), order: 'at' },
  { table: 'devices', goes: isOlderThan('last_used_at', `${DEVICE_DAYS} days`), order: 'last_used_at' },
] as const

/**
 * Answers are kept 48 hours, events 7 days, mails 7, sign-ins 90, freed names a year, browsers as long as their cookie,
 * messages to the house two years; sessions, secrets and limits go when they are over. The last mail of a deleted account
 * goes after a day, with its address, and so does that to somebody who registers.
 */
export async function purgeExpiredRows(db: Db): Promise<void> {
  await eachInTurn(OLD, (old) => inBatches(A_BATCH, (atMost) => forget(db, old, atMost)))
}

/** A row that was chosen and prolonged meanwhile stays. */
async function forget(db: Db, { table, goes, order }: (typeof OLD)[number], atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where ctid = any(array(
      select ctid from ${sql.table(table)} where ${goes} order by ${sql.raw(order)} limit ${sql.lit(atMost)})) and ${goes}`.execute(
    db,
  )
  return Number(numAffectedRows)
}
