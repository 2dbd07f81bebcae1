/** Staff roles, their actions and the reasons they give (decisions: Administration). */
import * as z from 'zod/mini'
import { USERNAME_MAX } from './accounts/accounts.ts'
import { freeText } from './clean-text.ts'

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

export const REASON_MIN = 10
export const REASON_MAX = 500
/** Messages or records to a page. */
export const STAFF_PAGE_SIZE = 20
/** The latest suspensions on a user's page. */
export const SUSPENSIONS_LISTED = 20
/** The broken rules that the overview names. */
export const VIOLATIONS_LISTED = 100
export const ANSWER_MAX = 4000

const REASON_WRONG = /*i18n*/ 'Write 10 to 500 characters.'

/** The reason of an action, for the record. */
export const reasonSchema = z.strictObject({ reason: reasonField(false) })

/** What staff did about a message, for the record; may be empty. */
export const noteSchema = z.strictObject({ note: reasonField(true) })

/** An answer to a contact message, which is mailed to its sender. */
export const answerSchema = z.strictObject({
  answer: freeText().check((ctx) => {
    const { length } = [...ctx.value]
    const message =
      length === 0
        ? /*i18n*/ 'Write an answer.'
        : length > ANSWER_MAX
          ? /*i18n*/ 'Write at most 4000 characters.'
          : null
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  }),
})

/** A username or its beginning; an empty text finds no users. */
export const nameStartSchema = z.strictObject({
  username: z
    .string()
    .check(
      z.trim(),
      z.regex(/^\w*$/, /*i18n*/ 'Username can only contain letters, numbers, and underscores'),
      z.maxLength(USERNAME_MAX, /*i18n*/ 'Username must be at most 20 characters long'),
    ),
})

/** Measured in characters, after cleaning. */
function reasonField(mayBeEmpty: boolean) {
  return freeText().check((ctx) => {
    const { length } = [...ctx.value]
    if (mayBeEmpty && length === 0) return
    if (length >= REASON_MIN && length <= REASON_MAX) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message: REASON_WRONG })
  })
}
