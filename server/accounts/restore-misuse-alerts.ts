import {
  ESCALATION_CHANNELS,
  ESCALATION_MINUTES_DEFAULT,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_GROUPS,
  isMisuseAlert,
} from '../../domain/notifications/notifications.ts'
import type { NotificationGroup } from '../../domain/notifications/notifications.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Restores the settings that a thief turns off to keep the owner from learning of trades: the emails about trades and disputes, and
 * escalation; quiet hours end, which delay them. The caller has locked the user.
 */
export async function restoreMisuseAlerts(tx: Tx, userId: string): Promise<void> {
  for (const { group, channel } of MISUSE_ALERTS) {
    await sql`
      update notification_settings set is_on = true
      where user_id = ${userId} and event_group = ${group} and channel = ${channel}`.execute(tx)
  }
  await sql`
    update notification_preferences
    set escalation_minutes = ${ESCALATION_MINUTES_DEFAULT}, escalation_channels = ${[...ESCALATION_CHANNELS]},
      quiet_from = null, quiet_until = null
    where user_id = ${userId}`.execute(tx)
}

const MISUSE_ALERTS = (Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[]).flatMap((group) =>
  NOTIFICATION_CHANNELS.filter((channel) => isMisuseAlert(group, channel)).map((channel) => ({ group, channel })),
)
