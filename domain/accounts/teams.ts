/** Team members: users who act for another user, each with a sign-in of their own and within roles (decisions: Teams). */
import * as z from 'zod/mini'
import { reads } from '../reading/fields.ts'
import { TEAM_ROLES } from './team-roles.ts'
import {
  USERNAME_CHARACTERS,
  USERNAME_MAX,
  USERNAME_MISSING,
  USERNAME_PATTERN,
  USERNAME_TOO_LONG,
} from './usernames.ts'

/** What is listed of a member's acts. */
export const TEAM_ACT_KINDS = [
  'message_sent',
  'payment_confirmed',
  'payment_window_extended',
  'offer_created',
  'offer_edited',
  'offer_paused',
  'offer_activated',
  'offer_deleted',
  'business_hours_saved',
  'business_hours_removed',
  'offer_template_saved',
  'offer_template_deleted',
] as const
export type TeamActKind = (typeof TEAM_ACT_KINDS)[number]

/** Acts to a page. */
export const TEAM_ACTS_PAGE_SIZE = 20

/** The header in which a page names the user whom it acts for; the session must act for the same. */
export const ACTING_FOR_HEADER = 'acting-for'

export const TEAM_TEXTS = {
  noSuchTrader: /*i18n*/ 'No trader has this username.',
  rolesNone: /*i18n*/ 'Select at least one role.',
  rolesTwice: /*i18n*/ 'List each role only once.',
} as const

const roles = z.array(z.enum(TEAM_ROLES)).check(
  z.minLength(1, TEAM_TEXTS.rolesNone),
  z.refine((given) => new Set(given).size === given.length, TEAM_TEXTS.rolesTwice),
)

export const teamRolesSchema = z.strictObject({ roles })

export const invitationSchema = z.strictObject({
  username: reads('username').check(
    z.minLength(1, { error: USERNAME_MISSING, abort: true }),
    z.regex(USERNAME_PATTERN, USERNAME_CHARACTERS),
    z.maxLength(USERNAME_MAX, USERNAME_TOO_LONG),
  ),
  roles,
})
