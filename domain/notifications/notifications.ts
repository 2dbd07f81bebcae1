/**
 * What users are notified of, and on which channels (spec-coverage 14 Notifications). `migrate` writes the same rows into the
 * database: a new event is a row here, a text in web/notifications/ and, where it is mailed, one in server/mail/.
 */
import type { MailValueName } from './mail-values.ts'

/** In the order in which an urgent notification that was not seen goes from one to the next. */
export const NOTIFICATION_CHANNELS = ['in_app', 'push', 'telegram', 'email', 'webhook'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

/**
 * Where an unseen urgent notification can go, and where it goes unless the user says otherwise, although the setting of its group is
 * off.
 */
export const ESCALATION_CHANNELS = ['push', 'telegram', 'email'] as const satisfies readonly NotificationChannel[]
export type EscalationChannel = (typeof ESCALATION_CHANNELS)[number]

type ChannelSetting = 'required' | 'on' | 'off'

/**
 * The groups that users have settings for, and the settings before they change them. A required channel cannot be turned off:
 * the list in the product is the record of what a user has to act on.
 */
export const NOTIFICATION_GROUPS = {
  trades: { in_app: 'required', push: 'on', telegram: 'on', email: 'on', webhook: 'on' },
  messages: { in_app: 'required', push: 'on', telegram: 'on', email: 'off', webhook: 'on' },
  disputes: { in_app: 'required', push: 'on', telegram: 'on', email: 'on', webhook: 'on' },
  offers: { in_app: 'on', push: 'off', telegram: 'off', email: 'on', webhook: 'on' },
  matches: { in_app: 'on', push: 'on', telegram: 'on', email: 'on', webhook: 'on' },
  ratings: { in_app: 'on', push: 'off', telegram: 'off', email: 'off', webhook: 'on' },
  service: { in_app: 'required', push: 'on', telegram: 'on', email: 'on', webhook: 'on' },
  marketing: { in_app: 'off', push: 'off', telegram: 'off', email: 'off', webhook: 'off' },
} as const satisfies Record<string, Record<NotificationChannel, ChannelSetting>>
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS

/** The emails by which the owner of an account learns that a stolen session trades with it. */
export function isMisuseAlert(group: NotificationGroup, channel: NotificationChannel): boolean {
  return channel === 'email' && (group === 'trades' || group === 'disputes')
}

/** The values of mails about a trade, and about one that waits for one of its parties. */
const TRADE_VALUES = ['link', 'trader', 'fiatMilli', 'currency'] as const
const DUE_TRADE_VALUES = [...TRADE_VALUES, 'until', 'timeZone'] as const
/** Of mails about the end of a trade, which say what became of its bond. */
const END_VALUES = [...TRADE_VALUES, 'role', 'bondMicro', 'bondOutcome'] as const

/**
 * An urgent event is the user's turn with a deadline, or a loss that grows: it passes quiet hours, and is escalated until the user has seen it. `mail` names
 * the values of its email; null: it goes to the other channels only.
 */
export const NOTIFICATION_EVENTS = {
  trade_opened: { group: 'trades', isUrgent: true, mail: [...DUE_TRADE_VALUES, 'role', 'bondMicro'] },
  trade_paid: { group: 'trades', isUrgent: true, mail: DUE_TRADE_VALUES },
  /** The buyer's bank knows the seller's account by another name. */
  trade_payee_no_match: { group: 'trades', isUrgent: true, mail: DUE_TRADE_VALUES },
  trade_payment_mark_withdrawn: { group: 'trades', isUrgent: false, mail: DUE_TRADE_VALUES },
  trade_payment_window_extended: { group: 'trades', isUrgent: false, mail: DUE_TRADE_VALUES },
  trade_cancelled: { group: 'trades', isUrgent: false, mail: END_VALUES },
  trade_expired: { group: 'trades', isUrgent: false, mail: END_VALUES },
  trade_completed: { group: 'trades', isUrgent: false, mail: END_VALUES },
  /** An API key of the user has released the USDT; its mail is one of account security, which cannot be turned off. */
  trade_released_by_key: { group: 'trades', isUrgent: true, mail: null },
  trade_refund_held: { group: 'trades', isUrgent: true, mail: [...END_VALUES, 'until', 'timeZone'] },
  trade_refunded: { group: 'trades', isUrgent: false, mail: null },
  /** A user has at most one unread message notification per trade, so that a chat floods neither the list nor the mailbox. */
  message_received: { group: 'messages', isUrgent: false, mail: TRADE_VALUES },
  dispute_opened: { group: 'disputes', isUrgent: true, mail: DUE_TRADE_VALUES },
  dispute_opened_by_system: { group: 'disputes', isUrgent: true, mail: DUE_TRADE_VALUES },
  /** The other party has submitted its statement. */
  statement_wanted: { group: 'disputes', isUrgent: true, mail: DUE_TRADE_VALUES },
  dispute_statements_closed: { group: 'disputes', isUrgent: false, mail: null },
  dispute_arbiter_assigned: { group: 'disputes', isUrgent: false, mail: null },
  dispute_decision_late: { group: 'disputes', isUrgent: false, mail: null },
  dispute_decided: { group: 'disputes', isUrgent: true, mail: DUE_TRADE_VALUES },
  dispute_decision_accepted: { group: 'disputes', isUrgent: false, mail: null },
  dispute_appealed: { group: 'disputes', isUrgent: true, mail: DUE_TRADE_VALUES },
  dispute_decided_finally: { group: 'disputes', isUrgent: false, mail: TRADE_VALUES },
  dispute_closed: { group: 'disputes', isUrgent: false, mail: [...END_VALUES, 'outcome'] },
  offer_expired: { group: 'offers', isUrgent: false, mail: [] },
  offer_sold_out: { group: 'offers', isUrgent: false, mail: [] },
  saved_search_matched: { group: 'matches', isUrgent: false, mail: ['link'] },
  rating_received: { group: 'ratings', isUrgent: false, mail: TRADE_VALUES },
  account_suspended: { group: 'service', isUrgent: false, mail: null },
  account_restored: { group: 'service', isUrgent: false, mail: null },
  outage_started: { group: 'service', isUrgent: false, mail: [] },
  outage_ended: { group: 'service', isUrgent: false, mail: [] },
  /** The webhook of an API key is sent nothing any more (domain/notifications/webhooks.ts). */
  webhook_paused: { group: 'service', isUrgent: false, mail: ['name'] },
  /** News, by `npm run announce`. */
  announcement: { group: 'marketing', isUrgent: false, mail: ['message'] },
  currency_switched_off: { group: 'offers', isUrgent: false, mail: ['currency'] },
  currency_switched_on: { group: 'offers', isUrgent: false, mail: ['currency'] },
} as const satisfies Record<
  string,
  { group: NotificationGroup; isUrgent: boolean; mail: readonly MailValueName[] | null }
>
export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS
export type UrgentEvent = {
  [Event in NotificationEvent]: (typeof NOTIFICATION_EVENTS)[Event]['isUrgent'] extends true ? Event : never
}[NotificationEvent]

/** The alerts about the end of a trade, which say what became of its bond. */
export const TRADE_END_EVENTS = [
  'trade_cancelled',
  'trade_expired',
  'trade_completed',
  'trade_released_by_key',
  'trade_refunded',
  'dispute_closed',
] as const satisfies readonly NotificationEvent[]

export function isUrgent(event: NotificationEvent): event is UrgentEvent {
  return NOTIFICATION_EVENTS[event].isUrgent
}

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

/** The longest text of an announcement in one language, so that all languages fit into the values; and the days from one to the next. */
export const ANNOUNCEMENT_MAX = 250
export const ANNOUNCEMENT_DAYS = 30

/** Notifications are kept this long. */
export const NOTIFICATION_DAYS = 90
/** Emails are kept this long, sent or not, and with them what a demonstration captured. */
export const MAIL_DAYS = 7
