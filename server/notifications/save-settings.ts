import type { Sent } from '../../domain/api/endpoint.ts'
import type {
  saveNotificationPreferences,
  saveNotificationSetting,
} from '../../domain/api/notifications/notifications.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { NOTIFICATION_GROUPS, isMisuseAlert } from '../../domain/notifications/notifications.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { getKnownZone } from '../db/time-zones.ts'
import { requireRecentAuthentication } from '../accounts/sessions/recent-authentication.ts'
import type { Viewer } from '../http/viewer.ts'
import { lockUser } from '../accounts/users/lock-user.ts'
import { getSettings } from './queries.ts'

/**
 * Turns a group of events on or off for one channel. Refuses to turn off what is required, and with `reauthentication_required` to
 * turn off an email by which the owner learns of misuse.
 */
export async function saveSetting(
  tx: Tx,
  viewer: Viewer,
  { group, channel, isOn }: Sent<typeof saveNotificationSetting, 'body'>,
): Promise<void> {
  if (!isOn && NOTIFICATION_GROUPS[group][channel] === 'required') throw new DomainError('notification_required')
  if (!isOn && isMisuseAlert(group, channel)) await assertOwner(tx, viewer)
  await sql`
    insert into notification_settings (user_id, event_group, channel, is_on) values (${viewer.id}, ${group}, ${channel}, ${isOn})
    on conflict (user_id, event_group, channel) do update set is_on = excluded.is_on`.execute(tx)
}

/**
 * Stores quiet hours with their time zone, and escalation. Refuses a zone that the database does not know, and with
 * `reauthentication_required` to remove a channel of escalation, or to set other quiet hours, which delay emails.
 */
export async function savePreferences(
  tx: Tx,
  viewer: Viewer,
  { timeZone, quietHours, escalationMinutes, escalationChannels }: Sent<typeof saveNotificationPreferences, 'body'>,
): Promise<void> {
  const zone = await getKnownZone(tx, timeZone)
  if (quietHours && quietHours.from === quietHours.until) {
    throw new InvalidInput({ quietHours: FIELD_TEXTS.quietHoursEmpty })
  }
  const present = await getSettings(tx, viewer.id)
  const removesChannel = present.escalationChannels.some((channel) => !escalationChannels.includes(channel))
  if (removesChannel || delays(quietHours, present.quietHours)) await assertOwner(tx, viewer)
  await sql`
    insert into notification_preferences (user_id, time_zone, quiet_from, quiet_until, escalation_minutes, escalation_channels)
    values (${viewer.id}, ${zone}, ${quietHours?.from ?? null}, ${quietHours?.until ?? null}, ${escalationMinutes},
      ${[...new Set(escalationChannels)]})
    on conflict (user_id) do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, escalation_minutes = excluded.escalation_minutes,
      escalation_channels = excluded.escalation_channels`.execute(tx)
}

type QuietHours = { from: string; until: string } | null

/** Whether other hours than before are quiet. */
function delays(quietHours: QuietHours, before: QuietHours): boolean {
  return quietHours !== null && (quietHours.from !== before?.from || quietHours.until !== before.until)
}

/** The lock comes first: a recovery in progress is waited for, and ends the session of a thief. */
async function assertOwner(tx: Tx, viewer: Viewer): Promise<void> {
  await lockUser(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
}
