import { RETENTION } from '../../domain/privacy.ts'
import { DEVICE_DAYS } from '../accounts/device.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Answers are kept 48 hours, unused quotes a day, events 7 days, mails 7, sign-ins 90, freed names a year, browsers as long as
 * their cookie, messages to the house two years; sessions, secrets and limits go when they are over. The last mail of a deleted
 * account goes after a day, with its address, and so does that to somebody who registers.
 */
export async function forgetOldRows(db: Db): Promise<void> {
  await sql`delete from commands where at < clock_timestamp() - interval '48 hours'`.execute(db)
  await sql`
    delete from quotes q
    where created_at < clock_timestamp() - interval '1 day' and not exists (select from trades where quote_id = q.id)`.execute(
    db,
  )
  await sql`delete from user_events where at < clock_timestamp() - interval '7 days'`.execute(db)
  await sql`delete from mails where created_at < clock_timestamp() - interval '7 days'`.execute(db)
  await sql`delete from mails where user_id is null and created_at < clock_timestamp() - interval '1 day'`.execute(db)
  await sql`
    delete from mails m using users u
    where u.deleted_at < clock_timestamp() - interval '1 day' and u.deleted_at > clock_timestamp() - interval '8 days'
      and m.user_id = u.id`.execute(db)
  await sql`
    delete from contact_messages
    where created_at < clock_timestamp() - make_interval(years => ${RETENTION.contactYears})`.execute(db)
  await sql`delete from freed_usernames where freed_at < clock_timestamp() - interval '365 days'`.execute(db)
  await sql`delete from sessions where expires_at < clock_timestamp()`.execute(db)
  await sql`delete from secrets where expires_at < clock_timestamp()`.execute(db)
  // An authenticator app that was shown its secret and never answered.
  await sql`
    delete from totps where confirmed_at is null and created_at < clock_timestamp() - interval '1 day'`.execute(db)
  await sql`delete from limits where ends_at < clock_timestamp()`.execute(db)
  await sql`
    delete from sign_ins where at < clock_timestamp() - make_interval(days => ${RETENTION.logDays})`.execute(db)
  await sql`
    delete from devices where last_used_at < clock_timestamp() - make_interval(days => ${DEVICE_DAYS})`.execute(db)
}
