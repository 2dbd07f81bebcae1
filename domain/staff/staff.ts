/** Staff roles and their actions (decisions: Administration). */

export const STAFF_ROLES = ['arbiter', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Every staff action and the role it requires. Each is recorded. */
export const STAFF_ACTIONS = {
  mark_answered: 'admin',
  answer_message: 'admin',
  end_sessions: 'admin',
  suspend_user: 'admin',
  restore_user: 'admin',
  hide_offer: 'admin',
  unhide_offer: 'admin',
  close_report: 'admin',
  remove_rating: 'admin',
  readmit_arbiter: 'admin',
  start_outage: 'admin',
  end_outage: 'admin',
  switch_currency_off: 'admin',
  switch_currency_on: 'admin',
  edit_currency_notice: 'admin',
  take_dispute: 'arbiter',
  decide_dispute: 'arbiter',
  write_in_dispute: 'arbiter',
} as const satisfies Record<string, StaffRole>
export type StaffAction = keyof typeof STAFF_ACTIONS

/** How many of an action one user may do in 24 hours; the other admins are notified by email when one has done the last. */
export const STAFF_ACTIONS_PER_DAY = {
  answer_message: 200,
  end_sessions: 50,
  suspend_user: 20,
  restore_user: 50,
  hide_offer: 50,
  unhide_offer: 50,
  close_report: 200,
  remove_rating: 50,
  readmit_arbiter: 20,
  start_outage: 10,
  end_outage: 10,
  switch_currency_off: 10,
  switch_currency_on: 10,
  edit_currency_notice: 50,
} as const satisfies Partial<Record<StaffAction, number>>

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
