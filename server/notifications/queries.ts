/** All reads of a user's notifications and of their settings. */
import type { Notification, NotificationSettings } from '../../domain/api/notifications/notifications.ts'
import type { Language } from '../../domain/languages.ts'
import { LISTED, UNREAD_CAP } from '../../domain/limits.ts'
import { formatUsdt } from '../../domain/money.ts'
import {
  ESCALATION_CHANNELS,
  ESCALATION_MINUTES_DEFAULT,
  NOTIFICATION_EVENTS,
  TRADE_END_EVENTS,
} from '../../domain/notifications/notifications.ts'
import type { NotificationChannel } from '../../domain/notifications/notifications.ts'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import { pageOf } from '../db/page-of.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Characters of a message that a notification shows. */
const EXCERPT_LENGTH = 140

/** The language in which a user is notified outside of the product. */
export async function languageOf(db: DbOrTx, userId: string): Promise<Language> {
  const { rows } = await sql<{ language: Language }>`select language from accounts where user_id = ${userId}`.execute(
    db,
  )
  return rows[0]!.language
}

type Page = { notifications: Notification[]; nextCursor: string | null }

/** Newest first, `LISTED.notifications` at a time; `before` is the id of the last one of the former page. */
export async function listNotifications(db: DbOrTx, userId: string, before: string | null): Promise<Page> {
  const { rows } = await sql<NotificationRow>`
    ${selectNotifications(userId)}
      and (${before}::uuid is null or (n.at, n.id) <
        (select at, id from notifications where id = ${before} and user_id = ${userId}))
    order by n.at desc, n.id desc limit ${sql.lit(LISTED.notifications + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, LISTED.notifications, ({ id }) => id)
  return { notifications: page.map(toNotification), nextCursor }
}

/** For the export of the account. */
export async function listEveryNotification(db: DbOrTx, userId: string): Promise<Notification[]> {
  const { rows } = await sql<NotificationRow>`
    ${selectNotifications(userId)} order by n.at desc, n.id desc`.execute(db)
  return rows.map(toNotification)
}

/** Counts unread notifications, up to one more than the badge can show. */
export async function countUnread(db: DbOrTx, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from notifications where user_id = ${userId} and is_listed and read_at is null
      limit ${sql.lit(UNREAD_CAP + 1)}) unread`.execute(db)
  return rows[0]!.unread
}

type NotificationRow = Omit<Notification, 'at' | 'isUrgent' | 'bond'> & {
  at: Date
  role: PartyRole
  bondMicro: bigint | null
  /** Null but for the end of a trade with a bond. */
  bondOutcome: BondOutcome | null
}

function toNotification({ role, bondMicro, bondOutcome, ...row }: NotificationRow): Notification {
  const bond = bondOutcome && { amount: formatUsdt(bondMicro ?? 0n), outcome: bondOutcome, role }
  return { ...row, bond, at: row.at.toISOString(), isUrgent: NOTIFICATION_EVENTS[row.event].isUrgent }
}

/** Reads names and messages at the time of the call, because their users may have changed or deleted them. */
function selectNotifications(userId: string) {
  return sql`
    select n.id, n.event, n.trade_id, n.at, n.seen_at is not null as is_seen, n.read_at is null as is_unread, n.values - 'seq' as values,
      other.username, m.sender_role as sender, coalesce(left(m.body, ${sql.lit(EXCERPT_LENGTH)}), '') as text,
      case when t.buyer_id = ${userId} then 'buyer' else 'seller' end as role, t.bond_micro,
      case when t.bond_micro > 0 and n.event = any(${[...TRADE_END_EVENTS]}::text[]) then (
        select substr(leg, 6) from transfers where trade_id = t.id and leg like 'bond\\_%') end as bond_outcome
    from notifications n
      left join trades t on t.id = n.trade_id
      left join users other on other.id = case when t.buyer_id = ${userId} then t.seller_id else t.buyer_id end
      left join messages m on n.event = 'message_received' and m.trade_id = n.trade_id and m.seq = (n.values ->> 'seq')::int
    where n.user_id = ${userId} and n.is_listed`
}

type Preferences = Omit<
  NotificationSettings,
  'settings' | 'hasWebhook' | 'hasTelegram' | 'escalationChannels' | 'quietHours'
> & {
  quietFrom: string | null
  quietUntil: string | null
  escalationChannels: NotificationChannel[]
}

export async function getSettings(db: DbOrTx, userId: string): Promise<NotificationSettings> {
  const settings = await sql<NotificationSettings['settings'][number]>`
    select d.event_group as "group", d.channel, coalesce(s.is_on or d.is_required, d.is_on) as is_on, d.is_required
    from notification_defaults d
      left join notification_settings s on s.user_id = ${userId} and s.event_group = d.event_group and s.channel = d.channel
    order by d.event_group, d.channel`.execute(db)
  const preferences = await sql<Preferences>`
    select time_zone, to_char(quiet_from, 'HH24:MI') as quiet_from, to_char(quiet_until, 'HH24:MI') as quiet_until,
      escalation_minutes, escalation_channels
    from notification_preferences where user_id = ${userId}`.execute(db)
  const webhooks = await sql`select from webhooks where user_id = ${userId} limit 1`.execute(db)
  const telegram = await sql`
    select from telegram_chats where user_id = ${userId} and refused_at is null limit 1`.execute(db)
  const { timeZone, quietFrom, quietUntil, escalationMinutes, escalationChannels } = preferences.rows[0] ?? DEFAULTS
  return {
    settings: settings.rows,
    hasWebhook: webhooks.rows.length > 0,
    hasTelegram: telegram.rows.length > 0,
    timeZone,
    quietHours: quietFrom !== null && quietUntil !== null ? { from: quietFrom, until: quietUntil } : null,
    escalationMinutes,
    escalationChannels: ESCALATION_CHANNELS.filter((channel) => escalationChannels.includes(channel)),
  }
}

const DEFAULTS: Preferences = {
  timeZone: 'UTC',
  quietFrom: null,
  quietUntil: null,
  escalationMinutes: ESCALATION_MINUTES_DEFAULT,
  escalationChannels: [...ESCALATION_CHANNELS],
}
