/** Staff roles and their actions (decisions: Administration). */
import type { StaffRole } from './staff-roles.ts'

type ActionRule = {
  /** The role that it requires. */
  role: StaffRole
  needsReason: boolean
  /** How often one user may do it in 24 hours; the other admins are notified by email of the last one. Null is no limit. */
  perDay: number | null
  /** What the audit log says that the staff member did; `name` is what it is about. */
  text: string
}

/** Every staff action; each is recorded. `migrate` writes the same rows into the database. */
export const STAFF_ACTIONS = {
  mark_answered: {
    role: 'admin',
    needsReason: false,
    perDay: null,
    text: /*i18n*/ 'Marked message {name} as answered',
  },
  answer_message: { role: 'admin', needsReason: false, perDay: 200, text: /*i18n*/ 'Answered message {name}' },
  end_sessions: { role: 'admin', needsReason: true, perDay: 50, text: /*i18n*/ 'Ended all sessions of {name}' },
  suspend_user: { role: 'admin', needsReason: true, perDay: 20, text: /*i18n*/ 'Suspended {name}' },
  restore_user: { role: 'admin', needsReason: true, perDay: 50, text: /*i18n*/ 'Ended the suspension of {name}' },
  hide_offer: { role: 'admin', needsReason: true, perDay: 50, text: /*i18n*/ 'Hid an offer of {name}' },
  unhide_offer: { role: 'admin', needsReason: true, perDay: 50, text: /*i18n*/ 'Showed an offer of {name} again' },
  close_report: { role: 'admin', needsReason: true, perDay: 200, text: /*i18n*/ 'Closed report {name}' },
  remove_rating: { role: 'admin', needsReason: true, perDay: 50, text: /*i18n*/ 'Removed a rating by {name}' },
  readmit_arbiter: {
    role: 'admin',
    needsReason: true,
    perDay: 20,
    text: /*i18n*/ 'Readmitted an arbiter to the dispute of trade {name}',
  },
  start_outage: { role: 'admin', needsReason: true, perDay: 10, text: /*i18n*/ 'Started outage {name}' },
  end_outage: { role: 'admin', needsReason: true, perDay: 10, text: /*i18n*/ 'Ended outage {name}' },
  switch_currency_off: { role: 'admin', needsReason: true, perDay: 10, text: /*i18n*/ 'Switched {name} off' },
  switch_currency_on: { role: 'admin', needsReason: true, perDay: 10, text: /*i18n*/ 'Switched {name} on again' },
  edit_currency_notice: {
    role: 'admin',
    needsReason: true,
    perDay: 50,
    text: /*i18n*/ 'Changed the legal notice of {name}',
  },
  set_rate: { role: 'admin', needsReason: true, perDay: 20, text: /*i18n*/ 'Set the reference rate of {name}' },
  take_dispute: {
    role: 'arbiter',
    needsReason: false,
    perDay: null,
    text: /*i18n*/ 'Took the dispute of trade {name}',
  },
  decide_dispute: {
    role: 'arbiter',
    needsReason: false,
    perDay: null,
    text: /*i18n*/ 'Decided the dispute of trade {name}',
  },
  write_in_dispute: {
    role: 'arbiter',
    needsReason: false,
    perDay: null,
    text: /*i18n*/ 'Wrote in the chat of trade {name}',
  },
} as const satisfies Record<string, ActionRule>
export type StaffAction = keyof typeof STAFF_ACTIONS

/** Staff decide nothing about users with whom they traded in this many days. */
export const STAFF_CONFLICT_DAYS = 90

/** How recent the re-authentication must be for actions that require a role. */
export const STAFF_REAUTHENTICATION_MINUTES = 30

/** Messages or records to a page. */
export const STAFF_PAGE_SIZE = 20
/** The latest suspensions on a user's page. */
export const SUSPENSIONS_LISTED = 20
/** The broken rules that the overview names. */
export const VIOLATIONS_LISTED = 100
