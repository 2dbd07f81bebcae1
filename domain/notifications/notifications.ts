/**
 * What users are notified of, and on which channels (spec-coverage 14 Notifications). The database holds the same rows, which a test
 * compares: a new event is a row here and in the migrations, and a text in web/notifications/.
 */

/** In the order in which an urgent notification that was not seen goes from one to the next. */
export const NOTIFICATION_CHANNELS = ['in_app', 'push', 'email', 'webhook'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

/**
 * Where an unseen urgent notification can go, and where it goes unless the user says otherwise, although the setting of its group is
 * off.
 */
export const ESCALATION_CHANNELS = ['push', 'email'] as const satisfies readonly NotificationChannel[]
export type EscalationChannel = (typeof ESCALATION_CHANNELS)[number]

type ChannelSetting = 'required' | 'on' | 'off'

/**
 * The groups that users have settings for, and the settings before they change them. A required channel cannot be turned off:
 * the list in the product is the record of what a user has to act on.
 */
export const NOTIFICATION_GROUPS = {
  trades: { in_app: 'required', push: 'on', email: 'on', webhook: 'on' },
  messages: { in_app: 'required', push: 'on', email: 'off', webhook: 'on' },
  disputes: { in_app: 'required', push: 'on', email: 'on', webhook: 'on' },
  offers: { in_app: 'on', push: 'off', email: 'on', webhook: 'on' },
  matches: { in_app: 'on', push: 'on', email: 'on', webhook: 'on' },
  ratings: { in_app: 'on', push: 'off', email: 'off', webhook: 'on' },
  service: { in_app: 'required', push: 'on', email: 'on', webhook: 'on' },
  marketing: { in_app: 'off', push: 'off', email: 'off', webhook: 'off' },
} as const satisfies Record<string, Record<NotificationChannel, ChannelSetting>>
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS

/** The emails by which the owner of an account learns that a stolen session trades with it. */
export function isMisuseAlert(group: NotificationGroup, channel: NotificationChannel): boolean {
  return channel === 'email' && (group === 'trades' || group === 'disputes')
}

/**
 * An urgent event is the user's turn with a deadline: it passes quiet hours, and is escalated until the user has seen it. One that is
 * not mailed has no mail of its own in server/mail/.
 */
export const NOTIFICATION_EVENTS = {
  trade_opened: { group: 'trades', isUrgent: true, isMailed: true },
  trade_paid: { group: 'trades', isUrgent: true, isMailed: true },
  trade_payment_mark_withdrawn: { group: 'trades', isUrgent: false, isMailed: true },
  trade_payment_window_extended: { group: 'trades', isUrgent: false, isMailed: true },
  trade_cancelled: { group: 'trades', isUrgent: false, isMailed: true },
  trade_expired: { group: 'trades', isUrgent: false, isMailed: true },
  trade_completed: { group: 'trades', isUrgent: false, isMailed: true },
  trade_refund_held: { group: 'trades', isUrgent: true, isMailed: true },
  trade_refunded: { group: 'trades', isUrgent: false, isMailed: false },
  /** A user has at most one unread message notification per trade, so that a chat floods neither the list nor the mailbox. */
  message_received: { group: 'messages', isUrgent: false, isMailed: true },
  dispute_opened: { group: 'disputes', isUrgent: true, isMailed: true },
  dispute_opened_by_system: { group: 'disputes', isUrgent: true, isMailed: true },
  /** The other party has submitted its statement. */
  statement_wanted: { group: 'disputes', isUrgent: true, isMailed: true },
  dispute_statements_closed: { group: 'disputes', isUrgent: false, isMailed: false },
  dispute_arbiter_assigned: { group: 'disputes', isUrgent: false, isMailed: false },
  dispute_decision_late: { group: 'disputes', isUrgent: false, isMailed: false },
  dispute_decided: { group: 'disputes', isUrgent: true, isMailed: true },
  dispute_decision_accepted: { group: 'disputes', isUrgent: false, isMailed: false },
  dispute_appealed: { group: 'disputes', isUrgent: true, isMailed: true },
  dispute_decided_finally: { group: 'disputes', isUrgent: false, isMailed: true },
  dispute_closed: { group: 'disputes', isUrgent: false, isMailed: true },
  offer_expired: { group: 'offers', isUrgent: false, isMailed: true },
  offer_sold_out: { group: 'offers', isUrgent: false, isMailed: true },
  saved_search_matched: { group: 'matches', isUrgent: false, isMailed: true },
  rating_received: { group: 'ratings', isUrgent: false, isMailed: true },
  account_suspended: { group: 'service', isUrgent: false, isMailed: false },
  account_restored: { group: 'service', isUrgent: false, isMailed: false },
  outage_started: { group: 'service', isUrgent: false, isMailed: true },
  outage_ended: { group: 'service', isUrgent: false, isMailed: true },
  /** The webhook of an API key is sent nothing any more (domain/notifications/webhooks.ts). */
  webhook_paused: { group: 'service', isUrgent: false, isMailed: true },
  /** News, by `npm run announce`. */
  announcement: { group: 'marketing', isUrgent: false, isMailed: true },
  currency_switched_off: { group: 'offers', isUrgent: false, isMailed: true },
  currency_switched_on: { group: 'offers', isUrgent: false, isMailed: true },
} as const satisfies Record<string, { group: NotificationGroup; isUrgent: boolean; isMailed: boolean }>
export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS

/** Details of an event that are not part of its trade. Names and texts of users are read when it is shown. */
export type NotificationValues = Readonly<Record<string, string | number>>
/** The longest JSON text of the values. */
export const NOTIFICATION_VALUES_MAX = 1000

/** How long an urgent notification may stay unseen before it goes to the next channel. */
export const ESCALATION_MINUTES = [2, 5, 15, 30] as const
export const ESCALATION_MINUTES_DEFAULT = 5
export type EscalationMinutes = (typeof ESCALATION_MINUTES)[number]

/** "22:00": a local time of quiet hours. */
export const LOCAL_TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/
export const TIME_ZONE_MAX = 64

/** The longest text of an announcement in one language, so that all languages fit into the values; and the days from one to the next. */
export const ANNOUNCEMENT_MAX = 250
export const ANNOUNCEMENT_DAYS = 30

/** Notifications are kept this long. */
export const NOTIFICATION_DAYS = 90
