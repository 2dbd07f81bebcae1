/** Notifications: what happened that the user has to know, and the settings of their channels. */
import * as z from 'zod/mini'
import { reads } from '../../reading/fields.ts'
import {
  ESCALATION_CHANNELS,
  ESCALATION_MINUTES,
  LOCAL_TIME_PATTERN,
  NOTIFICATION_GROUPS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_DAYS,
} from '../../notifications/notifications.ts'
import type { NotificationGroup } from '../../notifications/notifications.ts'
import { LISTED } from '../../limits.ts'
import { FIELD_TEXTS } from '../../texts.ts'
import { TIME_ZONE_MAX } from '../../time-zones.ts'
import { BOND_OUTCOMES } from '../../trades/bonds.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { notificationEvent } from './notification-values.ts'
import { partyRole, senderRole } from '../trades/trade-values.ts'

const endpoint = endpointsOf('Notifications')

const group = z.enum(Object.keys(NOTIFICATION_GROUPS) as [NotificationGroup, ...NotificationGroup[]])
const channel = z.enum(NOTIFICATION_CHANNELS)
const escalationChannel = z.enum(ESCALATION_CHANNELS)

export const notification = named(
  'Notification',
  z.object({
    id,
    event: notificationEvent,
    isUrgent: described(z.boolean(), 'It is your turn, and there is a deadline.'),
    tradeId: described(z.nullable(id), 'The trade that it is about, if any.'),
    username: described(z.nullable(z.string()), 'The other party of that trade.'),
    sender: described(z.nullable(senderRole), 'Who wrote the message; null for other events.'),
    text: described(z.string(), 'The beginning of the message; empty for other events.'),
    values: described(
      z.record(z.string(), z.union([z.string(), z.number()])),
      'Details of the event that are not part of the trade.',
    ),
    bond: described(
      z.nullable(z.object({ amount: decimal, outcome: z.enum(BOND_OUTCOMES), role: partyRole })),
      'Of the end of a trade with a bond: what became of it, and your role in that trade; otherwise null.',
    ),
    at: moment,
    isSeen: described(z.boolean(), 'It was shown on a visible page.'),
    isUnread: z.boolean(),
  }),
)
export type Notification = z.infer<typeof notification>

const unread = named('UnreadNotifications', z.object({ unread: z.int() }))

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List notifications, newest first',
  description: `They are kept for ${NOTIFICATION_DAYS} days.`,
  scope: 'read',
  query: z.strictObject({ before: described(z.optional(id), 'The `nextCursor` of the page before.') }),
  response: z.object({
    notifications: listOf(notification, LISTED.notifications),
    nextCursor: described(z.nullable(id), 'The `before` of the next page; null on the last.'),
  }),
})

export const countNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'Get the number of unread notifications, counted up to 100',
  scope: 'read',
  response: unread,
})

const ids = listOf(id, LISTED.notifications).check(z.minLength(1))

export const markNotificationsSeen = endpoint({
  method: 'POST',
  path: '/api/notifications/seen',
  summary: 'Update notifications as seen: they were shown on a visible page',
  description: 'An urgent one that was seen goes to no further channel.',
  body: z.strictObject({ ids }),
  response: unread,
})

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Update notifications as read',
  body: z.strictObject({
    ids: z.optional(ids),
    tradeId: described(z.optional(id), 'All about this trade.'),
    upTo: described(z.optional(id), 'This one and all before it: the newest that was shown.'),
  }),
  response: unread,
})

const localTime = reads('time').check(z.regex(LOCAL_TIME_PATTERN, FIELD_TEXTS.localTime))

export const notificationSettings = named(
  'NotificationSettings',
  z.object({
    settings: listOf(
      z.object({
        group,
        channel,
        isOn: z.boolean(),
        isRequired: described(z.boolean(), 'It cannot be turned off.'),
      }),
      LISTED.notification_settings,
    ),
    hasWebhook: described(z.boolean(), 'Whether one of your API keys has a webhook.'),
    hasTelegram: described(z.boolean(), 'Whether your account is linked with a Telegram chat.'),
    timeZone: described(z.string(), 'An IANA name, for example Africa/Tunis.'),
    quietHours: described(
      z.nullable(z.object({ from: localTime, until: localTime })),
      'Local times between which only urgent notifications leave the list; null for none.',
    ),
    escalationMinutes: described(
      z.int(),
      'How long an urgent notification stays unseen before it goes to the next channel.',
    ),
    escalationChannels: described(
      listOf(escalationChannel, ESCALATION_CHANNELS.length),
      'The channels that it goes to, although the setting of its group is off.',
    ),
  }),
)
export type NotificationSettings = z.infer<typeof notificationSettings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'Get the settings of notifications',
  response: notificationSettings,
})

export const saveNotificationSetting = endpoint({
  method: 'POST',
  path: '/api/notifications/settings',
  summary: 'Update the setting of a group of events on one channel',
  needsIdempotencyKey: true,
  description: 'Turning off email for trades or disputes needs recent authentication.',
  body: z.strictObject({ group, channel, isOn: z.boolean() }),
  response: notificationSettings,
  errors: ['notification_required', 'reauthentication_required'],
})

export const saveNotificationPreferences = endpoint({
  method: 'POST',
  path: '/api/notifications/preferences',
  summary: 'Update quiet hours and escalation',
  description: 'Removing a channel of escalation, or other quiet hours, needs recent authentication.',
  needsIdempotencyKey: true,
  body: z.strictObject({
    timeZone: reads('timeZone').check(z.minLength(1), z.maxLength(TIME_ZONE_MAX)),
    quietHours: z.nullable(z.strictObject({ from: localTime, until: localTime })),
    escalationMinutes: z.literal([...ESCALATION_MINUTES]),
    escalationChannels: listOf(escalationChannel, ESCALATION_CHANNELS.length),
  }),
  response: notificationSettings,
  errors: ['reauthentication_required'],
})
