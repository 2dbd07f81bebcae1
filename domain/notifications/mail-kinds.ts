/** Every mail that the product sends, and the names of its values. */
import {
  CODE_MINUTES,
  CONFIRM_EMAIL_MINUTES,
  LONG_RESET_MINUTES,
  RESET_MINUTES,
  VERIFY_HOURS,
} from '../accounts/accounts.ts'
import type { MailValueName } from './mail-values.ts'
import { NOTIFICATION_EVENTS } from './notifications.ts'
import type { NotificationEvent } from './notifications.ts'
import { RETRY_HOURS } from './retries.ts'

/**
 * The kinds, each with the names of its values. `registration_code` is sent to an address that has no account yet.
 * `account_exists` is sent to the account of an address that was registered again; its link leads to recovery.
 * `contact_message` is sent to support, `contact_answer` to the address in the message.
 */
const OTHER_KINDS = {
  verify_email: ['link'],
  reset_password: ['link'],
  /** The same link, valid for longer, where many emails were requested for the mailbox. */
  reset_password_long: ['link'],
  password_changed: ['link'],
  confirm_new_email: ['link'],
  email_change_started: ['newEmail', 'link'],
  email_changed: ['newEmail', 'link'],
  email_change_undone: ['newEmail'],
  sign_in_code: ['code'],
  registration_code: ['code'],
  reauthentication_code: ['code'],
  new_device: ['browser', 'system', 'at', 'link'],
  second_factor_added: ['factor', 'link'],
  second_factor_removed: ['factor'],
  /** Wrong codes after a right first factor. */
  second_factor_wrong: [],
  recovery_code_used: ['left'],
  recovery_codes_renewed: ['link'],
  account_exists: ['link'],
  account_deleted: [],
  prior_access_revoked: [],
  api_key_added: ['name', 'link'],
  released_by_key: ['name', 'trader', 'usdtMicro', 'fiatMilli', 'currency'],
  webhook_set: ['name', 'link'],
  telegram_linked: ['link'],
  telegram_unlinked: [],
  /** To the owner of a team: a user was invited to it, or was given a role. */
  team_access_given: ['trader', 'link'],
  /** Several urgent notifications in one (URGENT_ALONE_PER_HOUR). */
  trades_summary: ['count', 'trades'],
  team_invitation: ['trader'],
  team_joined: ['trader'],
  team_roles_changed: ['trader'],
  team_ended: ['trader'],
  payment_account_added: ['paymentMethod'],
  payment_account_changed: ['paymentMethod'],
  sessions_ended_by_staff: [],
  sign_in_method_added: ['method', 'link'],
  sign_in_method_removed: ['method'],
  contact_message: ['reference', 'topic', 'name', 'email', 'message'],
  contact_answer: ['reference', 'answer', 'message'],
  account_suspended: ['message'],
  account_restored: ['message'],
  offer_hidden: ['message'],
  offer_unhidden: ['message'],
  /** To the admins: the sources give no reference rate of a currency. */
  rate_unavailable: ['currency'],
  staff_limit_reached: ['name'],
  user_warned: ['message'],
  /** To the reporter: staff decided the report, without action or with it. */
  report_closed: ['reference'],
  report_acted_on: ['reference'],
  rating_removed: ['message'],
} as const satisfies Record<string, readonly MailValueName[]>

/** The events that have a mail of their own. */
export type MailedEvent = {
  [Event in NotificationEvent]: (typeof NOTIFICATION_EVENTS)[Event]['mail'] extends null ? never : Event
}[NotificationEvent]

export function isMailed(event: NotificationEvent): event is MailedEvent {
  return NOTIFICATION_EVENTS[event].mail !== null
}

const MAILED_EVENTS = Object.fromEntries(
  Object.entries(NOTIFICATION_EVENTS).flatMap(([event, { mail }]) => (mail === null ? [] : [[event, mail]])),
) as unknown as { readonly [Event in MailedEvent]: (typeof NOTIFICATION_EVENTS)[Event]['mail'] }

export const MAIL_KINDS = { ...OTHER_KINDS, ...MAILED_EVENTS }
export type MailKind = keyof typeof MAIL_KINDS

/** For so many minutes the code or the link in the mail works. */
const TOKEN_MINUTES: Partial<Record<MailKind, number>> = {
  sign_in_code: CODE_MINUTES,
  registration_code: CODE_MINUTES,
  reauthentication_code: CODE_MINUTES,
  reset_password: RESET_MINUTES,
  reset_password_long: LONG_RESET_MINUTES,
  confirm_new_email: CONFIRM_EMAIL_MINUTES,
  verify_email: VERIFY_HOURS * 60,
}

/** The order in which mails that wait are sent: a code or link that a form waits for, what concerns its reader, news. */
export const MAIL_PRIORITIES = { awaited: 1, personal: 2, news: 3 } as const

/** How a mail of the kind is delivered; it is not sent after its minutes, when nothing in it would work any more. */
export function deliveryOf(kind: MailKind): { priority: number; minutes: number } {
  const minutes = TOKEN_MINUTES[kind]
  if (minutes !== undefined) return { priority: MAIL_PRIORITIES.awaited, minutes }
  const isNews = kind === 'announcement'
  return { priority: isNews ? MAIL_PRIORITIES.news : MAIL_PRIORITIES.personal, minutes: RETRY_HOURS * 60 }
}
