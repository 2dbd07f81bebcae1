/** Staff roles and their actions (decisions: Administration). */

export const STAFF_ROLES = ['arbiter', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

type ActionRule = {
  /** The role that it requires. */
  role: StaffRole
  needsReason: boolean
  /** How often one user may do it in 24 hours; the other admins are notified by email of the last one. Null is no limit. */
  perDay: number | null
}

/** Every staff action; each is recorded. `migrate` writes the same rows into the database. */
export const STAFF_ACTIONS = {
  mark_answered: { role: 'admin', needsReason: false, perDay: null },
  answer_message: { role: 'admin', needsReason: false, perDay: 200 },
  end_sessions: { role: 'admin', needsReason: true, perDay: 50 },
  suspend_user: { role: 'admin', needsReason: true, perDay: 20 },
  restore_user: { role: 'admin', needsReason: true, perDay: 50 },
  hide_offer: { role: 'admin', needsReason: true, perDay: 50 },
  unhide_offer: { role: 'admin', needsReason: true, perDay: 50 },
  close_report: { role: 'admin', needsReason: true, perDay: 200 },
  remove_rating: { role: 'admin', needsReason: true, perDay: 50 },
  readmit_arbiter: { role: 'admin', needsReason: true, perDay: 20 },
  start_outage: { role: 'admin', needsReason: true, perDay: 10 },
  end_outage: { role: 'admin', needsReason: true, perDay: 10 },
  switch_currency_off: { role: 'admin', needsReason: true, perDay: 10 },
  switch_currency_on: { role: 'admin', needsReason: true, perDay: 10 },
  edit_currency_notice: { role: 'admin', needsReason: true, perDay: 50 },
  take_dispute: { role: 'arbiter', needsReason: false, perDay: null },
  decide_dispute: { role: 'arbiter', needsReason: false, perDay: null },
  write_in_dispute: { role: 'arbiter', needsReason: false, perDay: null },
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
